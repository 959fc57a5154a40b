"use strict";
// The playground's page. Addresses are relative, so the token in the page's own address goes with each request.

const $ = id => document.getElementById(id);
const TARGETS = [["interp", "interpreter"], ["seq", "one core"], ["cpu", "all cores"], ["gpu", "device"]];
const TABS = ["Output", "Loops", "Core", "Kernels", "Plan", "Profile"];
/** What the compiler said last, what each back end printed, and what is shown. */
const state = { looked: null, runs: {}, tab: "Output", running: null, queued: [], profile: null, devices: [], profiling: "cpu" };

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter(c => c !== null && c !== undefined));
  return made;
}

async function post(path, body) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return answer.json();
}

const time = ms => (ms >= 1000 ? (ms / 1000).toFixed(2) + " s" : ms >= 10 ? ms.toFixed(0) + " ms" : ms.toFixed(1) + " ms");

// ---- the editor -------------------------------------------------------------------------------------------------

const text = $("text");

/** The offset of a line and column, both from 1. */
function offset(line, column) {
  const lines = text.value.split("\n");
  let at = 0;
  for (let n = 0; n < line - 1 && n < lines.length; n++) at += lines[n].length + 1;
  const before = Array.from(lines[line - 1] || "").slice(0, column - 1).join("");
  return Math.min(at + before.length, text.value.length);
}

function go(line, column) {
  const at = offset(line, column);
  text.focus();
  text.setSelectionRange(at, at);
  text.scrollTop = Math.max(0, (line - 6) * 20);
  scrolled();
}

function problems() {
  return (state.looked && state.looked.diagnostics || []).filter(d => d.severity !== "note");
}

function drawEditor() {
  const worst = new Map(), ranges = [];
  for (const d of problems().filter(d => d.span)) {
    if (worst.get(d.span.line) !== "error") worst.set(d.span.line, d.severity);
    const from = offset(d.span.line, d.span.column), to = offset(d.span.end_line, d.span.end_column);
    ranges.push({ from, to: Math.max(to, from + 1), severity: d.severity });
  }
  const count = text.value.split("\n").length;
  $("numbers").replaceChildren(...Array.from({ length: count }, (_, n) => [worst.has(n + 1) ? element("b", { class: worst.get(n + 1) }, String(n + 1)) : String(n + 1), "\n"]).flat(), "\n\n");
  ranges.sort((a, b) => a.from - b.from);
  const parts = [];
  let at = 0;
  for (const r of ranges) {
    if (r.from < at) continue;
    parts.push(text.value.slice(at, r.from), element("mark", { class: r.severity }, text.value.slice(r.from, r.to) || " "));
    at = r.to;
  }
  parts.push(text.value.slice(at), "\n\n");
  $("marks").replaceChildren(...parts);
  scrolled();
}

function scrolled() {
  $("marks").scrollTop = $("numbers").scrollTop = text.scrollTop;
  $("marks").scrollLeft = text.scrollLeft;
}

function drawProblems() {
  $("problems").replaceChildren(...problems().map(d => element("li", {}, element("button", { type: "button", class: d.severity, onclick: () => d.span && go(d.span.line, d.span.column) },
    `${d.span ? d.span.line + ":" + d.span.column + "  " : ""}${d.message}`,
    element("small", {}, [d.code, d.label, ...d.notes, ...d.suggestions.map(s => "help: " + s.message + (s.replacement ? ` (\`${s.replacement.trim()}\`)` : ""))].filter(Boolean).join("\n"))))));
}

// ---- looking at the program -------------------------------------------------------------------------------------

let pending = null, looking = false;

function changed() {
  state.looked = null;
  state.runs = {};
  drawEditor();
  clearTimeout(pending);
  pending = setTimeout(look, 450);
  $("status").textContent = "Changed.";
}

async function look() {
  if (looking) {
    pending = setTimeout(look, 200);
    return;
  }
  looking = true;
  const value = text.value;
  $("status").textContent = "Reading the program …";
  try {
    const found = await post("look", { text: value });
    if (value === text.value) {
      state.looked = found;
      said(found);
    }
  } catch (e) {
    $("status").textContent = "The playground's server does not answer: is `somdc play` still running?";
  }
  looking = false;
  drawEditor();
  drawProblems();
  drawPanel();
}

