"use strict";

const SCROLLING = ".scrolls, .listed, .formula, #panel, #panel-exact, #panel-decimals";

(function report() {
  const findings = dataOf("findings");
  const state = linkedState();
  const panel = document.getElementById("panel");
  const buttonOf = number => document.getElementById(`finding-${number}`);
  const notRight = findings.filter(one => one.group !== "right").map(one => one.number);
  let open = 0;

  // --- the panel -------------------------------------------------------------------------------

  function show(number, fromReader = true) {
    const finding = findings[number - 1], button = buttonOf(number);
    if (!finding || !button) return;
    buttonOf(open)?.classList.remove("at");
    open = number;
    button.classList.add("at");
    document.getElementById("panel-title").textContent = `${finding.printed}: ${finding.verdict}`;
    const places = state.has("places") ? chosen({ value: state.get("places") }) : usualPlaces(finding);
    const keep = count => { state.set("places", `${count}`); linkState(state); };
    document.getElementById("panel-body").replaceChildren(...panelParts(finding, places, keep));
    document.body.classList.add("with-panel");
    panel.hidden = false;
    panel.scrollTop = 0;
    button.closest("details:not([open])")?.setAttribute("open", "");
    button.scrollIntoView({ block: "center" });
    if (fromReader) document.getElementById("panel-title").focus({ preventScroll: true });
    state.set("at", `${number}`);
    linkState(state);
    markScrolling();
  }

  /** Some decimals more than are printed. */
  function usualPlaces(finding) {
    const [, printed = ""] = finding.printed.match(/[.,](\d+)/) || [];
    return Math.max(printed.length + 4, 6);
  }

  function hide() {
    if (panel.hidden) return;
    panel.hidden = true;
    document.body.classList.remove("with-panel");
    const button = buttonOf(open);
    button?.classList.remove("at");
    button?.focus();
    open = 0;
    state.delete("at");
    linkState(state);
  }

  function step(by) {
    if (!notRight.length) return;
    const shown = notRight.filter(number => isShown(findings[number - 1]));
    const list = shown.length ? shown : notRight;
    const after = list.findIndex(number => (by > 0 ? number > open : number >= open));
    const from = after < 0 ? list.length : after;
    const next = by > 0 ? from : from - 1;
    show(list[(next + list.length) % list.length]);
  }

  document.addEventListener("click", event => {
    const button = event.target.closest(".finding"), link = event.target.closest("[data-to]");
    if (button) show(Number(button.dataset.finding));
    if (link) {
      event.preventDefault();
      show(Number(link.dataset.to));
    }
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") hide();
    if (event.key === "F8") {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
    const isOwn = event.target.matches(".finding[role=button]");
    if (isOwn && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      show(Number(event.target.dataset.finding));
    }
  });
  document.getElementById("close").addEventListener("click", hide);
  document.getElementById("next")?.addEventListener("click", () => step(1));
  document.getElementById("previous")?.addEventListener("click", () => step(-1));

  // --- filters ---------------------------------------------------------------------------------

  const filters = [...document.querySelectorAll("[data-verdict]")];
  const all = document.getElementById("all");
  const wanted = new Set((state.get("show") || "").split(",").filter(Boolean));

  function isShown(finding) {
    return !wanted.size || wanted.has(finding.verdict);
  }

  function filter() {
    for (const button of filters) button.setAttribute("aria-pressed", `${wanted.has(button.dataset.verdict)}`);
    for (const finding of findings) {
      buttonOf(finding.number)?.classList.toggle("plain", !isShown(finding));
      for (const row of rowsOf(finding.number)) row.hidden = !isShown(finding);
    }
    all.hidden = !wanted.size;
    state.set("show", [...wanted].join(","));
    linkState(state);
  }

  const rows = new Map();
  for (const row of document.querySelectorAll("[data-of]")) {
    const number = Number(row.dataset.of);
    rows.set(number, [...(rows.get(number) || []), row]);
  }
  const rowsOf = number => rows.get(number) || [];

  for (const button of filters) {
    button.addEventListener("click", () => {
      const verdict = button.dataset.verdict;
      if (!wanted.delete(verdict)) wanted.add(verdict);
      filter();
    });
  }
  all.addEventListener("click", () => {
    wanted.clear();
    filter();
    filters[0]?.focus();
  });

  // --- what is wider than the page, for those who use keys -----------------------------------------

  function markScrolling() {
    for (const box of document.querySelectorAll(SCROLLING)) {
      if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1) {
        if (getComputedStyle(box).display !== "inline") box.tabIndex = 0;
      } else if (!box.matches(".finding")) box.removeAttribute("tabindex");
    }
  }

  addEventListener("resize", markScrolling);
  // A link that was made where no script ran names the element itself.
  for (const key of [...state.keys()].filter(name => name.startsWith("finding-"))) {
    state.delete(key);
    state.set("at", key.slice("finding-".length));
  }
  if (wanted.size) filter();
  // Last, as it may take long: all else answers already, and buttons keep their looks.
  typesetAll();
  markScrolling();
  if (state.has("at")) show(Number(state.get("at")), false);
})();
