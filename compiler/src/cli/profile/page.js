"use strict";
// Draws the profile that stands in the page: `data.profiles` has one, or two that are compared.
const data = JSON.parse(document.getElementById("data").textContent);
const page = document.getElementById("page");

const KINDS = {
  sequential: "sequential code", host: "loops on the host", thread: "parts of loops", task: "stages of task graphs", sort: "sorts on the host", kernel: "kernels", copy: "transfers",
  build: "builds of kernels", launch: "launching kernels", wait: "waiting for the device", open: "opening the device", message: "messages",
};

// ---- text -------------------------------------------------------------------------------------------------------

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter(c => c !== null && c !== undefined));
  return made;
}

/** Microseconds, in the unit that fits. */
function time(us) {
  if (!isFinite(us)) return "–";
  const size = Math.abs(us);
  if (size >= 1e6) return (us / 1e6).toPrecision(4) + " s";
  if (size >= 1e3) return (us / 1e3).toPrecision(4) + " ms";
  if (size >= 1) return us.toPrecision(3) + " µs";
  return (us * 1e3).toFixed(0) + " ns";
}

function amount(n, unit) {
  for (const [size, name] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (n >= size) return (n / size).toPrecision(3) + " " + name + unit;
  }
  return n.toPrecision(3) + " " + unit;
}

function percent(share) {
  return share >= 0.1 ? (100 * share).toFixed(0) + " %" : (100 * share).toFixed(1) + " %";
}

/** Text in which words between backticks are code. */
function marked(text) {
  return text.split("`").map((part, n) => (n % 2 ? element("code", {}, part) : part));
}

const count = n => n.toLocaleString("en");

/** What lies between a least and a most, a second; `most` is null where nobody knows. */
function rate(least, most, us, unit) {
  if (!(us > 0) || (!least && !most)) return null;
  const a = least / us * 1e6, b = most === null ? null : most / us * 1e6;
  if (b !== null && b - a <= 0.02 * b) return amount(b, unit);
  if (b === null) return "≥ " + amount(a, unit);
  return a > 0 ? amount(a, unit) + " – " + amount(b, unit) : "≤ " + amount(b, unit);
}

const colour = kind => getComputedStyle(document.documentElement).getPropertyValue("--" + kind).trim() || "#888";

function chip(kind) {
  return element("span", { class: "chip", style: `background: var(--${kind})`, "aria-hidden": "true" });
}

// ---- the timeline -----------------------------------------------------------------------------------------------

const ROW = 20, GAP = 10, LABEL = 16, TOP = 26, LEFT = 12;

/** Rows of events that do not overlap: what lies within another is in the row below it. */
function rowsOf(events) {
  const rows = [];
  for (const e of events) {
    let depth = 0;
    while (depth < rows.length && rows[depth].length && end(rows[depth][rows[depth].length - 1]) > e[0] + 1e-3) depth++;
    if (depth >= 8) continue;
    (rows[depth] ||= []).push(e);
  }
  return rows.length ? rows : [[]];
}

const end = e => e[0] + e[1];

/** The first event that ends behind a time. */
function firstAfter(row, at, first = 0) {
  let low = first, high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end(row[middle]) < at) low = middle + 1; else high = middle;
  }
  return low;
}

