// The participant's page. Everything that comes from the server is set as text, never as markup.
//
// An answer goes into an outbox that outlives a reload, and leaves it when the server has acknowledged it. Its id is made
// once, so however often it is sent it counts once. The next question waits for that acknowledgement, unless the server
// cannot be reached: then the page goes on with the questions that it holds already.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const PATIENCE = 1500; // milliseconds without an acknowledgement after which the server counts as out of reach
const PATH = location.pathname.match(/^\/s\/([0-9A-Za-z-]{8,40})\/?$/);
const token = PATH ? PATH[1] : "";
const at = id => document.getElementById(id);
const main = at("main"), dialog = at("dialog"), news = at("news");

let session = null; // what the server said last
let steps = new Map(); // questions by place
let outbox = []; // {path, body, late}: sent in this order
let current = null; // the question on the screen
let sending = false, waiting = false, retry = 0, again = 0;
const announced = new Set(); // places whose notice or break was shown
const pictures = new Map(); // address -> picture, kept so that it is there while offline

// ---- small things ----------------------------------------------------------------------------------------------

function make(tag, more = {}, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(more)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (value !== false && value !== undefined) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...inside);
  return node;
}
const button = (text, onclick, kind = "") => make("button", { type: "button", class: kind, onclick }, text);

function show(...nodes) {
  main.replaceChildren(...nodes);
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}
function say(text, trouble = false) {
  if (news.textContent !== text) news.textContent = text;
  news.classList.toggle("trouble", trouble);
}
// Empty lines part paragraphs; other ends of lines are those of whoever typed the text, except before a list's sign.
const paragraphs = text => text.trim().split(/\n\s*\n/).map(part => make("p", { dir: "auto" }, part.replace(/\n(?!\s*[-*•])/g, " ")));
const page = (heading, text, ...rest) =>
  show(make("section", { class: "text" }, make("h2", {}, heading), ...paragraphs(text), ...rest));

function name() { // of what this browser keeps of the session; the token itself is not kept
  let hash = 2166136261;
  for (const mark of token.toUpperCase()) hash = Math.imul(hash ^ mark.charCodeAt(0), 16777619) >>> 0;
  return "vantage-study-" + hash.toString(16);
}
const hex = n => [...crypto.getRandomValues(new Uint8Array(n))].map(byte => byte.toString(16).padStart(2, "0")).join("");
function stored(storage, key, otherwise) {
  try { return JSON.parse(storage.getItem(key)) ?? otherwise; } catch { return otherwise; }
}
function keep(storage, key, value) {
  try { storage.setItem(key, JSON.stringify(value)); } catch { /* without storage a reload loses what was not sent */ }
}
const tab = stored(sessionStorage, "vantage-tab", hex(4));
keep(sessionStorage, "vantage-tab", tab);

// ---- the server ------------------------------------------------------------------------------------------------

class Refusal extends Error {
  constructor(status, word, message, wait) { super(message); Object.assign(this, { status, word, wait }); }
  get passing() { return this.status === 0 || this.status === 429 || this.status >= 500; }
}
async function ask(path, body) {
  const headers = token ? { authorization: "Bearer " + token } : {};
  const sent = body === undefined ? { headers } : { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
  let reply, found;
  try {
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), 15000);
    try {
      reply = await fetch("/api/" + path, { ...sent, cache: "no-store", signal: stop.signal });
      found = await reply.json();
    } finally { clearTimeout(late); }
  } catch { throw new Refusal(0, "offline", "", 0); }
  if (!reply.ok) throw new Refusal(reply.status, found.error, found.message, Number(reply.headers.get("retry-after")) || 0);
  return found;
}
// For what a person waits for: tries until the server answers, and says so.
async function insist(path, body) {
  for (let n = 0; ; n++) {
    try {
      const found = await ask(path, body);
      if (n) say("");
      return found;
    } catch (error) {
      if (!error.passing) throw error;
      say(error.status === 429 ? error.message : "The study cannot be reached just now. Nothing is lost; this page tries again by itself.", true);
      await new Promise(done => setTimeout(done, Math.max(error.wait, Math.min(8, 2 ** n / 2)) * 1000));
    }
  }
}

