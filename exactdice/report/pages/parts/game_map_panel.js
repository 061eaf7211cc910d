"use strict";

/** The panel with the map: what it shows, its axes, a slider for each other field, the cell. */
function mapPanel(game, link) {
  const byId = (id) => document.getElementById(id);
  const plot = byId("map");
  const open = game.fields.map((field) => openValues(game, field));
  const start = numbersOf(game, game.start);
  const [x, y] = firstAxes(game, open, start);
  const view = { kind: kindsOf(game)[0], x, y, at: start, cell: null };
  let cells = null;
  let isDrawn = false;

  function readLink() {
    if (kindsOf(game).includes(link.get("map"))) view.kind = link.get("map");
    for (const axis of ["x", "y"]) {
      const k = game.fields.findIndex((field) => field.name === link.get(axis));
      if (k >= 0) view[axis] = k;
    }
    if (open[view.x].length * open[view.y].length > MOST_CELLS) view.y = view.x;
    game.fields.forEach((field, k) => {
      const number = field.values.indexOf(link.get(`at.${field.name}`));
      if (open[k].includes(number)) view.at[k] = number;
    });
    makeControls();
  }

  function writeLink() {
    link.set("map", view.kind);
    link.set("x", game.fields[view.x].name);
    link.set("y", game.fields[view.y].name);
    game.fields.forEach((field, k) => link.set(`at.${field.name}`, field.values[view.at[k]]));
    linkState(link);
  }

  // --- the cell that is looked at ---------------------------------------------------------------

  function cellOfView() {
    const column = cells.columns.indexOf(view.at[view.x]);
    const row = view.x === view.y ? 0 : cells.rows.indexOf(view.at[view.y]);
    return column < 0 || row < 0 ? null : { column, row };
  }

  function stateOfView() {
    return stateWith(game, view.at);
  }

  function select(cell) {
    view.at[view.x] = cells.columns[cell.column];
    if (view.x !== view.y) view.at[view.y] = cells.rows[cell.row];
    view.cell = cell;
    if (canPlot()) Plotly.relayout(plot, { shapes: markOf(cells, cell) });
    tell();
  }

  function tell() {
    showState(byId("map-state"), game, stateOfView(), true);
    byId("map-spoken").textContent = spokenState(game, stateOfView());
    byId("map-play").disabled = stateOfView() === undefined;
    writeLink();
  }

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  function moveCell(event) {
    if (!(event.key in ARROWS) || event.target !== byId("map-keys")) return;
    event.preventDefault();
    const [across, up] = ARROWS[event.key];
    const within = (place, size) => Math.min(Math.max(place, 0), size - 1);
    const from = view.cell ?? { column: 0, row: 0 };
    select({
      column: within(from.column + across, cells.columns.length),
      row: within(from.row + up, cells.rows.length),
    });
  }

  // --- the controls -----------------------------------------------------------------------------

  function choice(id, label, options, chosen, onChange) {
    const select = element("select", { id });
    for (const [value, text] of options) select.append(new Option(text, value, false, String(value) === String(chosen)));
    select.addEventListener("change", () => onChange(select.value));
    return element("div", { class: "control" }, element("label", { for: id }, label), select);
  }

  function slider(k) {
    const field = game.fields[k];
    const id = `field-${k}`;
    if (open[k].length <= 3) {
      const options = open[k].map((number) => [number, field.values[number]]);
      return choice(id, field.name, options, view.at[k], (value) => moveField(k, Number(value)));
    }
    const place = Math.max(open[k].indexOf(view.at[k]), 0);
    const input = element("input", { type: "range", id, min: 0, max: open[k].length - 1, value: place });
    const output = element("output", { for: id });
    const say = () => {
      output.textContent = field.values[open[k][input.value]];
      input.setAttribute("aria-valuetext", output.textContent);
    };
    input.addEventListener("input", () => {
      say();
      moveField(k, open[k][input.value]);
    });
    say();
    return element("div", { class: "control" }, element("label", { for: id }, field.name), input, output);
  }

  function moveField(k, number) {
    view.at[k] = number;
    performance.mark("slider-moved");
    draw();
    performance.measure("slider", "slider-moved");
  }

  function setAxis(axis, k) {
    const other = axis === "x" ? "y" : "x";
    if (view[other] === k && view.x !== view.y) view[other] = view[axis];
    view[axis] = k;
    if (open[view.x].length * open[view.y].length > MOST_CELLS) view[other] = k;
    makeControls();
    draw();
  }

  function makeControls() {
    const kinds = kindsOf(game).map((kind) => [kind, KINDS[kind]]);
    const fields = game.fields.map((field, k) => [k, field.name]).filter(([k]) => open[k].length > 1 || k === view.x || k === view.y);
    const controls = [choice("map-kind", "Show", kinds, view.kind, (kind) => {
      view.kind = kind;
      draw();
    })];
    if (fields.length > 1) {
      controls.push(choice("map-x", "Across", fields, view.x, (k) => setAxis("x", Number(k))));
      controls.push(choice("map-y", "Up", fields, view.y, (k) => setAxis("y", Number(k))));
    }
    game.fields.forEach((_, k) => {
      if (k !== view.x && k !== view.y && open[k].length > 1) controls.push(slider(k));
    });
    byId("map-controls").replaceChildren(...controls);
  }

  function draw() {
    cells = cellsOf(game, open, view);
    view.cell = cellOfView();
    tell();
    plot.classList.toggle("one-row", cells.rows.length === 1);
    byId("map-legend").replaceChildren(...legendOf(game, view.kind, cells));
    if (!canPlot()) return;
    drawMap(plot, game, view, cells);
    if (!isDrawn) listen();
  }

  function listen() {
    isDrawn = true;
    const cellAt = ({ points: [point] }) => ({ column: point.x, row: point.y });
    plot.on("plotly_click", (event) => select(cellAt(event)));
    plot.on("plotly_hover", (event) => {
      const { column, row } = cellAt(event);
      showState(byId("map-state"), game, cells.states[row][column], false);
    });
    plot.on("plotly_unhover", () => showState(byId("map-state"), game, stateOfView(), true));
  }

  readLink();
  byId("map-keys").addEventListener("keydown", moveCell);
  document.addEventListener("look", () => isDrawn && !byId("panel-map").hidden && draw());
  return { draw, stateOfView, readLink };
}
