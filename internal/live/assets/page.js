// The page: what comes from the program goes to the picture, the charts, the log; what somebody asks for goes back.
import { Charts } from "./charts.js";
import { css, deviceColour, ofDevices, ramp } from "./colours.js";
import { fieldsOf, Range } from "./fields.js";
import { Flow } from "./scene.js";
import { digits, duration, scaled, thousands } from "./numbers.js";
import { connect, idOf } from "./wire.js";

const $ = (id) => document.getElementById(id);
const phases = [["BuildNeibs", "neighbour lists", "#8d7be0"], ["Forces", "forces", "#4db8e8"], ["MinimumScan", "minimum scan", "#e7b552"]];

let hello, flow, charts, fields, field, values, status, picked = null, wire, player;
const range = new Range();

function open() {
	wire = connect((m) => takers[m.type]?.(m), (why) => {
		if (status?.state === "ended" || why === "the run has ended") {
			state("ended", status?.why || "ended");
			return;
		}
		state("lost", why || "no connection");
		setTimeout(open, 2000);
	});
}

const takers = {
	hello(m) {
		const again = hello !== undefined;
		hello = m;
		if (again) {
			$("lines").replaceChildren();
			charts.tables = {};
			ask();
			return;
		}
		document.title = m.problem + " – gpusph";
		$("problem").textContent = m.problem;
		$("problem").title = m.dir;
		fields = fieldsOf(m);
		choices($("field"), fields.map((f) => [f.name, f.name]), fields[0].name);
		choices($("most"), [2000, 5000, 10000, 20000, 50000, 100000, 200000].filter((n) => n <= m.most).map((n) => [n, thousands(n)]), m.usual);
		$("bordersLabel").hidden = m.devices.length < 2 || !m.live;
		$("from").querySelectorAll("option").forEach((o) => (o.hidden = m.dim === 2 && o.value !== "front"));
		charts = new Charts($("charts"), m.fronts);
		try {
			flow = new Flow($("canvas"), $("labels"), m, pick);
			flow.afterDraw = afterDraw;
		} catch (err) {
			$("hint").textContent = "This browser shows no flow: " + err.message;
		}
		if (m.dim === 2)
			$("from").value = "front";
		$("hint").textContent ||= m.dim === 2 ? "drag to move, scroll to zoom, click a particle" : "drag to turn, right drag to move, scroll to zoom, click a particle";
		setTimeout(() => ($("hint").hidden = flow !== undefined && player?.times.length !== 0), 10000);
		$("buttons").hidden = !m.live;
		choose();
		if (m.live)
			ask();
		else
			player = new Player(m.times);
	},
	walls(m) {
		if (flow && !flow.walls)
			flow.showWalls(m);
	},
	frame(m) {
		if (flow)
			show(m);
		if (player)
			player.took(m);
		else
			wanted = true;
	},
	table: (m) => charts.take(m),
	log(m) {
		for (const text of m.lines)
			log(text);
	},
	status(m) {
		status = m;
		state(m.state, m.why);
		numbers();
		warnings();
		devices();
	},
	told: (m) => tell(m.text),
};

// ask asks for frames. The next is asked for when one has been drawn, so a page in a hidden tab gets none.
let wanted = false, before = 0, between = 0.1;
function ask() {
	wire.say("particles", +$("most").value);
	wire.say("ready");
}
function afterDraw() {
	if (picked !== null)
		ring();
	if (wanted) {
		wanted = false;
		wire.say("ready");
	}
}

function show(m) {
	if (values?.length !== m.n) {
		values = new Float32Array(m.n);
		unpick();
	}
	const now = performance.now();
	between += 0.3 * (Math.min((now - before) / 1000, 0.6) - between);
	before = now;
	evaluate(m);
	flow.show(m, values, ...ends(), player ? player.mixing() : between);
	details();
}
function evaluate(m) {
	for (let i = 0; i < m.n; i++)
		values[i] = m.device[i] === 255 ? 0 : field.of(m, i);
	if (!field.device)
		range.take(values, m, field);
	legend();
}
const ends = () => (field.device ? [0, 255] : [range.low, range.high]);

