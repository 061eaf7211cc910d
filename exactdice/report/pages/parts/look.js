"use strict";

/** Dark or light as the system has it, until the reader says otherwise on this page. */
(function chooseLook() {
  const button = document.getElementById("look");
  if (!button) return;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.look || (system.matches ? "dark" : "light")) === "dark";
  const say = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    document.dispatchEvent(new Event("look"));
  };
  button.addEventListener("click", () => {
    document.documentElement.dataset.look = isDark() ? "light" : "dark";
    say();
  });
  system.addEventListener("change", say);
  say();
})();
