// The page: an editor, the flow as it will be filled, and what is said of both.
import { Text } from "./editor.js";
import { Schema } from "./complete.js";
import { View, layers } from "./view.js";
import { Link } from "./link.js";
import { Ruler } from "./space/ruler.js";
import { entries, roomFor } from "./adding.js";
import { $, copied, make } from "./elements.js";
import { Gallery } from "./gallery.js";
import { brief, showNumbers } from "./figures.js";
import { showReport } from "./report.js";
import { Running } from "./running.js";

const wait = 250; // ms without a key before a text is looked at
const hold = 1000; // ms without a key before an error at the cursor is shown

const is = {
	number: 0, // of the last text that was sent
	saved: null, // the text of the file as it was shown; null is none
	version: "", // its name, which a save gives back
	answer: null, // the last
	arrays: null, // particles of the last flow without errors
	file: "", kind: "connecting", saves: 0, lost: false, typed: 0,
};
let text, view, ruler, link, schema, timer, holding, running, gallery;

async function begin() {
	const get = async (name) => (await fetch(name)).json();
	schema = new Schema(await get("schema.json"));
	text = new Text($("editor"), document.querySelector('meta[name="style-nonce"]').content, schema, changed);
	view = new View({ canvas: $("canvas"), overlay: $("labels"), scale: $("scale"), cross: $("cross") });
	makeRuler();
	makeLayers();
	makeAdd();
	schema.room = (key) => roomFor(key, view.sight, is.arrays?.positions, is.arrays?.kinds ?? []);
	running = new Running((m) => link.send(m));
	gallery = new Gallery(choose);
	link = new Link({
		hello, answer, saved, conflict, unsaved, changed: changedOutside, again: () => send(), rates,
		checking, checked, run: (m) => running.take(m), viewed: (m) => running.viewed(m),
	}, lost);
	$("save").onclick = () => save();
	$("new").onclick = () => gallery.open();
	$("check").onclick = () => link.send({ do: "check", text: text.text });
	$("startRun").onclick = run;
	$("undo").onclick = () => text.undo();
	$("stopCheck").onclick = () => link.send({ do: "stop" });
	for (const tab of document.querySelectorAll("#tabs button"))
		tab.onclick = () => turnTo(tab.dataset.tab);
	$("fit").onclick = () => view.look();
	for (const button of document.querySelectorAll("#views [data-from]"))
		button.onclick = () => view.look(button.dataset.from);
	$("clip").onchange = $("cut").oninput = cut;
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
	$("startRun").hidden = !m.runs;
	is.given = m.given;
	running.take(m.run);
	const first = !is.file;
	is.file = m.file;
	if (first) {
		is.saved = m.exists ? m.text : null;
		is.version = m.version;
		text.begin(m.text);
		if (!m.exists || !m.text.trim())
			gallery.open();
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

// lost is called when there is no connection. renewed is where another program answers, which has
// another token.
function lost(renewed) {
	is.lost = true;
	$("state").className = "bad";
	const copyText = make("button", { textContent: "Copy the text",
		onclick: () => navigator.clipboard.writeText(text.text) });
	const again = copied(`gpusph edit ${is.given ?? is.file} --serve ${location.port}`);
	$("state").replaceChildren(...(renewed ? ["The program was started again: open the new address "
		+ "that it has printed. Your text is still on this page, to be pasted there: ", copyText]
		: ["The program has ended, or does not answer. Run ", again, " and open its new address. Your "
			+ "text is still on this page, to be pasted there: ", copyText]));
}

// answer takes what is said of a text. An error where somebody types waits for a moment: the text is
// not finished yet.
function answer(a, arrays) {
	clearTimeout(holding);
	if (a.number !== is.number)
		return;
	const left = is.typed + hold - performance.now(), f = a.errors[0];
	if (f && left > 0 && text.line && (!f.line || Math.abs(f.line - text.line) <= 1)) {
		holding = setTimeout(() => answer(a, arrays), left);
		return;
	}
	is.answer = a;
	is.kind = a.errors.length ? "errors" : "flow";
	text.mark(a.errors);
	const { errors, warnings = [], notes = [] } = a, count = (n, what) => `${n} ${what}${n > 1 ? "s" : ""}`;
	$("faults").replaceChildren(...errors.map((f) => fault("error", f)),
		...warnings.map((f) => fault("warning", f)), ...notes.map((f) => fault("note", f)));
	const [e] = errors, also = [warnings.length && count(warnings.length, "warning"),
		notes.length && count(notes.length, "note")].filter(Boolean);
	$("state").className = e ? "bad" : "good";
	is.verdict = e ? (e.line ? `Error in line ${e.line}` : "Error") : ["No errors", ...also].join(", ");
	say();
	$("stale").hidden = !e || !view.sight;
	if (e)
		return;
	is.arrays = arrays;
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
	$("brief").textContent = is.kind === "flow" ? brief(is.answer) : is.verdict;
	$("brief").className = is.kind === "flow" ? "" : "bad";
	$("state").replaceChildren(is.verdict, ...(runs ? ["; run it with ", make("code", { textContent: `gpusph ${is.file}` })] : []));
}

function fault(kind, f) {
	const item = make("li", { className: kind });
	if (f.line)
		item.append(make("button", { textContent: `line ${f.line}`, onclick: () => go(f) }));
	item.append(f.text);
	return item;
}

// go shows a place in the text.
function go(f) {
	if ($("checked").open)
		$("checked").close();
	turnTo("text");
	text.go(f.line, f.column || 1);
}

// turnTo shows one of the parts of the page, where there is room for one only.
function turnTo(tab) {
	document.body.dataset.tab = tab;
	for (const button of document.querySelectorAll("#tabs button"))
		button.setAttribute("aria-selected", button.dataset.tab === tab);
}

function rates(m) {
	const a = is.answer;
	if (!a || a.errors.length)
		return;
	a.speed = a.plane ? m.plane : m.space;
	a.seconds = a.speed.rate > 0 ? (a.steps * (a.fluid + a.wall)) / a.speed.rate : 0;
	showNumbers(a);
	say();
}

// The text.

const isUnsaved = () => text.text !== (is.saved ?? "");

function mark() {
	$("unsaved").hidden = !isUnsaved();
	say();
}

function changed() {
	mark();
	is.typed = performance.now();
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

// save writes the text over the version of the file that was shown, or over the one of a message.
function save({ version } = is) {
	sent = text.text;
	link.send({ do: "save", text: sent, version });
}
function saved(m) {
	is.saved = sent;
	is.version = m.version;
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
	notice(m.text, [["Try again", () => save()]]);
}
function conflict(m) {
	if (!m.exists)
		return changedOutside(m);
	notice("The file has changed on the disk since it was read here. It has not been written.", [
		["Overwrite it", () => save(m)], ["Load it", () => load(m)], ["Leave it", () => ((after = null), notice())],
	]);
}
function changedOutside(m) {
	if (m.version === is.version)
		return;
	if (m.exists && m.text === text.text) {
		is.saved = m.text;
		is.version = m.version;
		return mark();
	}
	if (!m.exists) {
		is.saved = null;
		is.version = m.version;
		mark();
		return notice("The file has been removed. Save writes it again.", [["Save", () => save()]]);
	}
	if (!isUnsaved())
		return load(m);
	notice("The file has changed on the disk, and there are changes here that are not saved.", [["Load the file", () => load(m)], ["Keep mine", () => notice()]]);
}
function load(m) {
	is.saved = m.text;
	is.version = m.version;
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

// The check and the run.

// saveFirst does something with the file once it has this text.
function saveFirst(does) {
	after = does;
	if (isUnsaved() || is.saved === null)
		return save();
	after();
	after = null;
}
function run() {
	if (is.kind === "errors")
		return notice("There is an error in the text, so a run would be refused. Mend it first.", [
			["Show it", () => (notice(), go(is.answer.errors[0]))], ["Close", () => notice()]]);
	saveFirst(() => link.send({ do: "run" }));
}
function checking() {
	$("checkedTitle").textContent = `Check of ${is.file}`;
	$("checkedText").replaceChildren(make("p", { textContent: "The program makes all particles and computes some steps. This takes seconds to minutes." }));
	$("stopCheck").hidden = false;
	if (!$("checked").open)
		$("checked").showModal();
}
function checked(m) {
	$("stopCheck").hidden = true;
	if (m.stopped)
		$("checkedText").replaceChildren(make("p", { textContent: "The check was stopped." }));
	else
		showReport(m.report, fault);
}

function choose(c) {
	text.replace(c.text);
	if (innerWidth > 860)
		text.go(1);
	else
		turnTo("text");
	send();
}

// makeAdd lists the tables that a case may have, the common ones first.
function makeAdd() {
	const many = (key) => schema.of(schema.root.properties[key]).type === "array";
	const known = entries.map(([key]) => key);
	const rest = schema.tops.filter((key) => !known.includes(key)).map((key) => [key, ""]);
	const all = [...entries, ...rest].filter(([key, , of]) => schema.tops.includes(of ?? key));
	$("adds").replaceChildren(...all.map(([key, about, of]) => make("li", {}, make("button",
		{ onclick: () => add(key) }, make("b", { textContent: key }),
		make("em", { textContent: many(of ?? key) ? `[[${of ?? key}]]` : `[${key}]` }),
		make("small", { textContent: about })))));
	$("add").onclick = () => $("adding").showModal();
}
function add(key) {
	$("adding").close();
	turnTo("text");
	const line = text.text.split("\n").findIndex((l) => l.trim().startsWith(`[${key}]`));
	if (line >= 0)
		text.go(line + 1); // there can be one only
	else
		text.append(key);
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
		...is, arrays: undefined, answer: is.answer && { ...is.answer, parts: is.answer.parts?.length }, unsaved: text ? isUnsaved() : false, drawn: view?.drawn ?? 0,
		marks: document.querySelectorAll(".cm-lint-marker-error").length, options: [...document.querySelectorAll(".cm-completionLabel")].map((l) => l.textContent),
	}),
	schema: () => ({ tops: schema.tops }), text: () => text, view: () => view, run: () => running.state, ruler: () => ruler?.values(),
};
begin();