// choose takes what colours mean.
function choose() {
	field = fields.find((f) => f.name === $("field").value);
	range.clear();
	const kind = field.device ? "devices" : field.signed ? "signed" : "flow";
	flow?.colours(kind);
	const context = $("bar").getContext("2d"), image = context.createImageData(256, 1);
	image.data.set(field.device ? ofDevices() : ramp(kind));
	context.putImageData(image, 0, 0);
	if (flow?.frame) {
		evaluate(flow.frame);
		flow.paint(values, ...ends());
	} else
		legend();
}

function legend() {
	$("legend").hidden = field.plain === true;
	document.querySelector(".bar").hidden = document.querySelector(".ends").hidden = field.device;
	const keys = $("keys");
	if (field.device) {
		$("quantity").textContent = "device";
		if (keys.childElementCount !== hello.devices.length)
			keys.replaceChildren(...hello.devices.map((name, k) => key(css(deviceColour(k)), name)));
		return;
	}
	keys.replaceChildren();
	const text = isFinite(range.low) ? range.text(field.unit) : { unit: field.unit, low: "", middle: "", high: "" };
	$("quantity").textContent = field.name + (text.unit ? ` [${text.unit}]` : "");
	for (const end of ["low", "middle", "high"])
		$(end).textContent = text[end];
}
function key(colour, text) {
	const span = document.createElement("span"), dot = document.createElement("i");
	dot.style.background = colour;
	span.append(dot, text);
	return span;
}

// A particle that is picked shows its values, in every frame.
function pick(place) {
	picked = place;
	$("picked").hidden = $("ring").hidden = place === null;
	if (place !== null && innerWidth <= 820) // there is room for one of both
		$("tools").open = false;
	details();
	if (flow)
		flow.dirty = true;
}
const unpick = () => pick(null);
function details() {
	if (picked === null || !flow)
		return;
	const f = flow.frame, at = flow.place(picked);
	if (!at) {
		unpick();
		return;
	}
	const amount = (value, unit, n = 4) => {
		const [name, one] = scaled(unit, Math.abs(value));
		return digits(value / one, n) + " " + name;
	};
	const axes = hello.dim === 2 ? [0, 2] : [0, 1, 2], decimals = Math.max(0, 3 - Math.floor(Math.log10(flow.extent.length())));
	const rows = [["particle", idOf(f, picked)], [axes.map((a) => "xyz"[a]).join(", "), axes.map((a) => (hello.origin[a] + at.getComponent(a)).toFixed(decimals)).join(", ") + " m"],
		...(hello.lacking?.includes("Velocity") ? [] : [["velocity", axes.map((a) => digits(f.velocity[3 * picked + a], 3)).join(", ") + " m/s"]])];
	for (const other of fields)
		if (!other.signed)
			rows.push([other.name, other.device ? hello.devices[f.device[picked]] ?? f.device[picked] : other.name === "density" ? other.of(f, picked).toFixed(2) + " kg/m³" : amount(other.of(f, picked), other.unit)]);
	$("picked").querySelector("table").replaceChildren(...rows.map(([name, value]) => {
		const row = document.createElement("tr");
		row.append(...[name, value].map((text) => Object.assign(document.createElement("td"), { textContent: text })));
		return row;
	}));
}
function ring() {
	const at = flow.place(picked);
	if (!at)
		return;
	const s = flow.screen(at);
	$("ring").style.left = s.x + "px";
	$("ring").style.top = s.y + "px";
}

