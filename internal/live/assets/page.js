// The page: messages of the program go to the view, the charts and the log; requests go back.
import { Charts } from "./charts.js";
import { css, deviceColour, ofDevices, ramp } from "./colours.js";
import { $, make, setChoices, tell } from "./elements.js";
import { Export } from "./export.js";
import { fieldsOf, Range } from "./fields.js";
import { Player } from "./player.js";
import { Flow } from "./scene.js";
import { deviceKeys, log, showDevices, showNumbers, showState, showWarnings } from "./status.js";
import { amount, Tools } from "./tools.js";
import { digits, thousands } from "./numbers.js";
import { connect, idOf } from "./wire.js";

const counts = [2000, 5000, 10000, 20000, 50000, 100000, 200000]; // of particles to choose from

let hello,
	flow,
	charts,
	fields,
	field,
	values,
	status,
	picked = null,
	wire,
	player,
	tools,
	files,
	glances = [], // frames over the whole time of the snapshots
	ranged = null; // the field of which the range is that of all of them
const range = new Range();

function open() {
	wire = connect(
		(m) => takers[m.type]?.(m),
		(why) => {
			if (status?.state === "ended" || why === "the run has ended") {
				showState("ended", status?.why || "ended");
				player?.end();
				return;
			}
			showState("lost", why || "no connection");
			setTimeout(open, 2000);
		},
	);
}

const takers = {
	hello(m) {
		const again = hello !== undefined;
		hello = m;
		if (again) {
			$("lines").replaceChildren();
			charts.tables = {};
			player.setTimes(m.times);
			return player.now ? ask() : player.go(player.number);
		}
		begin(m);
	},
	walls(m) {
		if (flow && !flow.walls) flow.takeWalls(m);
	},
	curves(m) {
		curves = m; // of the next frame
	},
	frame(m) {
		m.curves = curves;
		curves = null;
		if (!m.stored) last = m;
		else if (player.glanced(m)) return;
		if (m.stored === player.now)
			// the page shows another time now
			return;
		if (flow) show(m);
		if (m.stored) player.took(m);
		else wanted = true;
	},
	stored(m) {
		player.setTimes(m.times);
		files?.describe();
	},
	table: (m) => charts.take(m),
	log: (m) => m.lines.forEach(log),
	status(m) {
		status = m;
		showState(m.state, m.why);
		showNumbers(m);
		showWarnings(m.warnings);
		devices();
	},
	told: (m) => tell(m.text),
};

function begin(m) {
	document.title = m.problem + " – gpusph";
	$("problem").textContent = m.problem;
	$("problem").title = m.dir;
	fields = fieldsOf(m);
	setChoices(
		$("field"),
		fields.map((f) => [f.name, f.name]),
		fields[0].name,
	);
	setChoices(
		$("most"),
		counts.filter((n) => n <= m.most).map((n) => [n, thousands(n)]),
		m.usual,
	);
	$("bordersLabel").hidden = m.devices.length < 2 || !m.live;
	$("from")
		.querySelectorAll("option")
		.forEach((o) => (o.hidden = m.dim === 2 && o.value !== "front"));
	if (m.dim === 2) $("from").value = "front";
	charts = new Charts($("charts"), m.fronts);
	try {
		flow = new Flow(
			{ canvas: $("canvas"), overlay: $("labels"), scale: $("scale"), cross: $("cross") },
			m,
		);
	} catch (err) {
		$("hint").textContent = "This browser shows no flow: " + err.message;
	}
	tools = new Tools(flow, m, describe);
	player = new Player({
		wire: () => wire,
		particles: () => +$("most").value,
		live: m.live,
		back: goBack,
		seen: (frames) => {
			glances = frames;
			ranged = null;
		},
	});
	hint(m);
	$("buttons").hidden = !m.live;
	if (flow) {
		Object.assign(flow.pointer, {
			chosen,
			over: (x, y) => tools.over(x, y),
			escaped: () => (tools.escape(), pick(null)),
		});
		flow.afterDraw.push(afterDraw);
	}
	choose();
	player.setTimes(m.times);
	if (flow) files = new Export(flow, player, about, m.problem);
	if (m.live) ask();
}
function hint(m) {
	const first = m.dim === 2 ? "drag to move" : "drag to turn, right drag to move";
	$("hint").textContent ||=
		!m.live && m.times.length === 0
			? "this run has kept no snapshots that can be shown; they take the id of particles (--fields)"
			: first + ", scroll to zoom, click a particle";
	setTimeout(
		() => ($("hint").hidden = flow !== undefined && (m.live || m.times.length > 0)),
		10000,
	);
}