function timeline(profile) {
  const lanes = profile.lanes.map(l => ({ name: l.name, rows: rowsOf(l.events) }));
  let y = TOP;
  for (const lane of lanes) {
    lane.y = y;
    y += LABEL + lane.rows.length * ROW + GAP;
  }
  const height = y + 4, hidden = new Set();
  let from = 0, to = Math.max(profile.wall, 1), chosen = null, hovered = null;
  const canvas = element("canvas", { tabindex: "0", role: "img", height,
    "aria-label": "Timeline. Arrow keys move, plus and minus zoom, 0 shows all, n and p choose the next and the previous event. The tables below say the same." });
  const tip = element("div", { class: "tip", hidden: "" });
  const box = element("div", { class: "timeline" }, canvas, tip);
  const details = element("p", { class: "details soft", role: "status" }, "Choose an event to see what it is.");

  // Asked once a drawing: the page's layout is behind the answer.
  let wide = 0;
  const width = () => wide;
  const x = t => LEFT + (t - from) / (to - from) * width();
  const at = px => from + (px - LEFT) / width() * (to - from);

  function draw() {
    const scale = window.devicePixelRatio || 1;
    canvas.style.height = height + "px";
    wide = canvas.clientWidth - 2 * LEFT;
    canvas.width = Math.max(1, canvas.clientWidth * scale);
    canvas.height = height * scale;
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    pen.clearRect(0, 0, canvas.clientWidth, height);
    pen.font = "12px system-ui, sans-serif";
    axis(pen);
    for (const lane of lanes) drawLane(pen, lane);
  }

  function axis(pen) {
    const step = niceStep((to - from) / Math.max(2, width() / 110));
    pen.strokeStyle = colour("line");
    pen.fillStyle = colour("soft");
    for (let t = Math.ceil(from / step) * step; t <= to; t += step) {
      const px = Math.round(x(t)) + 0.5;
      pen.beginPath();
      pen.moveTo(px, TOP - 8);
      pen.lineTo(px, height);
      pen.stroke();
      const label = t < 1e-6 ? "0" : time(Number(t.toPrecision(6)));
      pen.fillText(label, Math.min(px + 3, canvas.clientWidth - pen.measureText(label).width - 4), 13);
    }
  }

  function drawLane(pen, lane) {
    pen.fillStyle = colour("soft");
    pen.fillText(lane.name, LEFT, lane.y + 12);
    lane.rows.forEach((row, depth) => {
      const top = lane.y + LABEL + depth * ROW;
      let drawn = -Infinity;
      for (let n = firstAfter(row, from); n < row.length && row[n][0] <= to; n++) {
        const e = row[n], kind = profile.rows[e[2]].kind;
        if (hidden.has(kind)) continue;
        const left = Math.max(x(e[0]), LEFT - 2), right = Math.min(x(end(e)), width() + 2 * LEFT + 2);
        const across = Math.max(right - left, 1);
        // What is narrower than a pixel, and beside what was drawn, adds nothing: what ends behind it comes next.
        if (left + across < drawn + 0.6) {
          n = Math.max(n, firstAfter(row, at(drawn - 0.4), n + 1) - 1);
          continue;
        }
        drawn = left + across;
        pen.fillStyle = colours[kind] ||= colour(kind);
        pen.fillRect(left, top, across, ROW - 3);
        if (e === chosen || e === hovered) {
          pen.strokeStyle = colour(e === chosen ? "focus" : "text");
          pen.lineWidth = 2;
          pen.strokeRect(left, top, across, ROW - 3);
          pen.lineWidth = 1;
        }
        if (across > 60) label(pen, profile.rows[e[2]].name, left, across, top);
      }
    });
  }

  const colours = {};

  function label(pen, text, left, across, top) {
    pen.save();
    pen.beginPath();
    pen.rect(left + 3, top, across - 6, ROW);
    pen.clip();
    pen.fillStyle = colour("back");
    pen.fillText(text, left + 5, top + 13);
    pen.restore();
  }

  function find(px, py) {
    for (const lane of lanes) {
      const depth = Math.floor((py - lane.y - LABEL) / ROW);
      if (py < lane.y + LABEL || depth < 0 || depth >= lane.rows.length) continue;
      const t = at(px), near = 2 / width() * (to - from), row = lane.rows[depth];
      for (let n = firstAfter(row, t - near); n < row.length && row[n][0] <= t + near; n++) {
        if (!hidden.has(profile.rows[row[n][2]].kind)) return row[n];
      }
    }
    return null;
  }

  function text(e) {
    const row = profile.rows[e[2]];
    const lines = [`${row.name}: ${time(e[1])}, from ${time(e[0])} on`, KINDS[row.kind] || row.kind];
    if (row.source) lines.push(row.source + (row.line ? `  ${row.line}` : ""));
    const bytes = e[3] ? rate(e[4], e[3], e[1], "B/s") : null;
    if (bytes) lines.push(`${amount(e[3], "B")}, ${bytes}`);
    return lines.join("\n");
  }

  function choose(e) {
    chosen = e;
    details.textContent = e ? text(e) : "";
    if (e && (end(e) < from || e[0] > to)) {
      const span = to - from;
      show(e[0] - span / 2, e[0] + span / 2);
    }
    draw();
  }

  function show(a, b) {
    const least = 0.05, span = Math.min(Math.max(b - a, least), Math.max(profile.wall, 1) * 1.02);
    a = Math.min(Math.max(a, -0.01 * profile.wall), 1.01 * profile.wall - span);
    [from, to] = [a, a + span];
    draw();
  }

  function zoom(by, around) {
    show(around - (around - from) * by, around + (to - around) * by);
  }

  const middle = () => (from + to) / 2;
  canvas.addEventListener("wheel", e => {
    if (!(e.ctrlKey || e.shiftKey || e.altKey) && Math.abs(e.deltaY) > Math.abs(e.deltaX)) {
      e.preventDefault();
      zoom(Math.exp(e.deltaY / 400), at(e.offsetX));
    } else if (e.deltaX || e.shiftKey) {
      e.preventDefault();
      const by = (e.deltaX || e.deltaY) / width() * (to - from);
      show(from + by, to + by);
    }
  }, { passive: false });
  let held = null, moved = false;
  canvas.addEventListener("pointerdown", e => { held = { at: e.offsetX, from, to }; moved = false; canvas.setPointerCapture(e.pointerId); });
  canvas.addEventListener("pointerup", e => {
    if (held && !moved) choose(find(e.offsetX, e.offsetY));
    held = null;
  });
  canvas.addEventListener("pointermove", e => {
    if (held) {
      if (Math.abs(e.offsetX - held.at) > 3) moved = true;
      const by = (held.at - e.offsetX) / width() * (held.to - held.from);
      if (moved) show(held.from + by, held.to + by);
      tip.hidden = true;
      return;
    }
    const before = hovered;
    hovered = find(e.offsetX, e.offsetY);
    tip.hidden = !hovered;
    if (hovered) {
      tip.textContent = text(hovered);
      tip.style.left = Math.min(e.offsetX + 14, Math.max(0, canvas.clientWidth - 300)) + "px";
      tip.style.top = Math.min(e.offsetY + 16, height - 60) + "px";
    }
    if (hovered !== before) draw();
  });
  canvas.addEventListener("pointerleave", () => { hovered = null; tip.hidden = true; draw(); });
  canvas.addEventListener("dblclick", e => zoom(0.25, at(e.offsetX)));
  canvas.addEventListener("keydown", e => {
    const step = (to - from) / 8;
    const all = () => lanes.flatMap(l => l.rows.flat()).filter(v => !hidden.has(profile.rows[v[2]].kind)).sort((a, b) => a[0] - b[0]);
    const next = by => {
      const list = all(), now = chosen ? list.indexOf(chosen) : by > 0 ? -1 : list.length;
      if (list.length) choose(list[(now + by + list.length) % list.length]);
    };
    const keys = {
      ArrowLeft: () => show(from - step, to - step), ArrowRight: () => show(from + step, to + step),
      ArrowUp: () => zoom(0.7, middle()), ArrowDown: () => zoom(1 / 0.7, middle()),
      "+": () => zoom(0.7, middle()), "=": () => zoom(0.7, middle()), "-": () => zoom(1 / 0.7, middle()),
      "0": () => show(0, profile.wall), Home: () => show(0, profile.wall), n: () => next(1), p: () => next(-1), Escape: () => choose(null),
    };
    if (keys[e.key] && !e.ctrlKey && !e.metaKey) {
      e.preventDefault();
      keys[e.key]();
    }
  });
  new ResizeObserver(draw).observe(box);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    Object.keys(colours).forEach(k => delete colours[k]);
    draw();
  });

  const kinds = Object.keys(KINDS).filter(k => profile.rows.some(r => r.kind === k && r.shown));
  const legend = element("ul", { class: "legend", "aria-label": "Legend: a button hides and shows a kind" }, ...kinds.map(kind => {
    const button = element("button", { type: "button", "aria-pressed": "true", onclick: () => {
      if (!hidden.delete(kind)) hidden.add(kind);
      button.setAttribute("aria-pressed", String(!hidden.has(kind)));
      draw();
    } }, chip(kind), KINDS[kind]);
    return element("li", {}, button);
  }));
  const tool = (name, act) => element("button", { type: "button", onclick: act }, name);
  const tools = element("div", { class: "tools" }, tool("Zoom in", () => zoom(0.5, middle())), tool("Zoom out", () => zoom(2, middle())),
    tool("All", () => show(0, profile.wall)), element("span", { class: "soft" }, "The wheel zooms, dragging moves; a click chooses an event."));
  return [tools, box, legend, details];
}

