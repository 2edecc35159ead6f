// The page for sorting generated pictures. Everything that comes from the server is set as text, never as markup. What is
// said of a picture counts when the server has it on its disk; until then the page stays where it is.

const PATH = location.pathname.match(/^\/s\/([0-9a-f]{32})\/?$/);
const token = PATH ? PATH[1] : "";
const at = id => document.getElementById(id);
const main = at("main"), news = at("news");
const WAYS = { back: ["↑", "back", "away from you"], left: ["←", "left", "of the picture"], right: ["→", "right", "of the picture"], front: ["↓", "front", "toward you"] };
const KEYS = { ArrowUp: "back", ArrowLeft: "left", ArrowRight: "right", ArrowDown: "front" };
const MEANT = { front: "toward the camera", back: "away from the camera", left: "to the left", right: "to the right", diagonal: "diagonally", unclear: "that it cannot be told", "": "nothing that can be read" };

let cards = [], reasons = [], now = 0, busy = false;
const past = []; // the pictures spoken of, in order: undo goes back

function make(tag, more = {}, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(more)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else node.setAttribute(name, value);
  }
  node.append(...inside);
  return node;
}
function say(text, trouble = false) {
  news.textContent = text;
  news.classList.toggle("trouble", trouble);
}
async function ask(path, body) {
  const headers = { authorization: "Bearer " + token };
  const sent = body ? { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) } : { headers };
  let reply;
  try { reply = await fetch("/api/" + path, { ...sent, cache: "no-store" }); }
  catch { throw new Error("The server does not answer; start `vantage genai review` again and open its new address. What was said is kept."); }
  const found = await reply.json();
  if (!reply.ok) throw new Error(found.message);
  return found;
}

// ---- saying something about a picture --------------------------------------------------------------------------

async function tell(card, what) {
  if (busy || !card) return;
  busy = true;
  try {
    const found = await ask("say", { picture: card.picture, ...what });
    cards[cards.indexOf(card)] = found;
    say("");
    return found;
  } catch (error) { say(error.message, true); } finally { busy = false; }
}
async function decide(what) {
  const card = cards[now], again = card.said !== "";
  const found = await tell(card, what);
  if (!found) return;
  if (!again) past.push(found.picture);
  // Agreement needs no second look; where others differ, theirs is shown before the page goes on.
  if (found.differs || again) show();
  else next();
}
async function undo() {
  const last = past.length ? past[past.length - 1] : "";
  const place = cards.findIndex(card => card.picture === last);
  if (place < 0) return say("There is nothing to take back.");
  if (await tell(cards[place], {})) {
    past.pop();
    now = place;
    show();
    say("Taken back.");
  }
}

// ---- going about -----------------------------------------------------------------------------------------------

function find(wanted) { // the next picture of which something holds, from the present one on and round again
  for (let step = 1; step <= cards.length; step++) {
    const place = (now + step) % cards.length;
    if (wanted(cards[place])) return place;
  }
  return -1;
}
function next() {
  const place = cards[now].said === "" ? now : find(card => card.said === "");
  if (place >= 0) now = place;
  show();
}
function move(step) {
  now = Math.max(0, Math.min(cards.length - 1, now + step));
  show();
}
function odd() {
  const place = find(card => card.differs);
  if (place < 0) return say("No answer differs from a description or a model.");
  now = place;
  show();
}

// ---- the page --------------------------------------------------------------------------------------------------

function told(card) { // what others say, once the person has spoken
  const line = (who, said) => make("p", card.kept && said !== "" && said !== card.said ? { class: "odd" } : {}, `${who}: ${MEANT[said]}`);
  return make("section", { class: card.differs ? "told differs" : "told" },
    make("p", {}, make("b", {}, card.kept ? `Kept: faces ${MEANT[card.said]}` : `Rejected: ${new Map(reasons).get(card.said)}`)),
    make("p", {}, `“${card.asked}”`),
    line("The description said", card.described),
    ...card.opinions.map(one => line(`${one.model} says`, one.said)),
    ...(card.differs ? [make("p", {}, "Look again: your answer counts, whatever others say.")] : []));
}
function show() {
  const card = cards[now], kept = cards.filter(one => one.kept).length, done = cards.filter(one => one.said !== "").length;
  const differ = cards.filter(one => one.differs).length;
  at("place").textContent = `${now + 1} of ${cards.length} · ${kept} kept, ${done - kept} rejected, ${cards.length - done} to go` + (differ ? ` · ${differ} differ` : "");
  const ways = Object.entries(WAYS).map(([way, [sign, name, meant]]) =>
    make("button", { type: "button", class: way, "aria-pressed": card.said === way, onclick: () => decide({ facing: way }) }, `${sign} ${name}`, make("small", {}, meant)));
  const whys = reasons.map(([name, words], k) =>
    make("button", { type: "button", "aria-pressed": card.said === name, onclick: () => decide({ reason: name }) }, make("kbd", {}, String(k + 1)), " " + words));
  const on = card.said === "" || done === cards.length ? [] : [make("button", { type: "button", class: "main", onclick: next }, "Next (enter)")];
  main.replaceChildren(
    make("figure", {}, make("img", { src: "/pictures/" + card.picture, alt: "the picture to be judged" })),
    make("section", {},
      make("h2", {}, `Which way does the ${card.kind} face?`),
      make("div", { class: "compass" }, ...ways),
      ...(card.said === "" ? [] : [told(card)]),
      make("div", { class: "below" }, ...on, make("button", { type: "button", onclick: undo }, "Undo (u)")),
      make("h3", {}, "Or reject the picture, because it …"),
      make("div", { class: "reasons" }, ...whys)));
  if (done === cards.length && !news.classList.contains("trouble")) say("All pictures are judged. Stop the server with Ctrl-C, then: vantage genai make.");
  else say("");
  main.focus({ preventScroll: true });
}
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || !cards.length) return;
  const key = event.key, number = Number(key) - 1;
  if (KEYS[key]) decide({ facing: KEYS[key] });
  else if (key >= "1" && key <= "9" && reasons[number]) decide({ reason: reasons[number][0] });
  else if (key === "u" || key === "Backspace") undo();
  else if (key === "j") move(1);
  else if (key === "k") move(-1);
  else if (key === "d") odd();
  else if ((key === "Enter" || key === " ") && document.activeElement === main) next();
  else return;
  event.preventDefault();
});
try {
  ({ pictures: cards, reasons } = await ask("pictures"));
  document.title = "Which way does it face?";
  now = Math.max(0, cards.findIndex(card => card.said === ""));
  show();
} catch (error) { say(error.message, true); }