// What the run is at, in words and numbers.
function state(name, why) {
	const words = { running: "running", paused: "paused", ended: why === "done" || !why ? "done" : why, files: why || "done", lost: "no connection" };
	$("state").textContent = words[name] ?? name;
	$("state").className = "state " + (why === "failed" ? "failed" : name);
	$("pause").textContent = name === "paused" ? "Resume" : "Pause";
	for (const b of $("buttons").children)
		b.disabled = name !== "running" && name !== "paused";
}
function numbers() {
	const s = status, all = [];
	const [unit, one] = scaled("s", s.dt);
	all.push(["time", digits(s.t, 4), `of ${digits(s.end, 4)} s`], ["step", thousands(s.step), ""], ["Δt", digits(s.dt / one, 3), unit]);
	all.push(["particles", thousands(s.particles), s.lost ? `${thousands(s.lost)} left` : ""]);
	if (s.mips || s.state === "running")
		all.push(["throughput", digits(s.mips, 3), "mips"]);
	if (s.state === "running")
		all.push(["time left", duration(s.eta_s), ""]);
	else if (s.snapshots)
		all.push(["snapshots", s.snapshots, ""]);
	$("numbers").replaceChildren(...all.map(([name, value, rest]) => {
		const box = document.createElement("div"), dd = document.createElement("dd");
		dd.append(String(value), " ", Object.assign(document.createElement("small"), { textContent: rest }));
		box.append(Object.assign(document.createElement("dt"), { textContent: name }), dd);
		return box;
	}));
	document.querySelector("#progress i").style.width = 100 * s.done + "%";
}

// warnings shows those of the run.
function warnings() {
	const all = status.warnings ?? [], list = $("warnings");
	if (list.childElementCount === all.length && list.lastChild?.textContent === all.at(-1))
		return;
	list.hidden = all.length === 0;
	list.replaceChildren(...all.map((what) => Object.assign(document.createElement("li"), { textContent: what })));
}

// devices shows what the phases of a step take on each.
let bounds = "";
function devices() {
	const all = status.devices.filter((d) => d.particles > 0);
	if (all.length === 0)
		return;
	let section = $("devices");
	if (!section) {
		section = Object.assign(document.createElement("section"), { id: "devices", className: "chart" });
		$("charts").prepend(section);
	}
	const total = (d) => phases.reduce((sum, [name]) => sum + d.seconds_per_step[name], 0);
	const most = Math.max(...all.map(total)) || 1, [unit, one] = scaled("s", most);
	const title = Object.assign(document.createElement("h2"), { textContent: "Phases of a step" });
	title.append(Object.assign(document.createElement("small"), { textContent: `${unit} on each device` }));
	const grid = Object.assign(document.createElement("div"), { className: "devices" });
	for (const d of all) {
		const track = Object.assign(document.createElement("div"), { className: "track" });
		for (const [name, words, colour] of phases) {
			const part = document.createElement("i");
			part.style.width = (100 * d.seconds_per_step[name]) / most + "%";
			part.style.background = colour;
			part.title = `${words}: ${digits(d.seconds_per_step[name] / one)} ${unit}`;
			track.append(part);
		}
		grid.append(Object.assign(document.createElement("span"), { textContent: d.name, title: d.model }), track,
			Object.assign(document.createElement("span"), { className: "amount", textContent: digits(total(d) / one), title: thousands(d.particles) + " particles" }));
	}
	const swatches = Object.assign(document.createElement("div"), { className: "swatches" });
	swatches.append(...phases.map(([, words, colour]) => key(colour, words)));
	section.replaceChildren(title, grid, swatches);
	const begins = all.slice(1).map((d) => d.begins_m);
	if (flow && begins.join() !== bounds && begins.every((x) => x !== 0 || hello.live)) {
		bounds = begins.join();
		flow.showBorders(begins.map((x) => x - hello.origin[hello.axis]), hello.axis); // these are on the map
	}
}

