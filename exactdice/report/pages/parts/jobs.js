"use strict";

const HAS_ENDED = "The server has ended: begin it again by exactdice serve, and load this page anew.";

/** A complaint in words for the reader, not for the console. */
class Complaint extends Error {}

/** What the server answers; its complaint is thrown, and so is that it is no more there. */
async function asked(address, request = {}) {
  let response;
  try {
    response = await fetch(address, request);
  } catch {
    throw new Complaint(HAS_ENDED);
  }
  if (response.ok) return response.status === 204 ? null : response.json();
  const said = await response.text();
  let complaint = said;
  try { complaint = JSON.parse(said).complaint; } catch { /* it is the line itself */ }
  throw new Complaint(complaint || `the server refuses (${response.status})`);
}

function post(address, words) {
  return asked(address, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(words),
  });
}

/** How far work has come, as a reader is told; "" while nothing is known. */
function progressText({ state, done, total }) {
  if (state === "waiting") return "waiting for another job to end";
  if (!done && !total) return "";
  return total === null ? `${done} so far` : `${done} of ${total}`;
}

/**
 * Wait for a job in this place, with its progress and a button that calls it off; the promise of
 * what it has found. `begun` is the promise of the answer that names the job.
 */
async function waitedFor(place, what, begun) {
  const bar = element("progress", { "aria-label": what });
  const said = element("span", { class: "number" });
  const seconds = element("span", { class: "faint number", "aria-hidden": "true" });
  const button = element("button", { type: "button" }, "Cancel");
  const aloud = element("span", { role: "status", class: "unseen" });
  const row = element("div", { class: "job" }, element("span", {}, what), bar, said, seconds, button, aloud);
  place.replaceChildren(row);
  const start = performance.now();
  const clock = setInterval(() => {
    const passed = Math.floor((performance.now() - start) / 1000);
    if (passed) seconds.textContent = `${passed} s`;
    // Seldom, as every word of it is read aloud.
    if (passed && passed % 5 === 0) aloud.textContent = `${what} ${said.textContent}`;
  }, 1000);
  aloud.textContent = what;
  try {
    const { job } = await begun;
    button.addEventListener("click", () => {
      button.disabled = true;
      asked(`/jobs/${job}`, { method: "DELETE" }).catch(() => {});
    });
    await ended(job, (told) => {
      said.textContent = progressText(told);
      if (told.total) [bar.max, bar.value] = [told.total, told.done];
      else bar.removeAttribute("value");
    });
    const found = await asked(`/jobs/${job}/answer`);
    place.replaceChildren();
    return found;
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    const words = element("p", { role: "alert", class: "complaint" }, error.message);
    place.replaceChildren(words);
    throw error;
  } finally {
    clearInterval(clock);
  }
}

/** The promise that a job is done; `tell` hears how it stands until then. */
function ended(job, tell) {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`/jobs/${job}/events`);
    const over = (settle, value) => { events.close(); settle(value); };
    events.onerror = () => over(reject, new Complaint(HAS_ENDED));
    events.onmessage = (event) => {
      const told = JSON.parse(event.data);
      if (told.state === "done") over(resolve);
      else if (told.state === "failed") over(reject, new Complaint(told.complaint));
      else if (told.state === "cancelled") over(reject, new Complaint("Cancelled: its work has ended."));
      else if (told.state === "ended") over(reject, new Complaint(HAS_ENDED));
      else tell(told);
    };
  });
}
