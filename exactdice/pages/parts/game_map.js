"use strict";

/** The map: what the game is worth, or what is best, over two fields of the state. */
const MOST_CELLS = 250000;
// Blue, white, orange: told apart by the colour-blind, and light where nobody is ahead.
const AROUND_ZERO = [[0, "#b35806"], [0.25, "#f1a340"], [0.5, "#f7f7f7"], [0.75, "#67a9cf"], [1, "#2166ac"]];
const VIRIDIS = ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"];
const IN_ORDER = VIRIDIS.map((colour, k) => [k / (VIRIDIS.length - 1), colour]);

const KINDS = {
  value: "value: what MAX is paid",
  worth: "value to the player to move",
  best: "best action (the first of several)",
  count: "number of best actions",
  likely0: "likeliest action of MAX",
  likely1: "likeliest action of MIN",
};

/** The numbers of the values that a field has where play goes on. */
function openValues(game, field) {
  const found = new Set();
  for (let state = 0; state < game.size; state += 1) {
    if (!isOver(game, state)) found.add(field.column[state]);
  }
  return [...found].sort((a, b) => a - b);
}

/** The fields with which the map begins: the longest that are numbers, in their order. */
function firstAxes(game, open) {
  const ranked = game.fields.map((_, k) => k).sort((a, b) => rankOf(game, open, b) - rankOf(game, open, a));
  const [x, y = x] = ranked;
  if (open[x].length * open[y].length > MOST_CELLS) return [x, x];
  return [Math.min(x, y), Math.max(x, y)];
}

function rankOf(game, open, k) {
  return open[k].length + (game.fields[k].numeric && open[k].length > 1 ? 1e6 : 0);
}

function kindsOf(game) {
  const hasMixtures = Object.keys(game.mixtures).length > 0;
  const left = hasMixtures ? ["worth", "best", "count"] : ["likely0", "likely1"];
  if (game.solo) left.push("worth");
  return Object.keys(KINDS).filter((kind) => !left.includes(kind));
}

// --- what the map shows --------------------------------------------------------------------------

/** {x, y, states, heights}: the states of the cells in rows, and a float or null for each. */
function cellsOf(game, open, view) {
  const columns = open[view.x];
  const rows = view.x === view.y ? [null] : open[view.y];
  const at = [...view.at];
  const states = rows.map((row) => columns.map((column) => {
    at[view.x] = column;
    if (row !== null) at[view.y] = row;
    return stateWith(game, at);
  }));
  const heights = states.map((line) => line.map((state) => cellHeight(game, view.kind, state)));
  return { columns, rows, states, heights };
}

function cellHeight(game, kind, state) {
  if (state === undefined || isOver(game, state)) return null;
  if (kind === "value") return heightOf(game, state);
  const mover = moverOf(game, state);
  if (kind === "worth") return mover === MIN ? -heightOf(game, state) : heightOf(game, state);
  const player = kind.startsWith("likely") ? Number(kind.at(-1)) : mover;
  if (player === BOTH || !isToAct(game, state, player)) return null;
  if (kind === "count") return optimalActions(game, state, player).length;
  return kind === "best" ? optimalActions(game, state, player)[0] : likeliest(game, state, player);
}

function likeliest(game, state, player) {
  const law = optimalLaw(game, state, player);
  return law.reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
}

function isOfActions(kind) {
  return kind === "best" || kind.startsWith("likely");
}

/** The picture of the cells for Plotly. */
function traceOf(game, kind, cells) {
  const trace = {
    type: "heatmap",
    x: cells.columns.map((_, k) => k),
    y: cells.rows.map((_, k) => k),
    z: cells.heights,
    hoverinfo: "none",
    colorbar: { thickness: 14, len: 1, outlinewidth: 0 },
  };
  if (isOfActions(kind)) return { ...trace, ...actionColours(game, cells) };
  if (kind === "count") return { ...trace, colorscale: IN_ORDER };
  return { ...trace, ...valueColours(game, kind) };
}