function niceStep(least) {
  const power = Math.pow(10, Math.floor(Math.log10(Math.max(least, 1e-3))));
  return [1, 2, 5, 10].map(n => n * power).find(n => n >= least) || 10 * power;
}

// ---- tables -----------------------------------------------------------------------------------------------------

/** `columns`: name, whether it is text, what to sort by, what to show. */
function table(caption, columns, rows, sorted) {
  let by = sorted, down = true;
  const body = element("tbody");
  const heads = columns.map((c, n) => element("th", { scope: "col", class: c.text ? "left" : undefined }, element("button", { type: "button", onclick: () => {
    [by, down] = [n, by === n ? !down : !c.text];
    fill();
  } }, c.name)));
  function fill() {
    const key = columns[by].key, list = [...rows].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      const order = typeof x === "string" ? x.localeCompare(y) : (x ?? -1) - (y ?? -1);
      return down ? -order : order;
    });
    body.replaceChildren(...list.map(r => element("tr", {}, ...columns.map(c => element("td", { class: c.text ? "left" : undefined }, ...[c.show(r)].flat())))));
    heads.forEach((h, n) => h.setAttribute("aria-sort", n === by ? (down ? "descending" : "ascending") : "none"));
  }
  fill();
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body));
}

function meter(share) {
  return element("span", { class: "meter", "aria-hidden": "true" }, element("i", { style: `width: ${Math.min(100, 100 * share).toFixed(0)}%` }));
}