// ---- the outbox ------------------------------------------------------------------------------------------------

const answers = () => outbox.filter(one => one.path === "answer");
const save = () => keep(localStorage, `${name()}-${tab}`, outbox);

function recall() { // also what a closed tab of the same session left behind; sent twice it counts once
  const keys = Object.keys(localStorage).filter(key => key.startsWith(name() + "-"));
  const found = keys.flatMap(key => stored(localStorage, key, [])).filter(one => one && one.path && one.body);
  const places = new Set(outbox.map(one => one.path + one.body.place));
  for (const one of found) if (!places.has(one.path + one.body.place)) { places.add(one.path + one.body.place); outbox.push({ ...one, late: true }); }
  outbox = outbox.filter(one => one.path !== "answer" || one.body.place >= session.at);
  outbox.sort((a, b) => a.body.place - b.body.place || (a.path === "answer") - (b.path === "answer"));
  for (const key of keys) if (key !== `${name()}-${tab}`) localStorage.removeItem(key);
  save();
}
async function send() {
  if (sending) return;
  sending = true;
  clearTimeout(again);
  try {
    while (outbox.length) {
      const one = outbox[0], body = { ...one.body };
      if (one.path === "answer") Object.assign(body, { have: Math.max(-1, ...steps.keys()), offline: Boolean(one.late) });
      const found = await ask(one.path, body);
      outbox.shift();
      save();
      if (retry) say("The connection is back; everything is saved.");
      retry = 0;
      if (one.path === "answer") take(found, one);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.passing) {
      const wait = Math.max(error.wait, Math.min(5, 2 ** retry++ / 2));
      again = setTimeout(send, wait * 1000);
      unreached();
    } else if (error.word === "reason" || error.word === "place" || outbox[0].path === "flag") {
      outbox.shift();
      save();
      setTimeout(send);
    } else {
      await aside(error);
    }
  } finally { sending = false; }
}
function take(found, one) {
  for (const step of found.steps ?? []) hold(step);
  session.at = found.at;
  session.state = found.state;
  for (const place of steps.keys()) if (place < found.at || found.state !== "answering") steps.delete(place);
  one.done?.(found);
  if (waiting) next();
}
function unreached() {
  for (const one of outbox) one.late = true;
  save();
  const n = answers().length;
  if (n) say(`No connection to the study. ${n === 1 ? "Your answer is" : `Your ${n} answers are`} kept here and sent as soon as it is back.`, true);
}
async function aside(error) { // another window answered first, or the study has moved on
  outbox = [];
  save();
  await load();
  say(error.word === "answered" || error.word === "state" ? "That question was answered already, perhaps in another window. You are now where that left off." : error.message, true);
}

// ---- stages ----------------------------------------------------------------------------------------------------

