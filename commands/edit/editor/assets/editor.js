// The text of the case file, in CodeMirror.
import {
	EditorState, EditorView, HighlightStyle, Prec, StreamLanguage, autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap,
	defaultKeymap, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, highlightSpecialChars, history, historyKeymap,
	hoverTooltip, indentUnit, keymap, lineNumbers, lintGutter, lintKeymap, search, searchKeymap, setDiagnostics, syntaxHighlighting, tags, toml, acceptCompletion, snippet, undo,
} from "./libraries/codemirror.min.js";
import { around, help, source } from "./complete.js";

const colours = HighlightStyle.define([
	{ tag: tags.propertyName, color: "var(--key)" },
	{ tag: tags.atom, color: "var(--table)" },
	{ tag: tags.number, color: "var(--value)" },
	{ tag: tags.string, color: "var(--string)" },
	{ tag: tags.comment, color: "var(--comment)" },
]);

const theme = EditorView.theme({
	"&": { height: "100%", fontSize: "13px", backgroundColor: "var(--panel)", color: "var(--text)" },
	"&.cm-focused": { outline: "none" },
	".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, monospace', lineHeight: "1.5" },
	".cm-content": { caretColor: "var(--text)", paddingBottom: "30vh" },
	".cm-tooltip:has(> .cm-help), .cm-help": { pointerEvents: "none" },
	".cm-cursor": { borderLeftColor: "var(--text)" },
	".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--comment)", border: "0" },
	".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--raised) 55%, transparent)" },
	"&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--select)" },
	".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--warn) 30%, transparent)" },
	"&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--select)" },
	".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: "6px" },
	".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--main)", color: "var(--text)" },
	".cm-completionInfo, .cm-help": { padding: "5px 9px", maxWidth: "min(340px, 70vw)", fontSize: "12.5px", lineHeight: "1.4" },
	".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal" },
	".cm-kind": { color: "var(--soft)" },
	".cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)" },
	".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
	".cm-diagnosticText": { maxWidth: "min(460px, 80vw)", display: "inline-block", whiteSpace: "pre-wrap" },
});

const closeHelp = (_, view) => {
	if (view.dom.querySelector(".cm-help"))
		view.dispatch({ userEvent: "help.close" });
	return false;
};

// Text is the editor. changed is called when the text has.
export class Text {
	constructor(parent, nonce, schema, changed) {
		this.schema = schema;
		this.extensions = [
			EditorView.cspNonce.of(nonce), theme, syntaxHighlighting(colours), StreamLanguage.define(toml), indentUnit.of("\t"),
			lineNumbers(), lintGutter(), history(), highlightSpecialChars(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(),
			bracketMatching(), closeBrackets(), highlightSelectionMatches(), search({ top: true }), EditorView.lineWrapping,
			EditorState.languageData.of(() => [{ wordChars: ".+-" }]), // 0.03 is one word
			EditorView.scrollMargins.of(() => ({ bottom: 40 })),
			autocompletion({
				override: [source(schema)], activateOnTyping: true, icons: false,
				activateOnCompletion: (option) => option.type === "class",
			}),
			// above its line, and gone with the next key or click
			hoverTooltip((view, pos) => {
				const of = help(schema, view.state.doc.toString(), pos);
				return of && { pos: of.from, end: of.to, above: true, create: () => {
					const dom = of.dom();
					dom.className = "cm-help";
					return { dom };
				} };
			}, { hideOn: (change) => change.docChanged || !!change.selection || change.isUserEvent("help") }),
			EditorView.domEventHandlers({ keydown: closeHelp, mousedown: closeHelp }),
			Prec.high(keymap.of([{ key: "Tab", run: acceptCompletion }])),
			keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
			EditorView.contentAttributes.of({ "aria-label": "Text of the case file", spellcheck: "false", autocorrect: "off", autocapitalize: "off" }),
			EditorView.updateListener.of((update) => update.docChanged && changed()),
		];
		this.view = new EditorView({ parent, state: this.fresh("") });
		new ResizeObserver(() => this.follow()).observe(parent); // as when the errors need more room
	}

	fresh(text) {
		return EditorState.create({ doc: text, extensions: this.extensions });
	}
	get text() {
		return this.view.state.doc.toString();
	}

	// begin shows a text that has no history.
	begin(text) {
		this.view.setState(this.fresh(text));
	}
	// replace puts another text in the place of this one; undo brings it back. Places at which both are the same stay where they are.
	replace(text) {
		const old = this.text;
		let from = 0, end = 0;
		const most = Math.min(old.length, text.length);
		while (from < most && old[from] === text[from])
			from++;
		while (end < most - from && old[old.length - 1 - end] === text[text.length - 1 - end])
			end++;
		this.view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) }, userEvent: "input.replace" });
	}

	// follow scrolls the cursor into view, if the text is being edited.
	follow() {
		const view = this.view, at = view.state.selection.main.head;
		if (view.hasFocus)
			view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "nearest", yMargin: 40 }) });
	}
	// line is the number of the cursor's line while the text is being edited, or 0.
	get line() {
		const state = this.view.state;
		return this.view.hasFocus ? state.doc.lineAt(state.selection.main.head).number : 0;
	}
	undo() {
		undo(this.view);
		this.view.focus();
	}

	// append begins a table, or a gate, at the end of the text, and puts the cursor into its first
	// value.
	append(key) {
		const view = this.view, text = this.text, end = text.trimEnd().length, at = end ? end + 2 : 0;
		const of = around(text);
		const begin = key === "gate" ? this.schema.gate(of) : this.schema.begin(key, of);
		view.dispatch({
			changes: { from: end, to: text.length, insert: end ? "\n\n" : "" },
			selection: { anchor: at }, userEvent: "input",
		});
		snippet(begin)(view, null, at, at);
		const head = view.state.selection.main.head;
		view.dispatch({ effects: EditorView.scrollIntoView(head, { y: "center" }) });
		view.focus();
	}

	// mark shows errors at their places.
	mark(faults) {
		const doc = this.view.state.doc;
		const all = faults.filter((f) => f.line > 0 && f.line <= doc.lines).map((f) => {
			const line = doc.line(f.line), text = line.text;
			let column = [...text].slice(0, Math.max(f.column - 1, 0)).join("").length; // characters are not code units
			column = Math.min(column, text.length);
			let end = column + (text.slice(column).match(/^(?:"[^"]*"?|'[^']*'?|[^\s,=\]}#]+)/)?.[0].length ?? 0);
			if (end === column)
				[column, end] = [text.length - text.trimStart().length, text.trimEnd().length];
			return { from: line.from + column, to: Math.max(line.from + end, line.from + column), severity: "error", message: f.text };
		});
		this.view.dispatch(setDiagnostics(this.view.state, all));
	}

	// go puts the cursor at a place.
	go(line, column = 1) {
		const doc = this.view.state.doc;
		if (line < 1 || line > doc.lines)
			return;
		const at = Math.min(doc.line(line).from + column - 1, doc.line(line).to);
		this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
		this.view.focus();
	}
}
