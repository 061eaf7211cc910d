"use strict";

const LONGEST_FORMULA = 2000; // characters of LaTeX that are drawn; longer ones are source alone
const LONGEST_UNBROKEN = 40; // characters of a cell that stand on one line
const FRACTION = /^-?\d+(\/\d+)?$/;

/** A number as the page shows its decimals: whole numbers as they are. */
function rounded(text, places) {
  if (!FRACTION.test(text)) return text;
  return text.includes("/") ? decimals(text, places) : text;
}

/** Bounds as one number where both ends round alike, else rounded outwards, as the library does. */
function boundsText({ lower, upper }, places) {
  const nearest = decimals(lower, places);
  if (nearest === decimals(upper, places)) return nearest;
  return `[${outwards(lower, places, false)}, ${outwards(upper, places, true)}]`;
}

/** The fraction rounded down, or up; a whole number stays as it is. */
function outwards(text, places, isUp) {
  if (!text.includes("/")) return text;
  const { numerator, denominator } = fraction(text);
  const scaled = numerator * 10n ** BigInt(places);
  let whole = scaled / denominator; // towards 0
  if (whole * denominator !== scaled && (isUp ? scaled > 0n : scaled < 0n)) whole += isUp ? 1n : -1n;
  return decimals(`${whole}/${10n ** BigInt(places)}`, places);
}

/** The formula drawn; null where it is too long or no formula. */
function drawnFormula(latex) {
  if (!latex || latex.length > LONGEST_FORMULA) return null;
  const place = element("span");
  try {
    katex.render(latex, place, { displayMode: false, throwOnError: true, trust: false });
  } catch {
    return null;
  }
  return place;
}

/** A text to copy, with its button. */
function source(text, what) {
  const button = element("button", { type: "button", "aria-label": `Copy ${what}` }, "Copy");
  const block = element("pre", { tabindex: "0", "aria-label": what }, text);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  return element("div", { class: "source" }, block, button);
}

function answerTable(found, places, isExact) {
  const heads = found.heading.map((title) => element("th", { scope: "col" }, title));
  const cell = (exactly) => {
    const text = isExact ? exactly : rounded(exactly, places);
    return element("td", { class: text.length > LONGEST_UNBROKEN ? "number long" : "number short" }, text);
  };
  const rows = found.rows.map(([label, cells]) =>
    element("tr", {}, element("th", { scope: "row" }, label), ...cells.map(cell)));
  return element("table", {},
    element("caption", { class: "unseen" }, found.title),
    element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
}

/** The table of exact numbers or of decimals, as the reader chooses. */
function tablePart(found, places) {
  const scrolled = element("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": `Table of ${found.title}` });
  const button = element("button", { type: "button", "aria-pressed": "false" }, "Decimals");
  let isExact = true;
  const show = () => scrolled.replaceChildren(answerTable(found, places(), isExact));
  button.addEventListener("click", () => {
    isExact = !isExact;
    button.setAttribute("aria-pressed", String(!isExact));
    show();
  });
  show();
  const left = found.left_out ? [element("p", {}, `${found.left_out} more rows are left out here: ${found.command}`)] : [];
  return { parts: [element("p", {}, button), scrolled, ...left], show };
}

function picturePart(found) {
  if (found.no_picture) return [element("p", { class: "faint" }, `No picture: ${found.no_picture}`)];
  if (!found.picture) return [];
  // As an image nothing in it runs.
  const bytes = new TextEncoder().encode(found.picture);
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const image = element("img", { src: `data:image/svg+xml;base64,${data}`, alt: found.picture_about });
  return [element("figure", {}, image)];
}

/** What was found, as an article; `places` returns how many decimals are wanted now. */
function answerShown(found, places) {
  const list = element("dl");
  const put = (name, ...what) => list.append(element("dt", {}, name), element("dd", {}, ...what));
  const refresh = [];
  const drawn = drawnFormula(found.latex);
  if (drawn) put(found.kind === "formula" ? "formula" : "value", element("span", { class: "big", tabindex: "0" }, drawn));
  if (found.exact !== undefined) put("exact", element("span", { class: "number", id: "exact" }, found.exact));
  if (found.label) put("how", found.label);
  if (found.because) put("because", found.because);
  if (found.decimal !== undefined && found.decimal !== found.exact) {
    const text = element("span", { class: "number", id: "decimal" }, found.decimal);
    const again = () => {
      if (typeof found.number === "string") text.textContent = rounded(found.number, places());
      else if (found.number) text.textContent = boundsText(found.number, places());
    };
    put("decimals", text);
    refresh.push(again);
  }
  const table = found.rows ? tablePart(found, places) : { parts: [] };
  if (table.show) refresh.push(table.show);
  const latex = found.latex_table || found.latex;
  const sources = element("details", {}, element("summary", {}, "LaTeX and command to copy"),
    ...(latex ? [source(latex, "LaTeX")] : []), source(found.command, "command"));
  const shown = element("article", { class: "answer", tabindex: "-1", "aria-label": `Answer to ${found.title}` },
    element("h3", {}, element("code", {}, found.title)), list, ...table.parts, ...picturePart(found), sources);
  return { shown, refresh: () => refresh.forEach((again) => again()) };
}