function said(found) {
  const errors = problems().filter(d => d.severity === "error").length, warnings = problems().length - errors;
  const many = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  if (found.refused || found.failed) $("status").textContent = found.refused || found.failed;
  else if (errors) $("status").textContent = many(errors, "error") + (warnings ? ", " + many(warnings, "warning") : "");
  else $("status").textContent = (warnings ? many(warnings, "warning") : "No errors.") + (found.runs ? "" : " There is no main to run.");
}

// ---- running ----------------------------------------------------------------------------------------------------

function targets() {
  return TARGETS.map(t => t[0]).filter(t => $("on-" + t).checked);
}

function args() {
  return $("arguments").value.trim().split(/\s+/).filter(Boolean);
}

async function run(list, profile) {
  if (state.running) return;
  state.queued = [...list];
  state.stopped = false;
  for (const on of list) if (!profile) delete state.runs[on];
  while (state.queued.length && !state.stopped) {
    const on = state.queued.shift();
    state.running = on;
    busy();
    const started = Date.now();
    const ticking = setInterval(() => { $("status").textContent = `Running on ${on}: ${((Date.now() - started) / 1000).toFixed(0)} s`; }, 1000);
    try {
      const value = await post("run", { text: text.value, on, arguments: args(), profile: !!profile });
      if (profile) state.profile = { on, ...value };
      else state.runs[on] = value;
    } catch (e) {
      state.runs[on] = { refused: "The playground's server does not answer: is `somdc play` still running?" };
    }
    clearInterval(ticking);
    drawPanel();
  }
  state.running = null;
  state.queued = [];
  if (state.looked) said(state.looked);
  busy();
}

function busy() {
  $("run").disabled = !!state.running;
  $("stop").disabled = !state.running;
  if (state.running) $("status").textContent = `Running on ${state.running} …`;
  drawPanel();
}

async function stop() {
  state.stopped = true;
  state.queued = [];
  await post("stop", {});
}

// ---- what is shown ----------------------------------------------------------------------------------------------

function drawTabs() {
  $("tabs").replaceChildren(...TABS.map(name => element("button", {
    type: "button", role: "tab", id: "tab-" + name, "aria-selected": String(name === state.tab), "aria-controls": "panel", tabindex: name === state.tab ? "0" : "-1",
    onclick: () => choose(name),
    onkeydown: e => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (!by) return;
      e.preventDefault();
      choose(TABS[(TABS.indexOf(name) + by + TABS.length) % TABS.length]);
      $("tab-" + state.tab).focus();
    },
  }, name)));
  $("panel").setAttribute("aria-labelledby", "tab-" + state.tab);
}

function choose(name) {
  state.tab = name;
  drawTabs();
  drawPanel();
}

function drawPanel() {
  const shown = { Output: output, Loops: loops, Core: () => code("core"), Kernels: () => code("kernels"), Plan: () => code("plan"), Profile: profile }[state.tab]();
  $("panel").replaceChildren(...[shown].flat().filter(Boolean));
}

function output() {
  const list = TARGETS.filter(([on]) => $("on-" + on).checked || state.runs[on]);
  if (!list.length) return element("p", {}, "Choose where to run the program.");
  const printed = list.map(([on]) => state.runs[on]).filter(r => r && r.output !== undefined && !r.ended);
  const agree = printed.length > 1 ? (printed.every(r => r.output === printed[0].output && r.code === printed[0].code)
    ? element("p", { class: "good" }, "All back ends print the same.") : element("p", { class: "bad" }, "The back ends print different things.")) : null;
  return [agree, element("div", { class: "cards" }, list.map(([on, name]) => card(on, name)))];
}

function card(on, name) {
  const r = state.runs[on];
  const head = (...more) => element("header", {}, element("h2", {}, `${name} `, element("code", { class: "soft" }, on)), element("span", { class: "soft" }, ...more));
  if (state.running === on) return element("article", { class: "card" }, head("running …"), element("p", { class: "soft" }, on === "interp" ? "" : "It is built first; the first time that takes a minute."));
  if (state.queued.includes(on)) return element("article", { class: "card" }, head("waits for the one before"));
  if (!r) return element("article", { class: "card" }, head("not run yet"));
  if (r.refused) return element("article", { class: "card" }, head("refused"), element("p", { class: "bad" }, r.refused));
  if (r.not_built) return element("article", { class: "card" }, head("not built"), element("pre", { class: "bad scroll" }, r.not_built));
  return element("article", { class: "card" }, head(time(r.ms) + (r.build_ms > 50 ? `, built in ${time(r.build_ms)}` : "")),
    element("div", { class: "scroll" }, element("pre", {}, r.output)),
    r.errors ? element("pre", { class: "bad scroll" }, r.errors) : null,
    r.ended ? element("p", { class: "bad" }, `The program did not end by itself: ${r.ended}.`) : r.code ? element("p", { class: "bad" }, `Exit code ${r.code}`) : null);
}

