// What the case editor uses of CodeMirror.
export { EditorState, Compartment, Prec } from "@codemirror/state";
export {
	EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, drawSelection, hoverTooltip, rectangularSelection,
} from "@codemirror/view";
export { history, historyKeymap, defaultKeymap, undo, redo, toggleComment } from "@codemirror/commands";
export { StreamLanguage, HighlightStyle, syntaxHighlighting, bracketMatching, indentUnit } from "@codemirror/language";
export { toml } from "@codemirror/legacy-modes/mode/toml";
export { lintGutter, setDiagnostics, forceLinting, lintKeymap, nextDiagnostic } from "@codemirror/lint";
export { autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap, startCompletion, acceptCompletion, snippet } from "@codemirror/autocomplete";
export { searchKeymap, highlightSelectionMatches, search } from "@codemirror/search";
export { tags } from "@lezer/highlight";
