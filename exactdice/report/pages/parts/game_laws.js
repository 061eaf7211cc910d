"use strict";

/** The laws of the payoff and of the length under optimal play, as bars and as tables. */
const LAWS = { payoff: "paid to MAX", length: "number of moves" };
const MOST_TICKED = 30;

function lawsPanel(game) {
  let isDrawn = false;
  function draw() {
    for (const [name, label] of Object.entries(LAWS)) {
      const place = document.getElementById(`law-${name}`);
      if (place && canPlot() && game.laws[name]) drawLaw(place, game, game.laws[name], label);
    }
    if (!isDrawn) writeLaws(game);
    isDrawn = true;
  }
  document.addEventListener("look", () => isDrawn && draw());
  return { draw };
}

function drawLaw(place, game, law, label) {
  const outcomes = law.outcomes.map((k) => numberAt(game, k));
  const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
  const bars = {
    type: "bar",
    x: outcomes.map(drawn),
    y: law.chances.map((k) => drawn(numberAt(game, k))),
    marker: { color: accent },
    hovertext: outcomes.map((outcome, k) => `${said(outcome, 6)}: ${roundedText(numberAt(game, law.chances[k]), 6)}`),
    hoverinfo: "text",
  };
  const mean = drawn(numberAt(game, law.mean));
  const ticks = outcomes.length <= MOST_TICKED / 3
    ? { tickvals: bars.x, ticktext: outcomes.map((outcome) => shortFraction(outcome) || roundedText(outcome, 3)) }
    : {};
  const layout = plotLayout({
    xaxis: { title: { text: label }, ...ticks },
    yaxis: { title: { text: "probability" }, rangemode: "tozero" },
    shapes: [{ type: "line", xref: "x", yref: "paper", x0: mean, x1: mean, y0: 0, y1: 1, line: { color: "#d55e00", width: 2, dash: "dash" } }],
    bargap: 0.15,
  });
  Plotly.react(place, [bars], layout, PLOT_CONFIG);
}

/** The mean where the law itself is left out, from what the optimal strategies earn. */
function meanOfPair(game, name) {
  const pair = game.pairs.find(({ names }) => names.every((one) => one === "optimal"));
  return pair?.[name === "payoff" ? "gain" : "turns"];
}

function writeLaws(game) {
  for (const name of Object.keys(LAWS)) {
    const law = game.laws[name];
    const place = document.getElementById(`law-${name}-table`);
    const mean = law ? law.mean : meanOfPair(game, name);
    if (mean !== undefined) document.getElementById(`law-${name}-mean`).textContent = said(numberAt(game, mean));
    if (!law || !place) continue;
    const row = (outcome, chance) => element(
      "tr", {},
      element("th", { scope: "row" }, outcome),
      element("td", { class: "number" }, said(numberAt(game, chance))),
    );
    const rows = law.outcomes.map((outcome, k) => row(said(numberAt(game, outcome)), law.chances[k]));
    if (law.beyond !== null) rows.push(row("more", law.beyond));
    place.replaceChildren(...rows);
  }
}