async function load() {
  try {
    session = await insist("session");
  } catch (error) {
    return page("This link leads nowhere", error.message, make("p", {}, make("a", { href: "/" }, "Type in a code")));
  }
  document.title = session.title;
  at("title").textContent = session.title;
  at("menu").hidden = ["no_consent", "withdrawn", "deleted", "closed"].includes(session.state);
  steps = new Map();
  for (const step of session.steps ?? []) hold(step);
  current = null;
  if (session.state !== "answering") return stage();
  recall();
  if (outbox.length) await Promise.race([send(), new Promise(done => setTimeout(done, PATIENCE))]);
  return next();
}
function stage() {
  at("progress").hidden = at("left").hidden = true;
  at("place").textContent = "";
  current = null;
  if (session.state === "invited") return consent();
  if (session.state === "asked") return questions();
  for (const key of Object.keys(localStorage)) if (key.startsWith(name())) localStorage.removeItem(key);
  const back = session.back ? [make("p", {}, make("a", { href: session.back, id: "back" }, "Back to Prolific"))] : [];
  const [heading, text] = {
    complete: ["Thank you!", "All your answers are saved. You can close this page now."],
    screened: ["Thank you", "Several questions that check attention were missed, so the study ends here. Your answers are saved."],
    no_consent: ["That is fine", "You did not agree to take part, so nothing was asked and nothing is stored about you."],
    withdrawn: ["You have left the study", "Nothing more is asked. What you had answered is kept; to have it deleted, open this link again while the study runs, or write to those who run it."],
    deleted: ["Your data are deleted", "Everything that you answered was deleted."],
    closed: ["This study is closed", "Thank you for your interest."],
  }[session.state] ?? ["Something is amiss", "Please open your link again."];
  const gone = session.state === "withdrawn" ? [button("Delete what I answered", () => leave(true), "danger")] : [];
  return page(heading, text, ...back, ...gone);
}
async function act(path, body) {
  try {
    session = await insist(path, body);
  } catch (error) {
    if (error.status !== 422) say(error.message, true);
    if (["state", "consent", "closed"].includes(error.word)) return load();
    throw error;
  }
  steps = new Map();
  for (const step of session.steps ?? []) hold(step);
  say("");
  return session.state === "answering" ? next() : stage();
}
function once(work) { // a second click while the first is under way does nothing
  return async event => {
    const pressed = event.currentTarget ?? event.target;
    if (pressed.disabled) return;
    pressed.disabled = true;
    try { await work(event); } catch (error) { if (!(error instanceof Refusal)) throw error; } finally { pressed.disabled = false; }
  };
}
function consent() {
  const agree = yes => once(() => act("consent", { agree: yes, version: session.consent.version }));
  page("Before you begin", session.consent.text,
    make("div", { class: "row" }, button("I agree and want to begin", agree(true), "main"), button("I do not agree", agree(false))),
    make("p", { class: "keys" }, "You can stop at any time, and come back with the address of this page or with your code, ", make("span", { class: "code" }, spelled()), "."));
}
const spelled = () => token.toUpperCase().replace(/-/g, "").replace(/(.{4})(?=.)/g, "$1-");

function questions() {
  const fault = make("p", { class: "fault", role: "alert" });
  const form = make("form", { novalidate: true }, ...session.questions.map(field), fault, make("button", { class: "main" }, "Finish"));
  form.addEventListener("submit", async event => {
    event.preventDefault();
    const said = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value)]));
    try { await act("replies", { replies: said }); } catch (error) {
      fault.textContent = error.message;
      form.querySelector(`[name="${CSS.escape(error.word ?? "")}"]`)?.focus();
    }
  });
  show(make("section", { class: "text" }, make("h2", {}, "A few questions about you and the study"), form));
}
function field(question) {
  const needed = question.needed ? "" : " (optional)";
  const inside = question.kind === "choice"
    ? question.options.map(text => make("label", { class: "choice" }, make("input", { type: "radio", name: question.name, value: text }), text))
    : [make(question.kind === "text" ? "textarea" : "input", { name: question.name, "aria-label": question.text, maxlength: 4000, ...(question.kind === "number" ? { inputmode: "decimal" } : {}) })];
  return make("fieldset", {}, make("legend", {}, question.text + needed), ...inside);
}
function leave(sure) {
  return act("leave", { delete: sure });
}

// ---- questions -------------------------------------------------------------------------------------------------

