// The figures of a flow: its particles, the memory that it needs, and what a run takes.
import { $, make } from "./elements.js";
import { duration, thousands, digits } from "./numbers.js";

const size = (bytes) => (bytes >= 2 ** 30 ? `${digits(bytes / 2 ** 30)} GiB` : `${digits(bytes / 2 ** 20)} MiB`);
const roughly = (s) => (s > 3600 ? 60 * Math.round(s / 60) : Number(s.toPrecision(2)));

// brief is the flow in one line.
export function brief(a) {
	const n = Number((a.fluid + a.wall).toPrecision(3));
	return [`${a.exact ? "" : "about "}${thousands(a.exact ? a.fluid + a.wall : n)} particles`,
		timeOf(a)[0] && `run ${timeOf(a)[0]}`].filter(Boolean).join(" · ");
}

// timeOf is how long a run takes, and by what that is known.
function timeOf(a) {
	const { rate, by, within } = a.speed;
	if (rate < 0)
		return ["not known", "the devices cannot be measured; Check says why"];
	if (!(a.seconds > 0))
		return ["", "the devices are being measured"];
	const least = duration(roughly(a.seconds)), most = duration(roughly(a.seconds * within));
	const where = `on ${a.devices.join(", ")}`;
	if (by === "run")
		return [`about ${least}`, `${where}, as fast as the last run`];
	return [`${least} to ${most}`, by === "check" ? `${where}, as Check has measured`
		: `a guess, ${where}, by a small flow; Check measures`];
}

// showNumbers fills the list of particles, memory, steps and time.
export function showNumbers(a) {
	const rows = [];
	const add = (name, value, small = "", bad = false) => rows.push(make("div", {}, make("dt", { textContent: name }), make("dd", { className: bad ? "bad" : "" }, value + " ", make("small", { textContent: small }))));
	const about = a.exact ? "" : "about ", rounded = (n) => about + thousands(a.exact ? n : Number(n.toPrecision(3)));
	add("Particles", rounded(a.fluid + a.wall), a.exact ? "" : `a sample is shown, every ${digits(a.spacing)} m`);
	add("Fluid", rounded(a.fluid));
	add("Walls", rounded(a.wall), a.groups.map((g) => `${thousands(g.particles)} of ${g.name}`).join(", "));
	const here = a.memory.map((m) => `${size(m.bytes)} of ${m.name}`).join(", ");
	add("Memory", here, `here; with a GPU ${size(a.device)} of that and ${size(a.process)} of the host`, !!a.short);
	add("Steps", "about " + thousands(Number(a.steps.toPrecision(2))), `for ${digits(a.end)} s`);
	const [time, by] = timeOf(a);
	add("Time", time || "…", by);
	if (a.short)
		add("Not enough memory", a.short, "", true);
	$("numbers").replaceChildren(...rows);
}
