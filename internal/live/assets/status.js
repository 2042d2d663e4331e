// What the run has come to, in words and numbers, and its log.
import { css, deviceColour } from "./colours.js";
import { $, make } from "./elements.js";
import { digits, duration, scaled, thousands } from "./numbers.js";

const phases = [
	["BuildNeibs", "neighbour lists", "#8d7be0"],
	["Forces", "forces", "#4db8e8"],
	["MinimumScan", "minimum scan", "#e7b552"],
];
const maxLines = 1000; // of the log

export function showState(name, why) {
	const words = {
		running: "running",
		paused: "paused",
		ended: why === "done" || !why ? "done" : why,
		files: why || "done",
		lost: "no connection",
	};
	$("state").textContent = words[name] ?? name;
	$("state").className = "state " + (why === "failed" ? "failed" : name);
	$("pause").textContent = name === "paused" ? "Resume" : "Pause";
	for (const b of $("buttons").children) b.disabled = name !== "running" && name !== "paused";
}

export function showNumbers(s) {
	const all = [],
		[unit, one] = scaled("s", s.dt);
	all.push(
		["time", digits(s.t, 4), `of ${digits(s.end, 4)} s`],
		["step", thousands(s.step), ""],
		["Δt", digits(s.dt / one, 3), unit],
		["particles", thousands(s.particles), s.lost ? `${thousands(s.lost)} left` : ""],
	);
	if (s.mips || s.state === "running") all.push(["throughput", digits(s.mips, 3), "mips"]);
	if (s.state === "running") all.push(["time left", duration(s.eta_s), ""]);
	else if (s.snapshots) all.push(["snapshots", s.snapshots, ""]);
	$("numbers").replaceChildren(
		...all.map(([name, value, rest]) =>
			make(
				"div",
				{},
				make("dt", { textContent: name }),
				make("dd", {}, String(value), " ", make("small", { textContent: rest })),
			),
		),
	);
	document.querySelector("#progress i").style.width = 100 * s.done + "%";
}

export function showWarnings(all = []) {
	const list = $("warnings");
	if (list.childElementCount === all.length && list.lastChild?.textContent === all.at(-1)) return;
	list.hidden = all.length === 0;
	list.replaceChildren(...all.map((textContent) => make("li", { textContent })));
}

// key is a dot of a colour with its meaning.
export function key(colour, text) {
	const dot = make("i");
	dot.style.background = colour;
	return make("span", {}, dot, text);
}

// showDevices shows how long the phases of a step take on each device.
export function showDevices(all) {
	if (all.length === 0) return;
	let section = $("devices");
	if (!section) {
		section = make("section", { id: "devices", className: "chart" });
		$("charts").prepend(section);
	}
	const total = (d) => phases.reduce((sum, [name]) => sum + d.seconds_per_step[name], 0);
	const most = Math.max(...all.map(total)) || 1,
		[unit, one] = scaled("s", most);
	const title = make(
		"h2",
		{ textContent: "Phases of a step" },
		make("small", { textContent: `${unit} on each device` }),
	);
	const grid = make("div", { className: "devices" });
	for (const d of all) {
		const track = make("div", { className: "track" });
		for (const [name, words, colour] of phases) {
			const part = make("i", {
				title: `${words}: ${digits(d.seconds_per_step[name] / one)} ${unit}`,
			});
			part.style.width = (100 * d.seconds_per_step[name]) / most + "%";
			part.style.background = colour;
			track.append(part);
		}
		grid.append(
			make("span", { textContent: d.name, title: d.model }),
			track,
			make("span", {
				className: "amount",
				textContent: digits(total(d) / one),
				title: thousands(d.particles) + " particles",
			}),
		);
	}
	const swatches = make("div", { className: "swatches" });
	swatches.append(...phases.map(([, words, colour]) => key(colour, words)));
	section.replaceChildren(title, grid, swatches);
}

export const deviceKeys = (names) => names.map((name, k) => key(css(deviceColour(k)), name));

// log adds a line of the log, without what every line has.
export function log(text) {
	const box = $("lines"),
		end = box.scrollTop + box.clientHeight > box.scrollHeight - 30;
	const m = /^time=\S*T([\d:]{8})\S* level=(\w+) msg=("(?:[^"\\]|\\.)*"|\S*) ?(.*)$/.exec(text);
	const line = make("li");
	if (m) {
		line.className = { WARN: "warning", ERROR: "error" }[m[2]] || "";
		let words = m[3];
		try {
			words = words[0] === '"' ? JSON.parse(words) : words;
		} catch {}
		line.append(make("time", { textContent: m[1] }), words + (m[4] ? "  " + m[4] : ""));
	} else line.textContent = text;
	box.append(line);
	while (box.childElementCount > maxLines) box.firstChild.remove();
	if (end) box.scrollTop = box.scrollHeight;
}
