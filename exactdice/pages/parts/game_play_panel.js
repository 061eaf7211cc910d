"use strict";

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
    const seat = game.solo ? MAX : Number(byId("seat").value);
    const seed = byId("seed").value || String(Math.floor(Math.random() * 1e9));
    link.set("seed", byId("seed").value);
    if (!game.solo) {
      link.set("seat", NAMES[seat]);
      link.set("against", opponent.value);
    }
    linkState(link);
    play = newPlay(game, { start, seat, opponent: opponent?.value, seed });
    byId("play-now").hidden = false;
    show();
  }

  function show() {
    const over = isOver(game, play.state);
    byId("play-state").replaceChildren(stateShown(game, play.state));
    byId("play-told").textContent = over ? endingText(play) : lastLines();
    byId("undo").disabled = play.past.length === 0;
    byId("play-actions").replaceChildren(...(over ? [] : actionButtons()));
    byId("play-lines").replaceChildren(...play.lines.map(({ told, then }) => element("li", {}, `${told}: ${then}`)));
    byId("play-summary").replaceChildren(...(over ? summary() : []));
  }

  function lastLines() {
    const told = play.lines.slice(play.past.at(-1)?.lines ?? 0).map((line) => line.told);
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

  if (!game.hasMoves) return { draw() {}, begin() {} };
  if (!game.solo) {
    if (link.get("seat") === "MIN") byId("seat").value = "1";
    byId("seat").addEventListener("change", makeOpponents);
  }
  byId("seed").value = link.get("seed") ?? "";
  makeOpponents();
  byId("begin").addEventListener("click", () => begin());
  byId("undo").addEventListener("click", () => {
    takeBack(play);
    show();
  });
  byId("advice").addEventListener("change", () => play && show());
  return { draw() {}, begin };
}
