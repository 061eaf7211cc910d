"use strict";

/** Tabs as the authoring practices of ARIA have them: arrow keys move, one panel is shown. */
function makeTabs(list, onShow) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
  const nameOf = (tab) => tab.id.replace("tab-", "");
  function show(tab, withFocus) {
    for (const one of tabs) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      panelOf(one).hidden = one !== tab;
    }
    if (withFocus) tab.focus();
    onShow(nameOf(tab));
  }
  const steps = { ArrowRight: 1, ArrowLeft: -1 };
  list.addEventListener("keydown", (event) => {
    if (!(event.key in steps)) return;
    const place = tabs.indexOf(document.activeElement) + steps[event.key];
    show(tabs[(place + tabs.length) % tabs.length], true);
    event.preventDefault();
  });
  for (const tab of tabs) tab.addEventListener("click", () => show(tab, false));
  return (name) => {
    const found = tabs.find((tab) => nameOf(tab) === name);
    if (found) show(found, false);
    return Boolean(found);
  };
}
