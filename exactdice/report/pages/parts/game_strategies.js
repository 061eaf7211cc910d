"use strict";

/** Two strategies compared: what they earn against each other, exactly. */
const EARNED = {
  gain: "MAX is paid on average",
  win: "MAX wins",
  draw: "nobody wins",
  loss: "MAX loses",
  turns: "moves on average",
};

function strategiesPanel(game, link) {
  const places = game.solo ? ["a"] : ["a", "b"];
  const selects = places.map((key, player) => strategySelect(game, player, `strategy-${key}`, link.get(key)));
  const chosen = () => selects.map((select) => select.value);

  function tell() {
    places.forEach((key, k) => link.set(key, selects[k].value));
    linkState(link);
    const pair = game.pairs.find((one) => one.names.join() === chosen().join());
    const place = document.getElementById("earned");
    if (!pair) {
      place.replaceChildren(element("p", {}, "This pair is not worked out on this page; at the command line:"), element("pre", {}, queryFor(game, chosen())));
      return;
    }
    const rows = Object.entries(EARNED).map(([key, text]) => element(
      "tr", {}, element("th", { scope: "row" }, text),
      element("td", { class: "number", id: `earned-${key}` }, said(numberAt(game, pair[key]))),
    ));
    place.replaceChildren(element("table", {}, element("tbody", {}, ...rows)));
  }

  const controls = selects.map((select, player) => element(
    "div", { class: "control" },
    element("label", { for: select.id }, game.solo ? "Strategy" : NAMES[player]),
    select,
  ));
  for (const select of selects) select.addEventListener("change", tell);
  document.getElementById("strategy-controls").replaceChildren(...controls);
  document.getElementById("pairs").replaceChildren(pairsTable(game));
  /** Of a link that was put into the open page. */
  function readLink() {
    selects.forEach((select, player) => {
      const name = link.get(places[player]);
      if (game.strategies[player].some((one) => one.name === name)) select.value = name;
    });
  }

  return { draw: tell, readLink };
}

function strategySelect(game, player, id, chosen) {
  const select = element("select", { id });
  for (const { name } of game.strategies[player]) select.append(new Option(name, name, false, name === chosen));
  return select;
}

function queryFor(game, names) {
  return `exactdice value "gain(${names.join(", ")})" ${game.command}`;
}

/** What MAX is paid for every pair, MAX's strategies in rows and MIN's in columns. */
function pairsTable(game) {
  const gains = new Map(game.pairs.map((pair) => [pair.names.join(), numberAt(game, pair.gain)]));
  const columns = game.solo ? [""] : game.strategies[MIN].map(({ name }) => name);
  const cell = (names) => {
    const gain = gains.get(names.join());
    return element("td", { class: "number" }, gain ? shortest(gain) : "left out");
  };
  const rows = game.strategies[MAX].map(({ name }) => element(
    "tr", {}, element("th", { scope: "row" }, name),
    ...columns.map((column) => cell(game.solo ? [name] : [name, column])),
  ));
  const head = element("tr", {}, element("td"), ...columns.map((column) => element("th", { scope: "col" }, column || "paid on average")));
  return element("table", {}, element("caption", {}, `What MAX is paid on average${game.solo ? "" : ": its strategies in rows, those of MIN in columns"}`), element("thead", {}, head), element("tbody", {}, ...rows));
}

function shortest(number) {
  const short = shortFraction(number);
  return short && short.length <= 9 ? short : roundedText(number, 6);
}
