// Print the sheet when somebody asks for it.

const button = /** @type {HTMLButtonElement} */ (document.getElementById("print"));
button.addEventListener("click", () => window.print());