function place(row) {
  const parts = [row.source || ""];
  if (row.line) parts.push(element("span", { class: "code", title: row.line }, row.line));
  return parts;
}

/** A rate beside its limit: the share by the most that is known, or by the least where the most is not. */
function against(text, share) {
  if (!text) return "–";
  return share === null || share === undefined ? text : [text, element("small", {}, `${percent(share)} of the limit`, meter(share))];
}

function work(profile) {
  const columns = [
    { name: "what", text: true, key: r => r.name, show: r => [chip(r.kind), r.name, r.method && r.method !== r.name ? element("small", {}, r.method) : null].filter(Boolean) },
    { name: "source", text: true, key: r => r.source || "", show: place },
    { name: "times", key: r => r.count, show: r => count(r.count) },
    { name: "time", key: r => r.time, show: r => time(r.time) },
    { name: "of the run", key: r => r.time, show: r => [percent(r.time / profile.wall / profile.ranks), meter(r.time / profile.wall / profile.ranks)] },
    { name: "least", key: r => r.least, show: r => time(r.least) },
    { name: "memory", key: r => r.bytes / r.counted, show: r => against(r.bytes ? rate(r.bytes_least, r.bytes, r.counted, "B/s") : null, r.bandwidth) },
    { name: "operations", key: r => r.operations_least / r.counted, show: r => against(rate(r.operations_least, r.operations, r.counted, "op/s"), r.arithmetic) },
  ];
  const shown = profile.rows.filter(r => ["kernel", "host", "sort", "copy", "task", "message", "build"].includes(r.kind));
  return shown.length ? table("Kernels, loops, transfers, builds, stages and messages", columns, shown, 3) : element("p", {}, "No parallel code ran.");
}