function nothing() {
  if (!state.looked) return element("p", { class: "soft" }, "Reading the program …");
  if (state.looked.failed || state.looked.refused) return element("pre", { class: "bad" }, state.looked.failed || state.looked.refused);
  return element("p", {}, "The program has errors; they are listed below it.");
}

function loops() {
  const list = state.looked && state.looked.verdicts;
  if (!list) return nothing();
  if (!list.length) return element("p", {}, "The program has no parallel constructs: no `dist` parameter or variable, no map, no reduction, no parallel stream, no task.");
  const rows = list.map(v => element("tr", {},
    element("td", {}, element("button", { type: "button", onclick: () => go(v.line, v.column) }, `line ${v.line}`)),
    element("td", {}, v.what), element("td", {}, v.runs),
    element("td", {}, v.outcome, ...v.notes.map(n => element("small", {}, n)))));
  return element("table", {}, element("thead", {}, element("tr", {}, ["where", "construct", "runs at most on", "verdict"].map(h => element("th", { scope: "col" }, h)))), element("tbody", {}, rows));
}

function code(part) {
  if (!state.looked || state.looked[part] === undefined) return nothing();
  return element("pre", { class: "code" }, state.looked[part] || "There are none.");
}

function profile() {
  const choice = element("select", { "aria-label": "Where the profiled run runs", onchange: e => { state.profiling = e.target.value; } },
    TARGETS.slice(1).map(([on, name]) => element("option", { value: on, selected: on === state.profiling }, name)));
  const button = element("button", { type: "button", disabled: !!state.running, onclick: () => run([state.profiling], true) }, "Run with a profile");
  const row = element("div", { class: "row" }, choice, button, state.running ? element("span", { class: "soft" }, "running …") : null);
  const p = state.profile;
  if (!p) return [row, element("p", { class: "soft" }, "What the time of a run goes to: loops, kernels, transfers, and advice.")];
  const wrong = p.refused || p.not_built || p.no_profile;
  if (p.profile) return [row, element("iframe", { src: "profile/" + p.profile, title: `Profile of a run on ${p.on}`, sandbox: "allow-scripts" })];
  return [row, element("pre", { class: "bad" }, p.ended ? `The program did not end by itself: ${p.ended}.` : wrong)];
}

// ---- start ------------------------------------------------------------------------------------------------------

async function begin() {
  const found = await (await fetch("state")).json();
  state.devices = found.devices;
  const menu = $("examples"), given = found.given === null ? [] : [{ group: "Yours", name: "Your file", text: found.given }];
  const all = [...given, ...found.examples];
  const groups = [...new Set(all.map(e => e.group))];
  menu.replaceChildren(...groups.map(group => element("optgroup", { label: group },
    all.map((e, n) => (e.group === group ? element("option", { value: n }, e.name) : null)))));
  let shown = all[0].text;
  menu.addEventListener("change", () => {
    if (text.value !== shown && !confirm("Replace the changed program by the example?")) return;
    shown = text.value = all[menu.value].text;
    text.scrollTop = 0;
    changed();
  });
  for (const [on, name] of TARGETS) {
    const title = on === "gpu" ? (found.devices.join("\n") || "There is no device here: the program runs on the cores instead.") : undefined;
    const box = element("input", { type: "checkbox", id: "on-" + on, checked: on === "interp" || on === "cpu", onchange: drawPanel });
    $("targets").append(element("label", { title }, box, " ", name));
  }
  text.value = shown;
  text.addEventListener("input", changed);
  text.addEventListener("scroll", scrolled);
  document.addEventListener("keydown", e => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey) && !state.running) {
      e.preventDefault();
      choose("Output");
      run(targets());
    }
  });
  $("run").addEventListener("click", () => { choose("Output"); run(targets()); });
  $("stop").addEventListener("click", stop);
  drawTabs();
  drawEditor();
  drawPanel();
  await look();
  document.body.dataset.ready = "yes";
}

begin();
