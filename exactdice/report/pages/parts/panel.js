"use strict";

/** What the panel says of a finding. Texts are put in as texts, never as HTML. */
function panelParts(finding, places, changed) {
  return [
    element("p", { class: `said ${finding.group}` }, finding.said),
    ...(finding.correct && finding.group !== "right" ? [line("it should read", finding.correct)] : []),
    ...valueParts(finding.value, places, changed),
    ...pictures(finding),
    ...(finding.modes.length ? [element("p", {}, `Rounding modes that print it so: ${finding.modes.join(", ")}.`)] : []),
    ...finding.hints.map(hint => element("p", { class: "hint" }, `Hint: ${hint}`)),
    ...(finding.note ? [line("note", finding.note)] : []),
    ...(finding.query ? queryParts(finding.query) : []),
    line("where", [finding.where, finding.place].filter(Boolean).join(", ")),
    line("claim", finding.name),
  ];
}

function line(name, text) {
  return element("p", {}, element("span", { class: "faint" }, `${name}: `), element("span", { class: "number" }, text));
}

function pictures({ cell, law, value }) {
  const parts = [];
  const ends = value && (value.kind === "number" ? [value.text] : value.lower ? [value.lower, value.upper] : null);
  if (cell && ends) parts.push(cellDrawing(cell, ends));
  if (law) parts.push(lawDrawing(law, cell));
  return parts;
}

function queryParts(query) {
  return [element("p", {}, element("code", { id: "panel-query" }, query), " ", copyButton("copy the query", query))];
}

function copyButton(name, text) {
  const button = element("button", { type: "button", class: "copy" }, name);
  button.addEventListener("click", () => copy(text).then(done => tell(done ? "copied" : "not copied: select it")));
  return button;
}

/** Put the text where it can be pasted; true when that was allowed. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByCommand(text);
  }
}

/** The older way, for browsers that give files of the machine no clipboard. */
function copiedByCommand(text) {
  const field = element("textarea", { class: "unseen", "aria-hidden": "true" });
  const before = document.activeElement;
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  before?.focus();
  return done;
}

function tell(text) {
  document.getElementById("told").textContent = text;
  for (const button of document.querySelectorAll("#panel .copied")) button.remove();
  document.getElementById("panel-body").append(element("p", { class: "copied faint" }, text));
}

// --- exact values ------------------------------------------------------------------------------

const MOST_PLACES = 2000;

/** The exact value, and its decimals to as many places as the reader chooses. */
function valueParts(value, places, changed) {
  if (!value) return [];
  const heading = element("h3", {}, { number: "Exact value", bounds: "Bounds on the exact value" }[value.kind] || "Exact value");
  const text = element("p", { class: "number", id: "panel-exact" }, value.text);
  if (value.kind === "set" || value.kind === "other") return [heading, text];
  const box = element("input", { type: "number", id: "panel-places", min: 0, max: MOST_PLACES, step: 1, value: places });
  const output = element("output", { id: "panel-decimals", class: "number", for: "panel-places" });
  const write = () => output.replaceChildren(...written(value, chosen(box)));
  box.addEventListener("input", () => { write(); changed(chosen(box)); });
  write();
  const label = element("label", { for: "panel-places" }, "decimals ");
  return [heading, text, element("p", {}, label, box), output];
}

function chosen(box) {
  const places = Math.trunc(Number(box.value));
  return Number.isFinite(places) ? Math.min(Math.max(places, 0), MOST_PLACES) : 0;
}

function written(value, places) {
  if (value.kind === "number") return [decimals(value.text, places)];
  if (value.kind === "law") return [lawTable(value.outcomes, places)];
  const [lower, upper] = [decimals(value.lower, places), decimals(value.upper, places)];
  if (lower === upper) return [lower];
  return [`[${outwards(value.lower, places, false)}, ${outwards(value.upper, places, true)}]`];
}

/** The fraction rounded down, or up, to so many decimals: what lies between bounds stays there. */
function outwards(text, places, isUp) {
  const { numerator, denominator } = fraction(text);
  const scaled = numerator * 10n ** BigInt(places);
  const rest = ((scaled % denominator) + denominator) % denominator;
  const floor = (scaled - rest) / denominator;
  const rounded = isUp && rest > 0n ? floor + 1n : floor;
  return decimals(`${rounded}/${10n ** BigInt(places)}`, places);
}

function lawTable(outcomes, places) {
  const rows = outcomes.map(([name, chance]) =>
    element("tr", {}, element("td", {}, name), element("td", {}, chance), element("td", {}, decimals(chance, places))));
  const head = element("tr", {}, ...["outcome", "chance", "decimals"].map(text => element("th", { scope: "col" }, text)));
  return element("div", { class: "scrolls" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
}
