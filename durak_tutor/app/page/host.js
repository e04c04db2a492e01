// The page's host of widgets: joins the models of a kernel to views on this page, and mends the connection between them.

const html = document.documentElement;
const { kernel, base } = document.body.dataset;
const notice = document.querySelector('[data-role="connection"]');
const session = id();
const GONE = 4000; // why the server hangs up, see kernels.py
const IDLE = 4001;
const BEAT = 2000; // milliseconds between two signs of life
const PATIENCE = 4000; // a sign of life unanswered for so long: the connection counts as lost
const SLOW = 15_000; // a page without a widget after so long is loaded again

function id() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("");
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// ---- messages: text, or bytes where they carry buffers (how many parts, where each begins, the parts)

function encode(type, content, buffers = []) {
  const header = { msg_id: id(), msg_type: type, session, username: "", version: "5.3", date: new Date() };
  const text = JSON.stringify({ channel: "shell", header, parent_header: {}, metadata: {}, content });
  if (!buffers.length) return text;
  const parts = [new TextEncoder().encode(text), ...buffers];
  const head = new DataView(new ArrayBuffer(4 * (parts.length + 1)));
  head.setUint32(0, parts.length);
  let start = head.byteLength;
  for (const [i, part] of parts.entries()) {
    head.setUint32(4 * (i + 1), start);
    start += part.byteLength;
  }
  return new Blob([head, ...parts]);
}

function decode(frame) {
  if (typeof frame === "string") return { ...JSON.parse(frame), buffers: [] };
  const view = new DataView(frame);
  const starts = Array.from({ length: view.getUint32(0) }, (_, i) => view.getUint32(4 * (i + 1)));
  const parts = starts.map((start, i) => new DataView(frame, start, (starts[i + 1] ?? frame.byteLength) - start));
  return { ...JSON.parse(new TextDecoder().decode(parts[0])), buffers: parts.slice(1) };
}

// Buffers travel beside the state they belong to; their paths say where each one goes.
function insert(state, paths = [], buffers = []) {
  paths.forEach((path, i) => {
    const holder = path.slice(0, -1).reduce((inner, key) => inner[key], state);
    holder[path.at(-1)] = buffers[i];
  });
  return state;
}

// ---- models, as anywidget's front-end module format has them

class Model {
  #state;
  #changed = {};
  #listeners = new Map();

  constructor(id, state) {
    this.id = id;
    this.#state = state;
    this.widget_manager = { get_model: async (other) => models.get(other) };
  }

  get(key) {
    return this.#state[key];
  }