/** One scale for all values of the fields beside: else a slider would change what a colour means. */
function valueColours(game, kind) {
  let [least, most] = [Infinity, -Infinity];
  for (let state = 0; state < game.size; state += 1) {
    const height = heightOf(game, state);
    [least, most] = [Math.min(least, height), Math.max(most, height)];
  }
  if (least >= 0) return { colorscale: IN_ORDER, zmin: least, zmax: most };
  const size = Math.max(-least, most);
  return { colorscale: AROUND_ZERO, zmin: -size, zmax: size };
}

/** A colour for each action that is shown, in the order of the game, with a legend. */
function actionColours(game, cells) {
  const shown = [...new Set(cells.heights.flat().filter((height) => height !== null))].sort((a, b) => a - b);
  const rank = new Map(shown.map((action, k) => [action, k]));
  const step = Math.ceil(shown.length / 24);
  const labelled = shown.filter((_, k) => k % step === 0);
  return {
    z: cells.heights.map((line) => line.map((height) => (height === null ? null : rank.get(height)))),
    zmin: -0.5,
    zmax: Math.max(shown.length - 0.5, 0.5),
    colorscale: steps(Math.max(shown.length, 1)),
    colorbar: {
      thickness: 14, len: 1, outlinewidth: 0,
      tickvals: labelled.map((action) => rank.get(action)),
      ticktext: labelled.map((action) => shortened(game.actions[action])),
    },
  };
}

function shortened(text) {
  return text.length > 12 ? `${text.slice(0, 11)}…` : text;
}

/** So many bands of one colour each, from dark to light. */
function steps(count) {
  return Array.from({ length: count }).flatMap((_, k) => {
    const colour = between(count === 1 ? 0.5 : k / (count - 1));
    return [[k / count, colour], [(k + 1) / count, colour]];
  });
}

/** The colour of viridis at this part of its way. */
function between(part) {
  const place = part * (VIRIDIS.length - 1);
  const [low, high] = [VIRIDIS[Math.floor(place)], VIRIDIS[Math.ceil(place)]];
  const channel = (colour, k) => Number.parseInt(colour.slice(1 + 2 * k, 3 + 2 * k), 16);
  const mixed = [0, 1, 2].map((k) => Math.round(channel(low, k) + (channel(high, k) - channel(low, k)) * (place % 1)));
  return `rgb(${mixed.join(",")})`;
}

// --- the plot ------------------------------------------------------------------------------------

/** What plots have in common: the colours of the page, and no buttons of their own. */
function plotLayout(more = {}) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const axis = { gridcolor: colour("--line"), zeroline: false, automargin: true, fixedrange: true };
  return {
    font: { color: colour("--ink"), family: getComputedStyle(document.body).fontFamily, size: 13 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: colour("--raised"),
    margin: { l: 50, r: 10, t: 10, b: 45 },
    dragmode: false,
    ...more,
    xaxis: { ...axis, ...more.xaxis },
    yaxis: { ...axis, ...more.yaxis },
  };
}

const PLOT_CONFIG = { displayModeBar: false, responsive: true };

function axisOf(game, k, numbers) {
  const field = game.fields[k];
  const longest = Math.max(...numbers.map((number) => field.values[number].length));
  const step = Math.ceil(numbers.length / (longest > 4 ? 8 : 12));
  const ticks = numbers.map((_, place) => place).filter((place) => place % step === 0);
  return {
    title: { text: field.name },
    tickvals: ticks,
    ticktext: ticks.map((place) => shortened(field.values[numbers[place]])),
    showgrid: false,
  };
}

function markOf(cells, cell) {
  if (!cell) return [];
  const box = { type: "rect", x0: cell.column - 0.5, x1: cell.column + 0.5, y0: cell.row - 0.5, y1: cell.row + 0.5 };
  return [
    { ...box, line: { color: "#ffffff", width: 5 } },
    { ...box, line: { color: "#000000", width: 2 } },
  ];
}

function drawMap(place, game, view, cells) {
  const layout = plotLayout({
    xaxis: axisOf(game, view.x, cells.columns),
    yaxis: cells.rows[0] === null ? { visible: false } : axisOf(game, view.y, cells.rows),
    shapes: markOf(cells, view.cell),
  });
  return Plotly.react(place, [traceOf(game, view.kind, cells)], layout, PLOT_CONFIG);
}