// log adds a line of the log, with what matters of it.
function log(text) {
	const box = $("lines"), end = box.scrollTop + box.clientHeight > box.scrollHeight - 30;
	const m = /^time=\S*T([\d:]{8})\S* level=(\w+) msg=("(?:[^"\\]|\\.)*"|\S*) ?(.*)$/.exec(text);
	const line = document.createElement("li");
	if (m) {
		line.className = { WARN: "warning", ERROR: "error" }[m[2]] || "";
		let what = m[3];
		try {
			what = what[0] === '"' ? JSON.parse(what) : what;
		} catch {}
		line.append(Object.assign(document.createElement("time"), { textContent: m[1] }), what + (m[4] ? "  " + m[4] : ""));
	} else
		line.textContent = text;
	box.append(line);
	while (box.childElementCount > 1000)
		box.firstChild.remove();
	if (end)
		box.scrollTop = box.scrollHeight;
}

let toldUntil;
function tell(text) {
	$("told").textContent = text;
	$("told").hidden = false;
	clearTimeout(toldUntil);
	toldUntil = setTimeout(() => ($("told").hidden = true), 4000);
}

// Player goes through the snapshots of a run that is over.
class Player {
	constructor(times) {
		this.times = times;
		this.number = 0;
		this.plays = times.length > 1;
		$("player").hidden = times.length === 0;
		$("flow").classList.toggle("plays", times.length > 0);
		$("time").max = times.length - 1;
		$("time").oninput = () => {
			this.stop();
			this.go(+$("time").value);
		};
		$("play").onclick = () => {
			this.plays = !this.plays;
			this.tell();
			if (this.plays)
				this.next();
		};
		if (times.length === 0)
			$("hint").textContent = "this run has kept no snapshots that can be shown; they take the id of particles (--fields)";
		else
			this.go(0);
		this.tell();
	}
	stop() {
		this.plays = false;
		this.tell();
	}
	tell() {
		$("play").textContent = this.plays ? "Pause" : "Play";
	}
	go(k) {
		this.number = k;
		wire.say("particles", +$("most").value);
		wire.say("frame", k);
	}
	next() {
		this.go(this.number + 1 < this.times.length ? this.number + 1 : 0);
	}
	mixing() {
		return this.plays && this.number > 0 ? 0.22 : 0;
	}
	took(m) {
		$("time").value = this.number;
		$("at").textContent = digits(m.t, 4) + " s";
		clearTimeout(this.timer);
		if (this.plays)
			this.timer = setTimeout(() => this.plays && this.next(), this.number + 1 < this.times.length ? 200 : 1500);
	}
}

// What somebody chooses.
function choices(select, all, usual) {
	select.replaceChildren(...all.map(([value, text]) => Object.assign(document.createElement("option"), { value, textContent: text })));
	select.value = usual;
}
function cut() {
	const axis = $("clip").value;
	$("cut").hidden = $("cutlabel").hidden = axis === "";
	flow?.cut(axis === "" ? null : +axis, $("cut").value / 1000);
}
$("tools").open = innerWidth > 820;
$("field").onchange = choose;
$("most").onchange = () => (player ? player.go(player.number) : wire.say("particles", +$("most").value));
$("from").onchange = () => flow?.look($("from").value);
$("clip").onchange = $("cut").oninput = cut;
$("walls").onchange = (e) => flow?.toggleWalls(e.target.checked);
$("borders").onchange = (e) => flow?.toggleBorders(e.target.checked);
$("unpick").onclick = unpick;
$("pause").onclick = () => wire.say(status.state === "paused" ? "resume" : "pause");
$("checkpoint").onclick = () => wire.say("checkpoint");
$("snapshot").onclick = () => wire.say("snapshot");
let sure;
$("stop").onclick = (e) => {
	const b = e.target;
	if (b.classList.toggle("sure")) {
		b.textContent = "End the run?";
		sure = setTimeout(() => {
			b.classList.remove("sure");
			b.textContent = "Stop";
		}, 3000);
		return;
	}
	clearTimeout(sure);
	b.textContent = "Stop";
	wire.say("stop");
};

open();

// For tests: what the page has.
window.gpusph = { state: () => ({ state: status?.state, frames: flow?.frames ?? 0, drawn: flow?.drawn ?? 0, points: charts?.points() ?? {}, lines: $("lines").childElementCount, picked }), flow: () => flow };
