// The page: an editor, the flow as it will be filled, and what is said of both.
import { Text } from "./editor.js";
import { Schema } from "./complete.js";
import { View, layers } from "./view.js";
import { Link } from "./link.js";
import { Ruler } from "./space/ruler.js";
import { duration, thousands, digits } from "./numbers.js";

const $ = (id) => document.getElementById(id);
const make = (name, of = {}, ...children) => {
	const element = Object.assign(document.createElement(name), of);
	element.append(...children);
	return element;
};

const wait = 250; // ms without a key before a text is looked at

const is = {
	number: 0, // of the last text that was sent
	saved: null, // the text of the file; null is none
	answer: null, // the last
	file: "", kind: "connecting", saves: 0, lost: false,
};
let text, view, ruler, link, schema, timer;

async function begin() {
	const get = async (name) => (await fetch(name)).json();
	schema = new Schema(await get("schema.json"));
	text = new Text($("editor"), document.querySelector('meta[name="style-nonce"]').content, schema, changed);
	view = new View({ canvas: $("canvas"), overlay: $("labels"), scale: $("scale"), cross: $("cross") });
	makeRuler();
	makeLayers();
	makeAdd();
	link = new Link({ hello, answer, saved, conflict, unsaved, changed: changedOutside, again: () => send(), rates, checking, checked }, lost);
	$("save").onclick = save;
	$("new").onclick = openGallery;
	$("check").onclick = check;
	$("stopCheck").onclick = () => link.send({ do: "stop" });
	$("fit").onclick = () => view.look();
	for (const button of document.querySelectorAll("#views [data-from]"))
		button.onclick = () => view.look(button.dataset.from);
	$("clip").onchange = $("cut").oninput = cut;
	$("find").oninput = showCases;
	addEventListener("keydown", (e) => {
		if ((e.ctrlKey || e.metaKey) && e.key === "s") {
			e.preventDefault();
			save();
		}
	});
	addEventListener("beforeunload", (e) => isUnsaved() && e.preventDefault());
	if (innerWidth > 860)
		$("tools").open = true;
}

// What the program says.

function hello(m) {
	$("file").textContent = m.file;
	$("file").title = m.path;
	document.title = `${m.file} – gpusph edit`;
	$("check").hidden = !m.check;
	const first = !is.file;
	is.file = m.file;
	if (first) {
		is.saved = m.exists ? m.text : null;
		text.begin(m.text);
		if (!m.exists || !m.text.trim())
			openGallery();
	} else if (is.lost) {
		is.lost = false;
		notice();
		if (m.exists && m.text !== is.saved)
			changedOutside(m);
	}
	if (m.wrong)
		notice(m.wrong, []);
	mark();
	send();
}

function lost() {
	is.lost = true;
	$("state").className = "bad";
	$("state").textContent = "The program has ended, or does not answer. Your text is kept on this page: start gpusph edit again with the same port, or copy the text.";
}

function answer(a, arrays) {
	if (a.number !== is.number)
		return;
	is.answer = a;
	is.kind = a.errors.length ? "errors" : "flow";
	text.mark(a.errors);
	const list = $("faults");
	list.replaceChildren(...a.errors.map((f) => fault("error", f)), ...(a.warnings ?? []).map((w) => fault("warning", { line: 0, text: w })));
	const n = a.errors.length, w = a.warnings?.length ?? 0;
	$("state").className = n ? "bad" : "good";
	is.verdict = n ? (a.errors[0].line ? `Error in line ${a.errors[0].line}` : "Error") : w ? `No errors, ${w} ${w > 1 ? "warnings" : "warning"}` : "No errors";
	say();
	$("stale").hidden = !n || !view.sight;
	if (n)
		return;
	view.show(a, arrays);
	for (const button of document.querySelectorAll("#views [data-from]"))
		button.hidden = a.plane;
	showLayers();
	showNumbers(a);
}

// say says how the text is, and how it is run once it is saved without errors.
function say() {
	if (is.kind !== "errors" && is.kind !== "flow")
		return;
	const runs = is.kind === "flow" && is.saved !== null && !isUnsaved();
	$("state").replaceChildren(is.verdict, ...(runs ? ["; run it with ", make("code", { textContent: `gpusph ${is.file}` })] : []));
}

