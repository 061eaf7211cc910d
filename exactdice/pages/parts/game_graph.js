"use strict";

/** A game on a graph: positions in columns by the longest play from them, moves as arrows. */
const GAP = 60, UP = 62, EDGE = 24, HEIGHT = 34;

/** How wide positions are drawn: all as the longest name needs it. */
function widthOf(graph) {
  return Math.max(36, ...graph.positions.map((name) => 9 * name.length + 14));
}

function drawGraph(place, graph) {
  const spots = spotsOf(graph);
  const size = widthOf(graph);
  const width = EDGE * 2 + size + (GAP + size) * Math.max(...graph.depth);
  const height = Math.max(...spots.map(([, y]) => y)) + EDGE;
  const picture = drawnElement("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-labelledby": "graph-title" });
  picture.append(drawnElement("title", { id: "graph-title" }, graphText(graph)), arrowHead());
  const losing = new Set(graph.losing);
  graph.after.forEach((below, k) => below.forEach((next) => {
    const wins = !losing.has(k) && losing.has(next);
    picture.append(arrow(spots[k], spots[next], size, wins));
  }));
  graph.positions.forEach((name, k) => picture.append(vertex(graph, k, name, spots[k], losing.has(k))));
  place.replaceChildren(picture);
}

/** The place of each position: by its depth across, evenly up and down. */
function spotsOf(graph) {
  const deepest = Math.max(...graph.depth);
  const size = widthOf(graph);
  const columns = Array.from({ length: deepest + 1 }, () => []);
  graph.depth.forEach((depth, k) => columns[depth].push(k));
  const most = Math.max(...columns.map((column) => column.length));
  const spots = [];
  columns.forEach((column, depth) => column.forEach((k, row) => {
    const middle = (most - column.length) / 2;
    // Neighbouring columns are shifted, so that fewer arrows run through a position.
    const shift = depth % 2 ? 0.22 : -0.22;
    const across = EDGE + size / 2 + (GAP + size) * (deepest - depth);
    spots[k] = [across, EDGE + HEIGHT + UP * (row + middle + shift)];
  }));
  return spots;
}

function vertex(graph, k, name, [x, y], isLosing) {
  const width = widthOf(graph);
  const group = drawnElement("g", { class: isLosing ? "vertex losing" : "vertex" });
  const shape = isLosing
    ? { rx: 3 } : { rx: HEIGHT / 2 };
  group.append(
    drawnElement("rect", { x: x - width / 2, y: y - HEIGHT / 2, width, height: HEIGHT, ...shape }),
    drawnElement("text", { x, y: y + 5, "text-anchor": "middle" }, name),
    drawnElement("text", { x: x + width / 2 + 2, y: y - HEIGHT / 2 + 4, class: "grundy" }, String(graph.grundy[k])),
  );
  return group;
}

/** An arrow to the rim of the next position, bent where it passes over a column. */
function arrow([x, y], [u, v], size, wins) {
  const bend = Math.abs(u - x) > GAP + size + 1 ? 0.16 * (u - x) : 0;
  const [middle, over] = [(x + u) / 2, (y + v) / 2 - bend];
  const [across, down] = [u - middle, v - over];
  const part = Math.min((size / 2 + 3) / Math.abs(across || 1), (HEIGHT / 2 + 3) / Math.abs(down || 1));
  const end = [u - across * Math.min(part, 1), v - down * Math.min(part, 1)];
  return drawnElement("path", {
    d: `M${x},${y} Q${middle},${over} ${end[0]},${end[1]}`,
    class: wins ? "move winning" : "move",
    "marker-end": "url(#head)",
  });
}

function arrowHead() {
  const head = drawnElement("marker", { id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" });
  head.append(drawnElement("path", { d: "M0,0 L8,4 L0,8 z", class: "head" }));
  return head;
}

function drawnElement(tag, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

function graphText(graph) {
  const losing = graph.losing.map((k) => graph.positions[k]).join("; ");
  return `${graph.positions.length} positions; the player to move loses from: ${losing}`;
}
