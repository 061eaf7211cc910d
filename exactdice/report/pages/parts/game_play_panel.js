"use strict";

const MOST_LINES = 500; // of what was played, that are shown
const MOST_TOLD = 20; // moves of the other that are said at once
const LONGEST_PLAYED = 4000; // characters of a link

/** The panel in which a game is played. */
function playPanel(game, link) {
  const byId = (id) => document.getElementById(id);
  let play = null;
  let opponent = null;

  function makeOpponents() {
    if (game.solo) return;
    const seat = Number(byId("seat").value);
    opponent = strategySelect(game, 1 - seat, "opponent", link.get("against"));
    byId("opponent-place").replaceChildren(element("label", { for: "opponent" }, "Against"), opponent);
  }

  function begin(start = game.start) {
    beginWith(start, byId("seed").value || String(Math.floor(Math.random() * 1e9)));
    writeLink(start);
    show();
  }

  function beginWith(start, seed) {
    const seat = game.solo ? MAX : Number(byId("seat").value);
    play = newPlay(game, { start, seat, opponent: opponent?.value, seed });
    link.set("played-seed", seed);
    byId("play-now").hidden = false;
  }

  /** The link holds what is needed to play the same again: the seed and the person's actions. */
  function writeLink(start) {
    link.set("seed", byId("seed").value);
    if (!game.solo) {
      link.set("seat", NAMES[play.seat]);
      link.set("against", play.opponent);
    }
    link.set("from", start === game.start ? "" : String(start));
    writePlayed();
  }

  function writePlayed() {
    const played = play.past.map(({ action }) => action).join(".");
    link.set("played", played.length <= LONGEST_PLAYED ? played : "");
    linkState(link);
  }

  /** Play again what the link tells, as far as the rules have it. */
  function replay() {
    play = null;
    byId("play-now").hidden = true;
    if (!link.get("played-seed")) return;
    const start = Number(link.get("from") || game.start);
    if (!Number.isInteger(start) || start < 0 || start >= game.size || isOver(game, start)) return;
    beginWith(start, link.get("played-seed"));
    for (const word of (link.get("played") || "").split(".")) {
      const action = Number(word);
      if (word === "" || !isTurnOf(play) || !actionsOf(game, play.state, play.seat).includes(action)) break;
      choose(play, action);
    }
    show();
  }

  function readLink() {
    if (!game.solo) {
      byId("seat").value = link.get("seat") === "MIN" ? "1" : "0";
    }
    byId("seed").value = link.get("seed") ?? "";
    makeOpponents();
    replay();
  }

  function show() {
    const over = isOver(game, play.state) || play.isEndless;
    byId("play-state").replaceChildren(stateShown(game, play.state));
    byId("play-told").textContent = over ? endingText(play) : lastLines();
    byId("undo").disabled = play.past.length === 0;
    byId("play-actions").replaceChildren(...(over ? [] : actionButtons()));
    const lines = play.lines.slice(-MOST_LINES);
    byId("play-lines").start = play.lines.length - lines.length + 1;
    byId("play-lines").replaceChildren(...lines.map(({ told, then }) => element("li", {}, `${told}: ${then}`)));
    byId("play-summary").replaceChildren(...(over ? summary() : []));
  }

  function lastLines() {
    const told = play.lines.slice(play.past.at(-1)?.lines ?? 0).slice(-MOST_TOLD).map((line) => line.told);
    const turn = moverOf(game, play.state) === BOTH ? "You both choose now." : "Your turn.";
    return [...told.map(capital), turn].join(told.length ? ". " : "").replace(/\.\.$/, ".");
  }

  function actionButtons() {
    const isAdvised = byId("advice").checked;
    return choicesAt(game, play.state, play.seat).map(({ action, worth, cost, isBest }) => {
      const button = element("button", { type: "button", class: "action", "data-action": game.actions[action] }, game.actions[action]);
      if (isAdvised) {
        const text = isBest ? `best: ${said(worth, 10)}` : `costs ${said(cost, 10)}`;
        button.append(element("small", { class: "number" }, text));
        button.classList.toggle("is-best", isBest);
      }
      button.addEventListener("click", () => act(action));
      return button;
    });
  }

  function act(action) {
    choose(play, action);
    writePlayed();
    show();
    // The button that was pressed is gone: go on where the next one is.
    (byId("play-actions").querySelector("button") ?? byId("play-summary")).focus();
  }

  function summary() {
    const rows = play.choices.map(({ state, action, cost, isBest, best }) => element(
      "tr", isBest ? { class: "is-best" } : {},
      element("td", {}, describeState(game, state)),
      element("td", {}, game.actions[action]),
      element("td", {}, actionNames(game, best)),
      element("td", { class: "number cost", ...inFull(cost) }, said(cost)),
    ));
    const head = element("tr", {}, ...["state", "you played", "best", "cost"].map((text) => element("th", { scope: "col" }, text)));
    const total = element("strong", { class: "number", id: "total-cost", ...inFull(totalCost(play)) }, said(totalCost(play)));
    return [
      element("h3", {}, "What each choice cost"),
      element("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": "What each choice cost" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows))),
      element("p", {}, "Together your choices cost ", total, ". Luck is not counted: a cost is what a perfect player would have gained more on average."),
    ];
  }

  if (!game.hasMoves) return { draw() {}, begin() {}, readLink() {} };
  if (!game.solo) byId("seat").addEventListener("change", makeOpponents);
  readLink();
  byId("begin").addEventListener("click", () => begin());
  byId("undo").addEventListener("click", () => {
    takeBack(play);
    writePlayed();
    show();
  });
  byId("advice").addEventListener("change", () => play && show());
  return { draw() {}, begin, readLink };
}