function fault(kind, f) {
	const item = make("li", { className: kind });
	if (f.line)
		item.append(make("button", { textContent: `line ${f.line}`, onclick: () => text.go(f.line, f.column) }));
	item.append(f.text);
	return item;
}

const size = (bytes) => (bytes >= 2 ** 30 ? `${digits(bytes / 2 ** 30)} GiB` : `${digits(bytes / 2 ** 20)} MiB`);

function showNumbers(a) {
	const rows = [];
	const add = (name, value, small = "", bad = false) => rows.push(make("div", {}, make("dt", { textContent: name }), make("dd", { className: bad ? "bad" : "" }, value + " ", make("small", { textContent: small }))));
	const about = a.exact ? "" : "about ", rounded = (n) => about + thousands(a.exact ? n : Number(n.toPrecision(3)));
	add("Particles", rounded(a.fluid + a.wall), a.exact ? "" : `a sample is shown, every ${digits(a.spacing)} m`);
	add("Fluid", rounded(a.fluid));
	add("Walls", rounded(a.wall), a.groups.map((g) => `${thousands(g.particles)} of ${g.name}`).join(", "));
	const here = a.memory.map((m) => `${size(m.bytes)} of ${m.name}`).join(", ");
	add("Memory", here, `here; with a GPU ${size(a.device)} of that and ${size(a.process)} of the host`, !!a.short);
	add("Steps", "about " + thousands(Number(a.steps.toPrecision(2))), `for ${digits(a.end)} s`);
	if (a.rate < 0)
		add("Time", "not known", "the devices cannot be measured; Check says why");
	else
		add("Time", a.seconds > 0 ? "about " + duration(roughly(a.seconds)) : "…", a.seconds > 0 ? `on ${a.devices.join(", ")}, by ${digits(a.rate / 1e6)} million particles a second; Check measures` : "the devices are being measured");
	if (a.short)
		add("Not enough memory", a.short, "", true);
	$("numbers").replaceChildren(...rows);
}
const roughly = (s) => (s > 3600 ? 60 * Math.round(s / 60) : Number(s.toPrecision(2)));

function rates(m) {
	const a = is.answer;
	if (!a || a.errors.length)
		return;
	a.rate = a.plane ? m.plane : m.space;
	a.seconds = a.rate > 0 ? (a.steps * (a.fluid + a.wall)) / a.rate : 0;
	showNumbers(a);
}

// The text.

const isUnsaved = () => text.text !== (is.saved ?? "");

function mark() {
	$("unsaved").hidden = !isUnsaved();
	say();
}

function changed() {
	mark();
	is.kind = "typing";
	clearTimeout(timer);
	timer = setTimeout(send, wait);
}

function send() {
	clearTimeout(timer);
	if (!text.text.trim()) {
		$("state").className = "";
		$("state").textContent = "The case is empty. “New from…” begins with one that runs.";
		return;
	}
	is.number++;
	is.kind = "waiting";
	$("state").className = "";
	$("state").textContent = "looking …";
	link.send({ do: "text", number: is.number, text: text.text });
}

let sent = ""; // the text that is being saved
let after = null; // what to do when it is
let toldTimer;

function save() {
	sent = text.text;
	link.send({ do: "save", text: sent });
}
function saved() {
	is.saved = sent;
	is.saves++;
	notice();
	mark();
	$("told").textContent = "saved";
	clearTimeout(toldTimer);
	toldTimer = setTimeout(() => ($("told").textContent = ""), 3000);
	after?.();
	after = null;
}
function unsaved(m) {
	after = null;
	notice(m.text, [["Try again", save]]);
}
function conflict(m) {
	notice("The file has changed on the disk since it was read here. It has not been written.", [
		["Overwrite it", () => link.send({ do: "save", text: sent, over: true })], ["Load it", () => load(m)], ["Leave it", () => ((after = null), notice())],
	]);
}
function changedOutside(m) {
	if (m.exists && m.text === text.text) {
		is.saved = m.text;
		return mark();
	}
	if (!m.exists) {
		is.saved = null;
		mark();
		return notice("The file has been removed. Save writes it again.", [["Save", save]]);
	}
	if (!isUnsaved())
		return load(m);
	notice("The file has changed on the disk, and there are changes here that are not saved.", [["Load the file", () => load(m)], ["Keep mine", () => notice()]]);
}
function load(m) {
	is.saved = m.text;
	after = null;
	text.replace(m.text);
	notice();
	mark();
}