function hold(step) {
  steps.set(step.place, step);
  for (const address of [...step.pictures, ...step.options.map(one => one.picture)]) if (address) fetched(address);
}
function fetched(address) {
  if (!pictures.has(address)) {
    const picture = new Image();
    picture.src = "/" + address;
    const ready = picture.decode().catch(() => { pictures.delete(address); throw new Refusal(0, "picture", "", 0); });
    ready.catch(() => {});
    pictures.set(address, { picture, ready });
  }
  return pictures.get(address);
}
function next() {
  at("left").hidden = true;
  const place = session.at + answers().length, step = steps.get(place);
  current = null;
  waiting = false;
  if (!step) {
    if (!outbox.length) return load();
    waiting = true;
    show(make("section", { class: "text" }, make("h2", {}, "Waiting for the connection"), make("p", {}, "Your answers are kept here and are sent as soon as the study can be reached again. You can leave this page open.")));
    return;
  }
  at("progress").hidden = false;
  at("progress").max = session.total;
  at("progress").value = place;
  at("place").textContent = `${place + 1} of ${session.total}`;
  if ((step.notice || step.pause) && !announced.has(place)) return announce(step);
  return ask_item(step);
}
function announce(step) {
  announced.add(step.place);
  const kinds = step.notice?.kinds ?? [], parts = [];
  if (step.pause) parts.push(make("h2", {}, "Time for a break"), make("p", {}, `You have answered ${step.place} of ${session.total}. Go on whenever you like.`));
  if (kinds.includes("practice")) parts.push(make("h2", {}, "First some practice"), make("p", {}, "After each answer you are told whether it was right. Practice does not count."), make("p", { class: "keys" }, "Answer with the keys 1 to 8 or A to H, or with a click. Z makes pictures larger; F tells us that something is wrong with a question."));
  if (kinds.includes("study")) parts.push(make("h2", {}, "Now the study begins"), make("p", {}, session.feedback === "all" ? "Please answer as well as you can." : "Please answer as well as you can. From now on you are not told whether an answer was right."));
  if (kinds.includes("task")) parts.push(make("h2", {}, kinds.includes("study") || !session.at ? "The first kind of question" : "Now another kind of question"), make("p", { dir: "auto" }, step.notice.heading));
  const go = button("Continue", () => ask_item(step), "main");
  show(make("section", { class: "text" }, ...parts, make("div", { class: "row" }, go)));
  go.focus();
}

