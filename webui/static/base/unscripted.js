// Lead a browser that is too old for the page's script to a page that it can show. So this is no module.

setTimeout(function () {
  var left = document.getElementById("unscripted");
  if (left) location.replace(String(left.getAttribute("data-to")));
}, 8000);
