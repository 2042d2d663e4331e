// The report of a check: its result, what is wrong with its lines, and what the flow is like.
import { $, make } from "./elements.js";

// showReport fills the dialog. fault makes an element of an error, a warning or a note.
export function showReport(report, fault) {
	const list = (kind, all) => (all.length
		? [make("ul", { className: "faults" }, ...all.map((f) => fault(kind, f)))] : []);
	const notes = report.notes.length ? [make("details", {},
		make("summary", { textContent: `Notes (${report.notes.length})` }),
		...list("note", report.notes))] : [];
	const rows = report.rows.map(([name, text]) => make("div", {},
		make("dt", { textContent: name }), make("dd", { textContent: text })));
	const figures = rows.length ? [make("details", {},
		make("summary", { textContent: "The flow in figures" }), make("dl", {}, ...rows))] : [];
	const time = report.rows.find(([name]) => name === "Time");
	$("checkedText").replaceChildren(
		make("p", { className: report.faults.length ? "verdict bad" : "verdict good",
			textContent: report.result }),
		...list("error", report.faults), ...list("warning", report.warnings),
		...(time ? [make("p", { textContent: `A run takes ${time[1]}; more when steps get shorter `
			+ "as the water becomes faster, or when others use this machine." })] : []),
		...notes, ...figures);
}