/** The places of the sequential code. */
function code(profile) {
  const list = profile.code.filter(l => l.time >= 0.001 * profile.wall);
  if (!list.length) return [];
  const columns = [
    { name: "source", text: true, key: l => l.source, show: l => (l.source ? place(l) : "before, after and between the program's own code") },
    { name: "method", text: true, key: l => l.method, show: l => l.method },
    { name: "time, about", key: l => l.time, show: l => time(l.time) },
    { name: "of the run", key: l => l.time, show: l => [percent(l.time / profile.wall), meter(l.time / profile.wall)] },
  ];
  return [element("h2", {}, "Sequential code"), element("p", { class: "soft" }, "Lines of main's thread outside loops and launches, by where it was met each millisecond; what the library does counts for the line that calls it."),
    table("Sequential code by line", columns, list, 2)];
}

function limits(profile) {
  if (!profile.limits.length) return null;
  const columns = [
    { name: "measured on", text: true, key: l => l.name, show: l => l.name },
    { name: "copy in memory", key: l => l.bandwidth, show: l => amount(l.bandwidth, "B/s") },
    { name: "float", key: l => l.float, show: l => amount(l.float, "op/s") },
    { name: "double", key: l => l.double, show: l => (l.double ? amount(l.double, "op/s") : "–") },
  ];
  return table("Limits", columns, profile.limits, 0);
}

function parts(profile) {
  const bar = element("div", { class: "bar", role: "img", "aria-label": profile.parts.map(p => `${KINDS[p.kind]}: ${percent(p.time / profile.wall)}`).join(", ") },
    ...profile.parts.map(p => element("span", { style: `flex: ${Math.max(p.time, 0)} 0 0; background: var(--${p.kind})`, title: `${KINDS[p.kind]}: ${time(p.time)}` })));
  const list = element("ul", { class: "legend" }, ...profile.parts.filter(p => p.time >= 0.001 * profile.wall).map(p => element("li", {}, chip(p.kind), `${KINDS[p.kind]}: ${time(p.time)}, ${percent(p.time / profile.wall)}`)));
  return [bar, list];
}

// ---- the page ---------------------------------------------------------------------------------------------------

function facts(profile) {
  const fact = (name, value, more) => element("div", {}, element("dt", {}, name), element("dd", {}, value, more ? element("small", {}, more) : null));
  const date = profile.began ? new Date(profile.began) : null;
  const kernels = profile.rows.filter(r => r.kind === "kernel"), copies = profile.rows.filter(r => r.kind === "copy");
  const sum = (rows, key) => rows.reduce((s, r) => s + r[key], 0);
  return element("dl", { class: "facts" },
    fact("Program", profile.program || "–", profile.arguments.length ? profile.arguments.join(" ") : "without arguments"),
    fact("Target", profile.target || "–", profile.devices.length ? profile.devices.join(", ") : profile.processor),
    fact("Date", date ? date.toISOString().slice(0, 10) : "–", date ? date.toISOString().slice(11, 19) + " UTC" : null),
    fact("Time in all", time(profile.wall), `${percent(profile.attributed)} of it attributed`),
    kernels.length ? fact("Kernels", time(sum(kernels, "time")), `${count(sum(kernels, "count"))} launches`) : null,
    copies.length ? fact("Transfers", time(sum(copies, "time")), amount(sum(copies, "bytes"), "B")) : null,
    profile.ranks > 1 ? fact("Ranks", String(profile.ranks), `${count(sum(profile.rows.filter(r => r.kind === "message" && r.name === "sending"), "count"))} messages`) : null,
    fact("Threads", String(profile.threads || "–"), profile.processor));
}