  set(key, value) {
    if (this.#state[key] === value) return;
    this.#changed[key] = value;
    this.update({ [key]: value });
  }

  save_changes() {
    const [state, paths, buffers] = [{}, [], []];
    for (const [key, value] of Object.entries(this.#changed)) {
      const bytes = ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
      if (bytes) paths.push([key]), buffers.push(value);
      else state[key] = value;
    }
    this.#changed = {};
    line.say("comm_msg", this.id, { method: "update", state, buffer_paths: paths }, buffers);
  }

  send(content, _callbacks, buffers) {
    line.say("comm_msg", this.id, { method: "custom", content }, buffers);
  }

  on(events, listener) {
    for (const event of events.split(" ")) this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  off(events, listener) {
    for (const event of events?.split(" ") ?? [...this.#listeners.keys()]) {
      this.#listeners.set(event, listener ? (this.#listeners.get(event) ?? []).filter((one) => one !== listener) : []);
    }
  }

  emit(event, ...args) {
    for (const listener of this.#listeners.get(event) ?? []) listener(...args);
  }

  update(state) {
    Object.assign(this.#state, state);
    for (const key in state) this.emit(`change:${key}`, this, state[key]);
    this.emit("change", this);
  }
}

const models = new Map();

function receive({ header, parent_header, content, buffers }) {
  const { comm_id, data } = content;
  const model = models.get(comm_id);
  if (header.msg_type === "comm_open") {
    models.set(comm_id, new Model(comm_id, insert(data.state, data.buffer_paths, buffers)));
  } else if (header.msg_type === "comm_close") {
    models.delete(comm_id);
    model?.emit("destroy");
  } else if (data.method === "update_states") {
    arrive(insert(data.states, data.buffer_paths, buffers));
  } else if (data.method === "update") {
    model?.update(insert(data.state, data.buffer_paths, buffers));
  } else if (data.method === "echo_update" && parent_header.session !== session) {
    model?.update(insert(data.state, data.buffer_paths, buffers));
  } else if (data.method === "custom") {
    model?.emit("msg:custom", data.content, buffers);
  }
}

function arrive(states) {
  for (const [comm, { state }] of Object.entries(states)) {
    if (models.has(comm)) models.get(comm).update(state);
    else models.set(comm, new Model(comm, state));
  }
  tell(null);
  document.querySelectorAll(".host-view").forEach((el) => (el.durakHost ? askToGreet(el) : show(el)));
}

// ---- views

function load(script) {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return import(address).finally(() => URL.revokeObjectURL(address));
}

function dress(styles) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles ?? "");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

async function begin(model) {
  dress(model.get("_css"));
  const { default: made } = await load(model.get("_esm"));
  const widget = typeof made === "function" ? await made() : made;
  await widget.initialize?.({ model, signal: new AbortController().signal });
  return widget;
}

async function show(el) {
  el.durakHost = person;
  try {
    const model = models.get(el.dataset.model);
    model.widget ??= begin(model);
    await (await model.widget).render({ model, el, signal: new AbortController().signal });
    html.dataset.host = "shown";
  } catch (fault) {
    console.error(fault);
    tell("gone");
  }
}

// ---- what only the page knows: its address, whose it is, what it is called

let greeted = false;

const person = {
  query: () => location.search,
  learner: () => document.cookie.match(/(?:^|; )durak_learner=([^;]*)/)?.[1] ?? "",
  lang: () => html.lang,
  show({ address, title, lang }) {
    document.title = title ?? document.title;
    html.lang = lang ?? html.lang;
    // What answers a greeting is where the person is already; what a gesture led to is one step further.
    const move = greeted ? "pushState" : "replaceState";
    if (address !== undefined && address !== location.search) history[move](null, "", address || location.pathname);
    greeted = true;
  },
};

function askToGreet(el) {
  greeted = false;
  el.dispatchEvent(new Event("durak-greet"));
}

function forgetCode() {
  const query = new URLSearchParams(location.search);
  if (!query.has("learner")) return;
  query.delete("learner");
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
}

// ---- the connection

const line = {
  open() {
    const comm = id();
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}${base}api/kernels/${kernel}/channels?session_id=${session}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.asked = Date.now();
    socket.onopen = () => {
      socket.send(encode("comm_open", { comm_id: comm, target_name: "jupyter.widget.control", data: {} }));
      this.say("comm_msg", comm, { method: "request_states" });
    };
    socket.onmessage = ({ data }) => {
      this.asked = null;
      if (data !== "here") receive(decode(data));
    };
    socket.onclose = ({ code }) => this.lost(code);
  },

  say(type, comm, data, buffers) {
    if (this.socket.readyState !== WebSocket.OPEN) throw new Error("Cannot send: the connection is lost");
    this.socket.send(encode(type, { comm_id: comm, data }, buffers));
  },

  beat() {
    if (this.asked && Date.now() - this.asked > PATIENCE) return this.drop();
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.asked ??= Date.now();
    this.socket.send("still-there");
  },

  drop() {
    this.asked = null;
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.lost();
  },

  async lost(code) {
    if (code === IDLE) return tell("gone");
    if (code === GONE) return again();
    tell("lost");
    for (let wait = 250; ; wait = Math.min(2 * wait, 4000)) {
      const there = await isThere();
      if (there) return this.open();
      if (there === false) return again();
      await sleep(wait);
    }
  },
};

// Whether the kernel still waits for us; null while nobody answers.
async function isThere() {
  const asked = fetch(`${base}api/kernels/${kernel}`, { cache: "no-store", signal: AbortSignal.timeout(3000) });
  const answer = await asked.catch(() => null);
  return answer?.ok || (answer?.status === 404 ? false : null);
}

async function again() {
  if (document.hidden) await new Promise((seen) => addEventListener("visibilitychange", seen, { once: true }));
  if (!durakReload()) tell("gone");
}

function tell(state) {
  notice.hidden = !state;
  notice.dataset.state = state ?? "";
}

function leave() {
  line.socket.onclose = null;
  const token = document.cookie.match(/(?:^|; )_xsrf=([^;]*)/)?.[1] ?? "";
  navigator.sendBeacon(`${base}goodbye/${kernel}`, new URLSearchParams({ _xsrf: token }));
}

function open() {
  html.dataset.host = "begun";
  forgetCode();
  line.open();
  setInterval(() => line.beat(), BEAT);
  setTimeout(() => html.dataset.host === "shown" || again(), SLOW);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  addEventListener("popstate", () => document.querySelectorAll(".host-view").forEach(askToGreet));
  notice.addEventListener("click", ({ target }) => target.closest("button") && location.reload());
}

// Where there is no place for a widget the page was cut in half: watch.js asks for it again.
if (document.querySelector(".host-view")) open();