async function ask_item(step) {
  const arrived = performance.now();
  const item = { step, painted: null, arrived, away: 0, blurs: 0, zooms: 0, since: null, first: null, done: false, views: seen(step.place), shown: 0 };
  current = item;
  const needed = [...step.pictures, ...step.options.map(one => one.picture)].filter(Boolean);
  const body = lay(item);
  body.classList.add("waiting");
  show(body);
  const slow = setTimeout(() => say("Loading the pictures …"), 600);
  for (let n = 0; ; n++) {
    try {
      await Promise.all(needed.map(address => fetched(address).ready));
      await Promise.all([...body.querySelectorAll("img")].map(image => image.decode()));
      break;
    } catch {
      if (current !== item) return;
      say("A picture could not be loaded yet. This page tries again by itself.", true);
      await new Promise(done => setTimeout(done, Math.min(5000, 500 * 2 ** n)));
      for (const image of body.querySelectorAll("img")) image.src = image.getAttribute("src");
    }
    if (current !== item) return;
  }
  clearTimeout(slow);
  if (current !== item) return;
  if (!retry) say("");
  body.classList.remove("waiting");
  // The first frame draws the pictures, the second begins when they have been handed to the screen.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    item.painted = performance.now();
    item.shown = Date.now();
    if (!document.hasFocus()) item.since = item.painted;
    if (step.seconds) tick(item);
    body.querySelector("input")?.focus({ preventScroll: true });
  }));
}
function seen(place) {
  const key = name() + ".views", before = stored(localStorage, key, {});
  const views = before.place === place ? before.views + 1 : 1;
  keep(localStorage, key, { place, views });
  return views;
}
function lay(item) {
  const { step } = item;
  const parts = flow(item);
  parts.find(part => part.classList.contains("asked") && part.textContent)?.setAttribute("id", "asked");
  const f = step.options.length > 5 ? "Shift+F" : "F";
  const keys = step.options.length ? [make("span", { class: "keys" }, make("kbd", {}, "1"), "–", make("kbd", {}, String(step.options.length)), " answer ", make("kbd", {}, "Z"), " larger")] : [];
  const flagged = session.flags.length ? [make("button", { type: "button", class: "flag", onclick: () => flag(item) }, "Something is wrong with this question", make("span", { class: "keys" }, ` (${f})`))] : [];
  return make("section", { "aria-labelledby": "asked" }, ...parts, step.options.length ? offered(item) : number(item),
    make("div", { class: "told", role: "status" }), make("div", { class: "below" }, ...keys, ...flagged));
}
// The question in its own order: texts, and rows of pictures, each with the short line before it as its caption.
function flow(item) {
  const { step } = item, n = step.pictures.length, parts = [];
  const long = step.parts.join("").length > 900;
  const text = words => parts.push(make("div", { class: "asked" + (long ? " long" : ""), dir: "auto", ...(long ? { tabindex: 0 } : {}) }, words.trim().replace(/[ \t]+/g, " ")));
  let row = null;
  step.parts.forEach((part, place) => {
    let words = part, caption = "";
    if (place < n) {
      const cut = part.lastIndexOf("\n") + 1, last = part.slice(cut).trim();
      if (last.length <= 40 && (cut || place)) { words = part.slice(0, cut); caption = last.replace(/:$/, ""); }
    }
    if (words.trim()) { text(words); row = null; }
    if (place >= n) return;
    if (!row) parts.push(row = make("div", { class: `pictures ${n > 2 ? "many" : n > 1 ? "two" : ""} ${step.layout}`, role: "group", "aria-label": "Pictures of the question", ...(step.layout === "strip" ? { tabindex: 0 } : {}) }));
    row.append(figure(item, step.pictures[place], n > 1 ? `Picture ${place + 1}${caption ? ": " + caption : ""}` : "Picture of the question", caption || (n > 1 ? String(place + 1) : "")));
  });
  return parts;
}
function figure(item, address, label, caption) {
  const image = make("img", { src: "/" + address, alt: label });
  return make("figure", {}, image, make("button", { type: "button", class: "zoom", "aria-label": `Enlarge: ${label}`, onclick: () => zoom(item, address, label) }, "⤢"), ...(caption ? [make("figcaption", {}, caption)] : []));
}
function offered(item) {
  const words = item.step.options.every(one => !one.picture) && item.step.options.some(one => one.text.length > 12);
  return make("ol", { class: "options" + (words ? " words" : ""), "aria-label": "Answers" }, ...item.step.options.map((option, n) => {
    const letter = LETTERS[n], label = `Answer ${letter}${option.text ? ": " + option.text : ""}`;
    const inside = [make("b", {}, letter), ...(option.picture ? [make("img", { src: "/" + option.picture, alt: "" })] : []), ...(option.text ? [make("span", { dir: "auto" }, option.text)] : [])];
    const press = make("button", { type: "button", class: "option", "aria-label": label, "aria-pressed": "false", "data-letter": letter, onclick: event => answer(item, letter, event, event.pointerType || (event.detail ? "mouse" : "key")) }, ...inside);
    const larger = option.picture ? [make("button", { type: "button", class: "zoom", "aria-label": `Enlarge answer ${letter}`, onclick: () => zoom(item, option.picture, label) }, "⤢")] : [];
    return make("li", {}, press, ...larger);
  }));
}
function number(item) {
  const field = make("input", { inputmode: "decimal", autocomplete: "off", maxlength: 30, "aria-labelledby": "asked" });
  const fault = make("p", { class: "fault", role: "alert" });
  field.addEventListener("input", event => { item.first ??= item.painted === null ? null : event.timeStamp - item.painted; });
  const form = make("form", { class: "number", novalidate: true }, field, make("span", {}, item.step.unit), make("button", { class: "main" }, "Answer"));
  form.addEventListener("submit", event => {
    event.preventDefault();
    const text = field.value.trim();
    fault.textContent = /^[-+]?(\d{1,15}([.,]\d{0,15})?|[.,]\d{1,15})$/.test(text) ? "" : "Please type a number, such as 12 or 3.5.";
    if (!fault.textContent) answer(item, text, event, "key");
  });
  return make("div", {}, form, fault);
}
function zoom(item, address, label) {
  const all = [...item.step.pictures, ...item.step.options.map(one => one.picture)].filter(Boolean);
  if (!all.length) return;
  let place = Math.max(0, all.indexOf(address));
  item.zooms += 1;
  const image = make("img", { src: "/" + all[place], alt: label });
  const move = by => { place = (place + by + all.length) % all.length; image.src = "/" + all[place]; image.alt = `Picture ${place + 1} of ${all.length}`; };
  const row = make("div", { class: "row" }, ...(all.length > 1 ? [button("← Before", () => move(-1)), button("Next →", () => move(1))] : []), button("Close", () => dialog.close(), "main"));
  dialog.onkeydown = event => {
    if (event.key === "ArrowRight") move(1);
    else if (event.key === "ArrowLeft") move(-1);
    else if (event.key.toLowerCase() === "z") dialog.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  open_dialog("picture", image, row);
}
function open_dialog(kind, ...inside) {
  if (kind !== "picture") dialog.onkeydown = null;
  dialog.className = kind;
  dialog.replaceChildren(...inside);
  if (!dialog.open) dialog.showModal();
}
function flag(item) {
  const note = make("textarea", { "aria-label": "What is wrong (optional)", placeholder: "What is wrong? (optional)", maxlength: 1000 });
  const reasons = session.flags.map((text, n) => make("label", { class: "choice" }, make("input", { type: "radio", name: "reason", value: text, checked: n === 0 }), text));
  const form = make("form", {}, make("fieldset", {}, make("legend", {}, "What is wrong with this question?"), ...reasons, note),
    make("div", { class: "row" }, make("button", { class: "main" }, "Send"), button("Cancel", () => dialog.close())));
  form.addEventListener("submit", event => {
    event.preventDefault();
    outbox.push({ path: "flag", body: { place: item.step.place, reason: new FormData(form).get("reason"), note: note.value.trim() } });
    save();
    send();
    dialog.close();
    say("Thank you, this was noted. Please answer the question all the same.");
  });
  open_dialog("", form);
}
function tick(item) {
  const left = at("left");
  left.hidden = false;
  const beat = setInterval(() => {
    if (current !== item || item.done) return clearInterval(beat);
    const now = performance.now(), rest = item.step.seconds - (now - item.painted) / 1000;
    left.textContent = `${Math.max(0, Math.ceil(rest))} s`;
    left.classList.toggle("soon", rest < 10);
    if (rest <= 0) { clearInterval(beat); if (dialog.open) dialog.close(); answer(item, "", { timeStamp: now }, "clock"); }
  }, 100);
}

async function answer(item, text, event, by) {
  if (item.painted === null || item.done || current !== item || event.timeStamp < item.painted) return;
  item.done = true;
  settle(item, event.timeStamp);
  const round = n => n === null ? null : Math.round(Math.min(n, 1e9) * 10) / 10;
  const body = {
    place: item.step.place, id: hex(12), text, by, milliseconds: round(event.timeStamp - item.painted), first: round(item.first),
    loading: round(item.painted - item.arrived), away: round(item.away), blurs: item.blurs, zooms: item.zooms, views: item.views,
    width: innerWidth, height: innerHeight, shown: item.shown,
  };
  main.querySelector(`[data-letter="${text}"]`)?.setAttribute("aria-pressed", "true");
  const one = { path: "answer", body, late: false };
  const done = new Promise(resolve => Object.defineProperty(one, "done", { value: resolve })); // not saved with it
  outbox.push(one);
  save();
  send();
  const told = session.feedback === "all" || (session.feedback === "practice" && item.step.kind === "practice");
  const found = await Promise.race([done, ...(told ? [] : [new Promise(resolve => setTimeout(resolve, PATIENCE))])]);
  if (current !== item) return;
  if (!found) { one.late = true; save(); unreached(); }
  if (found?.feedback) return feedback(item, text, found.feedback);
  next();
}
function feedback(item, text, { right, key }) {
  const told = main.querySelector(".told");
  main.querySelector(`[data-letter="${key}"]`)?.classList.add("right");
  if (right === false) main.querySelector(`[data-letter="${text}"]`)?.classList.add("wrong");
  told.textContent = right ? "Right." : right === false ? `Not right: the answer is ${key}.` : `The answer is ${key}.`;
  told.classList.add(right === false ? "wrong" : "right");
  const go = button("Continue", next, "main");
  told.append(" ", go);
  go.focus();
}
// Time without the window's attention, up to `now`.
function settle(item, now) {
  if (item.since !== null) item.away += Math.max(0, now - item.since);
  item.since = null;
}

// ---- keys, focus, leaving --------------------------------------------------------------------------------------

addEventListener("keydown", event => {
  const item = current;
  if (!item || item.done || item.painted === null || dialog.open || event.repeat) return;
  if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "TEXTAREA"].includes(event.target.tagName)) return;
  const key = event.key.toUpperCase(), n = item.step.options.length;
  const place = /^[1-8]$/.test(key) ? Number(key) - 1 : key.length === 1 && !event.shiftKey ? LETTERS.slice(0, 8).indexOf(key) : -1;
  if (place >= 0 && place < n) answer(item, LETTERS[place], event, "key");
  else if (key === "F" && session.flags.length) flag(item);
  else if (key === "Z") zoom(item, item.step.pictures[0] ?? "", "Picture 1");
  else return;
  event.preventDefault();
});
function lost() {
  const item = current;
  if (!item || item.done || item.painted === null || item.since !== null) return;
  item.since = performance.now();
  item.blurs += 1;
}
addEventListener("blur", lost);
document.addEventListener("visibilitychange", () => document.hidden ? lost() : current && settle(current, performance.now()));
addEventListener("focus", () => current && settle(current, performance.now()));
addEventListener("online", send);
addEventListener("pageshow", event => { if (event.persisted && token) load(); });
addEventListener("beforeunload", event => { if (outbox.length) event.preventDefault(); });
addEventListener("popstate", () => {
  history.pushState(null, "");
  say("There is no way back to earlier questions. Everything up to here is saved.");
});

