// Lead a browser that cannot run the page's script on to what it can show. Such a browser is old, so this is no module.

setTimeout(function () {
  var left = document.getElementById("unscripted");
  if (left) location.replace(String(left.getAttribute("data-to")));
}, 8000);