function advice(profile) {
  if (!profile.advice.length) return element("p", {}, "Nothing stands out.");
  return element("ul", { class: "advice" }, ...profile.advice.map(a => element("li", { class: a.good ? "good" : undefined }, ...marked(a.text))));
}

function verdicts(profile) {
  if (!profile.verdicts.length) return [];
  const columns = [
    { name: "where", text: true, key: v => v.source, show: place },
    { name: "construct", text: true, key: v => v.what, show: v => v.what },
    { name: "runs", text: true, key: v => v.outcome, show: v => v.outcome },
  ];
  const list = table("Where constructs can run", columns, profile.verdicts, 0);
  return [element("h2", {}, "Where constructs can run"), list];
}

function comparison(compared) {
  const change = r => {
    if (!r.a || !r.b) return r.a ? "only in A" : "only in B";
    const by = r.b / r.a;
    const text = by >= 1 ? `${by.toFixed(2)} × as long` : `${(1 / by).toFixed(2)} × as fast`;
    return element("span", { class: by > 1.05 ? "worse" : by < 0.95 ? "better" : undefined }, text);
  };
  const columns = [
    { name: "what", text: true, key: r => r.name, show: r => [r.kind ? chip(r.kind) : null, r.name].filter(Boolean) },
    { name: "source", text: true, key: r => r.source || "", show: r => r.source || "" },
    { name: "A", key: r => r.a, show: r => (r.a ? time(r.a) : "–") },
    { name: "B", key: r => r.b, show: r => (r.b ? time(r.b) : "–") },
    { name: "B – A", key: r => Math.abs(r.b - r.a), show: r => (r.b >= r.a ? "+" : "−") + time(Math.abs(r.b - r.a)) },
    { name: "B beside A", key: r => (r.a && r.b ? r.b / r.a : 0), show: change },
  ];
  return [element("h2", {}, "Comparison"),
    element("p", {}, `A: ${compared.a}. B: ${compared.b}.`),
    table("Comparison of A and B", columns, compared.rows, 4)];
}

function show(number) {
  const profile = data.profiles[number];
  const pick = data.profiles.length > 1 ? element("div", { class: "pick tools", role: "group", "aria-label": "Which profile is shown" },
    ...data.profiles.map((p, n) => element("button", { type: "button", "aria-pressed": String(n === number), onclick: () => show(n) }, `${"AB"[n]}: ${p.title}`))) : null;
  const omitted = profile.omitted ? element("p", { class: "soft" }, `${count(profile.omitted)} short events are in the totals and not in the timeline.`) : null;
  const limit = limits(profile);
  page.replaceChildren(...[
    element("h1", {}, profile.program ? `Profile of ${profile.program}` : profile.title), pick, facts(profile),
    ...(data.compare ? comparison(data.compare) : []),
    element("h2", {}, "What the time went to"), element("p", { class: "soft" }, "The thread that runs main, from its start to its end."), ...parts(profile),
    element("h2", {}, "Advice"), advice(profile),
    element("h2", {}, "Timeline"), ...timeline(profile), omitted,
    element("h2", {}, "Loops, kernels, transfers"), work(profile),
    element("p", { class: "soft" }, "Memory: each element of an array that is touched counts once. Operations: arithmetic, comparisons and Math on values, by the real bounds of the loops; what computes indices does not count. “≥” and “≤”: data decide, so only the least or the most is known."),
    ...code(profile),
    ...(limit ? [element("h2", {}, "Limits of this machine"), element("p", { class: "soft" }, "Measured at the end of the run: a copy in memory, and multiplications and additions on all cores. A kernel whose data stay in a cache can be beyond the first."), limit] : []),
    ...verdicts(profile),
    element("footer", {}, `somdc ${profile.version || ""}. The page needs nothing else: it can be kept and sent.`),
  ].filter(Boolean));
  page.dataset.drawn = "yes";
}

show(0);
