"use strict";

/** The map: what the game is worth, or what is best, over two fields of the state. */
const MOST_CELLS = 250000;
// Red where MAX is ahead, blue where MIN is, as in the plots of the library (RdBu_r of ColorBrewer):
// told apart by the colour-blind, and light where nobody is ahead.
const RED_AND_BLUE = ["#053061", "#2166ac", "#4393c3", "#92c5de", "#d1e5f0", "#f7f7f7", "#fddbc7", "#f4a582", "#d6604d", "#b2182b", "#67001f"];
const VIRIDIS = ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"];
const [AROUND_ZERO, IN_ORDER] = [RED_AND_BLUE, VIRIDIS].map(evenly);

/** The colours as a scale of Plotly, at equal distances. */
function evenly(colours) {
  return colours.map((colour, k) => [k / (colours.length - 1), colour]);
}

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

/** The two fields with which the map begins: those over which it shows the most states, where the
 * others are as at first. */
function firstAxes(game, open, at) {
  let [best, most] = [[0, 0], 0];
  game.fields.forEach((_, x) => game.fields.slice(x + 1).forEach((__, more) => {
    const y = x + 1 + more;
    if (open[x].length * open[y].length > MOST_CELLS) return;
    const shown = statesBeside(game, at, [x, y]);
    if (shown > most) [best, most] = [[x, y], shown];
  }));
  return best;
}

/** How many states, in which play goes on, have all fields but these two as they are here. */
function statesBeside(game, at, axes) {
  const fixed = game.fields.map((_, k) => k).filter((k) => !axes.includes(k));
  let count = 0;
  for (let state = 0; state < game.size; state += 1) {
    if (!isOver(game, state) && fixed.every((k) => game.fields[k].column[state] === at[k])) count += 1;
  }
  return count;
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
  const states = rows.map((row) => {
    if (row !== null) at[view.y] = row;
    return statesInRow(game, at, view.x, columns);
  });
  const heights = states.map((line) => line.map((state) => cellHeight(game, view.kind, state)));
  return { columns, rows, states, heights };
}

/** The states in which one field runs through these numbers, the others being as they are. */
function statesInRow(game, at, field, numbers) {
  const beside = at.map((number, k) => (k === field ? 0 : number));
  if (!game.units.length) return numbers.map((number) => stateWith(game, beside.with(field, number)));
  const base = codeOf(game.units, beside);
  return numbers.map((number) => game.placeOfCode.get(base + game.units[field] * number));
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
    showscale: false,
  };
  if (isOfActions(kind)) return { ...trace, ...actionColours(game, cells) };
  if (kind === "count") return { ...trace, ...countColours(cells) };
  return { ...trace, ...valueColours(game) };
}

function shownHeights(cells) {
  return [...new Set(cells.heights.flat().filter((height) => height !== null))].sort((a, b) => a - b);
}

function countColours(cells) {
  const shown = shownHeights(cells);
  return { colorscale: IN_ORDER, zmin: Math.min(0, ...shown), zmax: Math.max(1, ...shown) };
}

/** One scale for all values of the fields beside: else a slider would change what a colour means. */
function valueColours(game) {
  game.range ??= rangeOf(game);
  const [least, most] = game.range;
  // Where all have one sign nothing is special about 0.
  if (least >= 0 || most <= 0) return { colorscale: IN_ORDER, zmin: least, zmax: most };
  const size = Math.max(-least, most);
  return { colorscale: AROUND_ZERO, zmin: -size, zmax: size };
}

/** The least and the greatest value of a state, and so of its opposite, for drawing. */
function rangeOf(game) {
  let [least, most] = [Infinity, -Infinity];
  for (let state = 0; state < game.size; state += 1) {
    const height = heightOf(game, state);
    [least, most] = [Math.min(least, height), Math.max(most, height)];
  }
  return [least, most];
}

/** A colour for each action that is shown, in the order of the game. */
function actionColours(game, cells) {
  const shown = shownHeights(cells);
  const rank = new Map(shown.map((action, k) => [action, k]));
  return {
    z: cells.heights.map((line) => line.map((height) => (height === null ? null : rank.get(height)))),
    zmin: -0.5,
    zmax: Math.max(shown.length - 0.5, 0.5),
    colorscale: steps(Math.max(shown.length, 1)),
  };
}

function shortened(text) {
  return text.length > 12 ? `${text.slice(0, 11)}…` : text;
}

// --- the legend ----------------------------------------------------------------------------------

const MOST_NAMED = 40; // actions in the legend

/** What the colours mean: the actions that are shown, or the ends of a scale. */
function legendOf(game, kind, cells) {
  if (isOfActions(kind)) return [...actionLegend(game, shownHeights(cells)), ...absentLegend(cells)];
  const { colorscale, zmin, zmax } = kind === "count" ? countColours(cells) : valueColours(game);
  const scale = element("span", { class: "scale" });
  scale.style.background = `linear-gradient(90deg, ${colorscale.map(([, colour]) => colour).join(", ")})`;
  const end = (height) => element("span", { class: "number" }, String(Number(height.toPrecision(3))));
  return [end(zmin), scale, end(zmax), ...absentLegend(cells)];
}

/** What cells without a colour are, where there are any. */
function absentLegend(cells) {
  if (!cells.heights.flat().includes(null)) return [];
  const swatch = element("span", { class: "swatch absent" });
  return [element("span", { class: "named" }, swatch, "none")];
}

function actionLegend(game, shown) {
  const named = shown.slice(0, MOST_NAMED).map((action, k) => {
    const swatch = element("span", { class: "swatch" });
    swatch.style.background = between(shown.length === 1 ? 0.5 : k / (shown.length - 1));
    return element("span", { class: "named" }, swatch, game.actions[action]);
  });
  return shown.length > MOST_NAMED ? [...named, "…"] : named;
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

/** A colour of the page as it looks now. */
function pageColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** What plots have in common: the colours of the page, and no buttons of their own. */
function plotLayout(more = {}) {
  const colour = pageColour;
  // Labels are chosen to fit, so that they need not be measured each time.
  const axis = { gridcolor: colour("--line"), zeroline: false, fixedrange: true, tickangle: 0, ticklabeloverflow: "allow" };
  return {
    font: { color: colour("--ink"), family: getComputedStyle(document.body).fontFamily, size: 13 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: colour("--raised"),
    margin: { l: 64, r: 12, t: 10, b: 48 },
    dragmode: false,
    ...more,
    xaxis: { ...axis, ...more.xaxis },
    yaxis: { ...axis, ...more.yaxis },
  };
}

/** Whether the library of plots is there: it comes after all else, or not at all. */
function canPlot() {
  return typeof Plotly !== "undefined";
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
  const names = cells.rows[0] === null ? [] : cells.rows.map((row) => shortened(game.fields[view.y].values[row]));
  const layout = plotLayout({
    margin: { l: 40 + 8 * Math.max(0, ...names.map((name) => name.length)), r: 12, t: 10, b: 48 },
    xaxis: axisOf(game, view.x, cells.columns),
    yaxis: cells.rows[0] === null ? { visible: false } : axisOf(game, view.y, cells.rows),
    shapes: markOf(cells, view.cell),
    plot_bgcolor: pageColour("--absent"),
  });
  return Plotly.react(place, [traceOf(game, view.kind, cells)], layout, PLOT_CONFIG);
}