// ask asks for frames. The next is asked for when one has been drawn, so a page in a hidden tab
// gets none.
let wanted = false,
	last = null,
	curves = null,
	before = 0,
	between = 0.1;
function ask() {
	wire.say("particles", +$("most").value);
	wire.say("ready");
}
// goBack returns from the snapshots to the run.
function goBack() {
	if (last && flow) show(last);
	ask();
	files?.describe();
}
function afterDraw() {
	if (picked !== null) ring();
	if (wanted && player.now) {
		wanted = false;
		wire.say("ready");
	}
}

function show(m) {
	if (values?.length !== m.n) {
		values = new Float32Array(m.n);
		pick(null);
	}
	const now = performance.now();
	between += 0.3 * (Math.min((now - before) / 1000, 0.6) - between);
	before = now;
	evaluate(m);
	flow.take(m, values, ...ends(), m.stored ? player.mixing() : between);
	flow.takeCurves(m.curves);
	details();
	tools.refresh();
	if (!files?.film) files?.describe();
}
function evaluate(m) {
	for (let i = 0; i < m.n; i++) values[i] = m.device[i] === 255 ? 0 : field.of(m, i);
	if (!field.device) findRange(m);
	legend();
}
// findRange finds where colours go. While snapshots play they keep one range, that of all.
function findRange(m) {
	if (m.stored && glances.length > 0) {
		if (ranged !== field) range.over(glances, field);
		ranged = field;
		return;
	}
	if (ranged) range.clear();
	ranged = null;
	range.take(values, m, field);
}
const ends = () => (field.device ? [0, 255] : [range.low, range.high]);
const describe = (value) =>
	field.device
		? (hello.devices[value] ?? `device ${value}`)
		: `${field.name} ${amount(value, field.unit)}`;

// choose takes what colours mean.
function choose() {
	field = fields.find((f) => f.name === $("field").value);
	range.clear();
	ranged = null;
	const kind = field.device ? "devices" : field.signed ? "signed" : "flow";
	if (flow) {
		flow.setColours(kind);
		flow.sections.device = !!field.device;
	}
	const context = $("bar").getContext("2d"),
		image = context.createImageData(256, 1);
	image.data.set(field.device ? ofDevices() : ramp(kind));
	context.putImageData(image, 0, 0);
	if (flow?.frame) {
		evaluate(flow.frame);
		flow.paint(values, ...ends());
		tools.refresh();
	} else legend();
}

function legend() {
	$("legend").hidden = field.plain === true;
	document.querySelector(".bar").hidden = document.querySelector(".ends").hidden = field.device;
	const keys = $("keys");
	if (field.device) {
		$("quantity").textContent = "device";
		if (keys.childElementCount !== hello.devices.length)
			keys.replaceChildren(...deviceKeys(hello.devices));
		return;
	}
	keys.replaceChildren();
	const text = isFinite(range.low)
		? range.text(field.unit)
		: { unit: field.unit, low: "", middle: "", high: "" };
	$("quantity").textContent = field.name + (text.unit ? ` [${text.unit}]` : "");
	for (const end of ["low", "middle", "high"]) $(end).textContent = text[end];
}

