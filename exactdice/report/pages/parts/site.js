"use strict";

const { words, games, strategies } = dataOf("vocabulary");
const at = (id) => document.getElementById(id);
const MOST_CHOICES = 40;

// --- completion ----------------------------------------------------------------------------------

/** Those whose name begins like the fragment, then those that hold it. */
function fitting(fragment, entries) {
  const wanted = fragment.toLowerCase();
  const begin = entries.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  const hold = wanted.length < 2 ? [] : entries.filter(({ name }) => name.toLowerCase().indexOf(wanted) > 0);
  return [...begin, ...hold].slice(0, MOST_CHOICES);
}

const asChoice = (from) => ({ insert, name, about }) => ({ insert, name, about, from });
const wordEntries = words.map(({ name, call, means }) => ({
  insert: call.endsWith("()") ? `${name}()` : `${name}(`, name: call, about: means,
}));
const gameEntries = games.map(({ name, summary }) => ({ insert: name, name, about: summary }));
const strategyEntries = strategies.map((name) => ({
  insert: name.replace(/\(.*$/, "("), name, about: "a strategy",
}));

/** The options that the words of the query take, and those of the game that is named. */
function optionEntries(query, options) {
  const named = /\bgame=([\w-]+)/.exec(`${query} ${options}`);
  const game = named && games.find(({ name }) => name === named[1]);
  const called = words.filter(({ name }) => new RegExp(`\\b${name}\\(`).test(query));
  const known = new Map();
  for (const word of called) for (const name of word.options) known.set(name, `an option of ${word.name}`);
  for (const { name, default: usual, limits } of game ? game.options : [])
    known.set(name, [usual && `default ${usual}`, limits].filter(Boolean).join("; ") || `an option of ${game.name}`);
  for (const name of ["game", "digits"]) if (!known.has(name)) known.set(name, "");
  return [...known].map(([name, about]) => ({ insert: `${name}=`, name: `${name}=`, about }));
}

function offeredInQuery(before, isAsked) {
  const game = /\bgame=([\w-]*)$/.exec(before);
  if (game) return fitting(game[1], gameEntries).map(asChoice(before.length - game[1].length));
  const fragment = /[A-Za-z_]\w*$/.exec(before);
  if (!fragment) return isAsked ? fitting("", wordEntries).map(asChoice(before.length)) : [];
  return fitting(fragment[0], [...wordEntries, ...strategyEntries]).map(asChoice(fragment.index));
}

function offeredInOptions(before, isAsked) {
  const word = /\S*$/.exec(before)[0];
  const [key, value] = word.split("=");
  if (!word && !isAsked) return [];
  if (value === undefined)
    return fitting(key, optionEntries(at("query").value, before)).map(asChoice(before.length - key.length));
  const fragment = /[^,]*$/.exec(value)[0];
  const entries = key === "game" ? gameEntries : strategyEntries;
  if (key !== "game" && !fragment) return [];
  return fitting(fragment, entries).map(asChoice(before.length - fragment.length));
}

// --- queries -------------------------------------------------------------------------------------

const places = () => Math.min(1000, Math.max(0, Number.parseInt(at("digits").value, 10) || 0));
let refreshAnswer = () => {};

async function ask(form) {
  const query = at("query").value.trim(), options = at("options").value.trim();
  if (!query) {
    at("query").focus();
    return at("answers").replaceChildren(
      element("p", { role: "alert", class: "complaint" }, "Write a query, such as EP(5)."));
  }
  setAsking(true);
  try {
    const begun = post("/jobs/query", { query, options, digits: places(), form });
    const found = await waitedFor(at("answers"), "Working it out", begun);
    const { shown, refresh } = answerShown(found, places);
    refreshAnswer = refresh;
    at("answers").replaceChildren(shown);
    shown.focus({ preventScroll: true });
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
  } finally {
    setAsking(false);
  }
}

function setAsking(isAsking) {
  for (const id of ["answer-it", "form-it"]) at(id).disabled = isAsking;
}

const boxes = [combobox(at("query"), offeredInQuery), combobox(at("options"), offeredInOptions)];
at("query-form").addEventListener("submit", (event) => {
  event.preventDefault();
  boxes.forEach((box) => box.close());
  if (!at("answer-it").disabled) ask("answer");
});
at("form-it").addEventListener("click", () => ask("formula"));
at("digits").addEventListener("change", () => refreshAnswer());
for (const button of document.querySelectorAll(".example"))
  button.addEventListener("click", () => {
    [at("query").value, at("options").value] = [button.dataset.query, button.dataset.options];
    at("query-form").requestSubmit();
  });

// --- pages that are made -------------------------------------------------------------------------

/** Wait for a page in a new entry of the list; its link is put there. */
async function madePage(list, what, begin) {
  const place = element("li");
  list.prepend(place);
  try {
    const found = await waitedFor(place, what, begin());
    const link = element("a", { href: found.page, target: "_blank", rel: "noopener" }, found.title);
    place.append(link, found.summary ? ` ${found.summary}` : "",
      element("span", { role: "status", class: "unseen" }, "The page is made"));
    link.focus();
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    place.prepend(element("span", {}, what));
  }
}

// --- documents -----------------------------------------------------------------------------------

const [endings, mostBytes] = [dataOf("endings"), dataOf("most")];
let lastReport = Promise.resolve();

/** Why the file is not even sent; "" where it is. */
function whyNotSent(file) {
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending)))
    return `only documents that end in ${endings.join(", ")} are read here`;
  if (file.size > mostBytes)
    return `a document here has at most ${mostBytes} bytes, got ${file.size}: verify it at a terminal, by exactdice verify FILE`;
  return "";
}