function notice(words, buttons = []) {
	$("notice").hidden = !words;
	$("noticeText").textContent = words ?? "";
	$("noticeButtons").replaceChildren(...buttons.map(([name, does]) => make("button", { textContent: name, onclick: does })));
}

// The check.

function check() {
	after = () => link.send({ do: "check" });
	if (isUnsaved() || is.saved === null) {
		save();
	} else {
		after();
		after = null;
	}
}
function checking() {
	$("checkedText").textContent = "The program makes all particles and computes some steps. This takes seconds to minutes.";
	$("stopCheck").hidden = false;
	if (!$("checked").open)
		$("checked").showModal();
}
function checked(m) {
	$("stopCheck").hidden = true;
	$("checkedText").textContent = m.stopped ? "stopped" : m.text;
}

// The gallery.

let cases = null;
async function openGallery() {
	cases ??= await (await fetch("gallery.json")).json();
	$("find").value = "";
	showCases();
	$("gallery").showModal();
	if (innerWidth > 860)
		$("find").focus();
}
function showCases() {
	const words = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
	const fit = cases.filter((c) => words.every((w) => `${c.name} ${c.about} ${c.plane ? "2d" : "3d"}`.toLowerCase().includes(w)));
	$("cases").replaceChildren(...fit.map((c) => make("li", {}, make("button", { onclick: () => choose(c) }, make("b", { textContent: c.name }), make("em", { textContent: c.plane ? "2D" : "3D" }), make("small", { textContent: c.about })))));
	if (!fit.length)
		$("cases").append(make("li", { textContent: "No case has these words." }));
}
function choose(c) {
	$("gallery").close();
	text.replace(c.text);
	if (innerWidth > 860)
		text.go(1);
	else
		scrollTo(0, 0);
	send();
}

// makeAdd lists the tables that a case may have.
function makeAdd() {
	const many = (key) => schema.of(schema.root.properties[key]).type === "array";
	$("add").append(...schema.tops.map((key) => make("option", { value: key, textContent: many(key) ? `[[${key}]]` : `[${key}]` })));
	$("add").onchange = () => {
		const key = $("add").value;
		$("add").value = "";
		const line = text.text.split("\n").findIndex((l) => l.trim().startsWith(`[${key}]`));
		if (line >= 0)
			text.go(line + 1); // there can be one only
		else
			text.append(key);
	};
}

// The view.

function makeLayers() {
	$("layers").replaceChildren(...Object.entries(layers).map(([id, [name, colour]]) => {
		const swatch = make("i");
		swatch.style.background = "#" + colour.toString(16).padStart(6, "0");
		return make("label", { id: "layer-" + id }, make("input", { type: "checkbox", checked: !view.hidden.has(id), onchange: (e) => view.toggle(id, e.target.checked) }), swatch, name, make("small"));
	}));
}
function showLayers() {
	const counts = view.counts();
	for (const id of Object.keys(layers))
		$("layer-" + id).hidden = !(counts[id] > 0);
}
function makeRuler() {
	ruler = new Ruler(view, {
		drawing: $("measure"), table: $("lengths"), said: (text) => ($("rulerHint").textContent = text),
		pick: (x, y) => (view.sight ? view.pointAt(x, y) : null),
	});
	const turn = (on) => {
		ruler.turn(on);
		if (!on)
			ruler.clear();
		$("ruler").setAttribute("aria-pressed", on);
		$("measured").hidden = !on;
		$("canvas").classList.toggle("measures", on);
	};
	$("ruler").onclick = () => turn(!ruler.on);
	view.pointer.chosen = (x, y) => ruler.on && ruler.take(x, y);
	view.pointer.escaped = () => turn(false);
}
function cut() {
	const axis = $("clip").value === "" ? null : Number($("clip").value);
	$("cut").hidden = axis === null;
	view.cut(axis, $("cut").value / 1000);
}

// For tests.
window.gpusph = {
	state: () => ({
		...is, answer: is.answer && { ...is.answer, parts: is.answer.parts?.length }, unsaved: text ? isUnsaved() : false, drawn: view?.drawn ?? 0,
		marks: document.querySelectorAll(".cm-lint-marker-error").length, options: [...document.querySelectorAll(".cm-completionLabel")].map((l) => l.textContent),
	}),
	text: () => text, view: () => view, ruler: () => ruler?.values(),
};
begin();