at("menu").addEventListener("click", () => {
  const ended = ["complete", "screened"].includes(session.state);
  open_dialog("", make("h2", {}, "Pause or leave"),
    make("p", {}, "To go on later, open the address of this page again, or type in your code:"), make("p", { class: "code" }, spelled()),
    make("div", { class: "row" }, button("Go on", () => dialog.close(), "main")),
    make("h2", {}, "Leave the study"),
    make("div", { class: "row" },
      ...(ended ? [] : [button("Stop; keep what I answered", once(async () => { outbox = []; save(); await leave(false); dialog.close(); }))]),
      button("Stop and delete everything I answered", once(async () => { outbox = []; save(); await leave(true); dialog.close(); }), "danger")));
});

// ---- the first page --------------------------------------------------------------------------------------------

async function first() {
  const about = await insist("study");
  document.title = at("title").textContent = about.title;
  const words = new URLSearchParams(location.search), three = ["PROLIFIC_PID", "STUDY_ID", "SESSION_ID"].map(key => words.get(key) ?? "");
  const fault = make("p", { class: "fault", role: "alert" });
  const begin = body => once(async () => {
    try { location.assign("/s/" + (await insist("begin", body)).token); } catch (error) { fault.textContent = error.message; }
  });
  const field = make("input", { "aria-label": "Code", placeholder: "XXXX-XXXX-XXXX-XXXX", autocomplete: "off", autocapitalize: "characters", maxlength: 40, size: 22 });
  const form = make("form", {}, make("p", {}, about.how === "open" ? "If you have begun already, type in your code:" : "Type in your code:"), make("div", { class: "row" }, field, make("button", {}, "Go on")));
  form.addEventListener("submit", event => {
    event.preventDefault();
    const code = field.value.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
    if (code.length === 16) location.assign("/s/" + code);
    else fault.textContent = "A code has 16 letters and digits.";
  });
  if (about.how === "closed") return page("This study is closed", "Thank you for your interest.");
  const start = about.how === "open" ? [button("Begin", begin({}), "main")] : [];
  if (about.how === "prolific") start.push(three.every(Boolean) ? button("Begin", begin({ prolific: three }), "main") : make("p", {}, "Please open this study from its page on Prolific."));
  return page(about.title, about.welcome, make("div", { class: "row" }, ...start), form, fault);
}

if (token) {
  history.replaceState(null, "");
  history.pushState(null, "");
  load();
} else {
  first();
}