// about is what a picture says besides the flow.
function about() {
	const t = flow.frame?.t ?? 0,
		lines = [`t = ${digits(t, 4)} s`],
		{ ruler } = tools;
	flow.sections.planes.forEach((p, axis) => {
		if (p && !flow.flat)
			lines.push(`section at ${"xyz"[axis]} = ${digits(hello.origin[axis] + p.x, 4)} m`);
	});
	return {
		title: hello.problem,
		lines,
		legend: field.plain
			? null
			: {
					title: $("quantity").textContent,
					bar: $("bar"),
					texts: ["low", "middle", "high"].map((end) => $(end).textContent),
					keys: field.device
						? hello.devices.map((name, k) => ({ name, colour: css(deviceColour(k)) }))
						: null,
				},
		ruler: ruler.points.length
			? {
					points: ruler.lines(),
					words: ruler.values() ? ruler.metres(ruler.values().distance) : "",
				}
			: null,
	};
}

// chosen takes a click or a tap: the tools first, else the particle there.
function chosen(x, y) {
	if (!tools.take(x, y)) pick(flow.particleAt(x, y));
}

// A particle that is picked shows its values, in every frame.
function pick(place) {
	picked = place;
	$("picked").hidden = $("ring").hidden = place === null;
	details();
	if (flow) flow.dirty = true;
}
function details() {
	if (picked === null || !flow) return;
	const f = flow.frame,
		at = flow.place(picked);
	if (!at) return pick(null);
	const axes = hello.dim === 2 ? [0, 2] : [0, 1, 2],
		decimals = Math.max(0, 3 - Math.floor(Math.log10(flow.extent.length())));
	const list = (of) => axes.map(of).join(", ");
	const rows = [
		["particle", idOf(f, picked)],
		[
			list((a) => "xyz"[a]),
			list((a) => (hello.origin[a] + at.getComponent(a)).toFixed(decimals)) + " m",
		],
	];
	if (!hello.lacking?.includes("Velocity"))
		rows.push(["velocity", list((a) => digits(f.velocity[3 * picked + a], 3)) + " m/s"]);
	for (const other of fields)
		if (!other.signed) {
			const value = other.of(f, picked);
			rows.push([
				other.name,
				other.device
					? (hello.devices[value] ?? value)
					: other.name === "density"
						? value.toFixed(2) + " kg/m³"
						: amount(value, other.unit),
			]);
		}
	$("picked")
		.querySelector("table")
		.replaceChildren(
			...rows.map((row) =>
				make("tr", {}, ...row.map((textContent) => make("td", { textContent }))),
			),
		);
}
function ring() {
	const at = flow.place(picked);
	if (!at) return;
	const { x, y } = flow.screen(at);
	$("ring").style.translate = `${x}px ${y}px`;
}

// devices shows the phases of a step on each device, and where the slices of each begin.
let bounds = "";
function devices() {
	const all = status.devices.filter((d) => d.particles > 0);
	showDevices(all);
	const begins = all.slice(1).map((d) => d.begins_m);
	if (flow && begins.join() !== bounds && begins.every((x) => x !== 0 || hello.live)) {
		bounds = begins.join();
		flow.setBorders(
			begins.map((x) => x - hello.origin[hello.axis]),
			hello.axis,
		); // these are on the map
	}
}

// Choices and buttons.
$("field").onchange = choose;
$("most").onchange = () =>
	player.now ? wire.say("particles", +$("most").value) : player.go(player.number);
$("from").onchange = () => flow?.look($("from").value);
$("fit").onclick = () => flow?.look();
$("walls").onchange = (e) => flow?.showWalls(e.target.checked);
$("borders").onchange = (e) => flow?.showBorders(e.target.checked);
$("unpick").onclick = () => pick(null);
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
window.gpusph = {
	state: () => ({
		state: status?.state,
		frames: flow?.frames ?? 0,
		drawn: flow?.drawn ?? 0,
		picked,
		points: charts?.points() ?? {},
		lines: $("lines").childElementCount,
		now: player?.now,
		stored: player?.times.length,
		t: flow?.frame?.t,
		taken: player?.taken,
		value: tools?.value,
		range: [range.low, range.high],
		ruler: tools?.ruler?.values(),
		file: files?.last && { ...files.last, size: files.last.blob.size },
	}),
	flow: () => flow,
	file: () => files.last.blob,
};