async function sent(file) {
  const why = whyNotSent(file);
  if (why) throw new Complaint(`${file.name}: ${why}`);
  const words = new URLSearchParams({ name: file.name, strict: at("strict").checked ? "yes" : "no" });
  const body = await file.arrayBuffer().catch(() => { throw new Complaint(`${file.name} cannot be read`); });
  return asked(`/jobs/report?${words}`, {
    method: "POST", headers: { "Content-Type": "application/octet-stream" }, body,
  });
}

/** One after the other, as a browser has few connections to one server. */
function report(files) {
  for (const file of files)
    lastReport = lastReport.then(() => madePage(at("reports"), `Verifying ${file.name}`, () => sent(file)));
}

const drop = at("drop");
at("file").addEventListener("change", (event) => {
  report([...event.target.files]);
  event.target.value = "";
});
// Anywhere on the page, as a file that is dropped beside the place would take the page away.
document.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
document.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  report([...event.dataTransfer.files]);
});

// --- games ---------------------------------------------------------------------------------------

const chosenGame = () => games.find(({ name }) => name === at("game").value);
const optionInput = (name) => at(`option-${name}`);

function showGame() {
  const game = chosenGame();
  at("game-summary").textContent = game.summary;
  at("game-options").replaceChildren(...game.options.map(({ name, default: usual, limits }) => {
    const id = `option-${name}`;
    const about = element("span", { class: "faint", id: `${id}-limits` }, limits);
    const input = element("input", { id, class: "code", placeholder: usual, "aria-describedby": about.id });
    return element("div", { class: "field" }, element("label", { for: id }, name), input, about);
  }));
}

at("game").append(...games.map(({ name }) => element("option", { value: name }, name)));
at("game").addEventListener("change", showGame);
at("small").addEventListener("click", () => {
  for (const { name, example } of chosenGame().options) optionInput(name).value = example;
});
at("game-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, options } = chosenGame();
  const given = options.map((option) => [option.name, optionInput(option.name).value.trim()]);
  const said = given.filter(([, value]) => value).map(([key, value]) => `${key}=${value.replaceAll(" ", "")}`);
  const what = ["Making the page of", name, ...said].join(" ");
  madePage(at("game-pages"), what, () => post("/jobs/page", { name, options: said.join(" ") }));
});
showGame();
