// Completion and help from the schema of case files.
import { snippet } from "./libraries/codemirror.min.js";
import { contextAt } from "./context.js";

export class Schema {
	constructor(root) {
		this.root = root;
	}

	// of is what a schema refers to.
	of(node) {
		while (node?.$ref)
			node = this.root.$defs[node.$ref.split("/").pop()];
		return node;
	}

	// at is the schema of a path, of a table that is in a list that of an element.
	at(path) {
		let node = this.root;
		for (const key of path) {
			node = this.of(node);
			if (node?.type === "array" && key !== "*")
				node = this.of(node.items);
			node = key === "*" ? node?.items : node?.properties?.[key] ?? node?.additionalProperties;
			if (!node)
				return null;
		}
		return this.of(node);
	}

	// table is the same as a table, where it is one or a list of such.
	table(path) {
		const node = this.at(path), inner = node?.type === "array" ? this.of(node.items) : node;
		return inner?.properties ? inner : null;
	}

	// kind is what a value may be, in words.
	kind(node) {
		const is = this.of(node);
		if (is?.enum)
			return is.enum.map((w) => (typeof w === "string" ? `"${w}"` : w)).join(", ");
		if (is?.properties)
			return "table";
		if (is?.type === "array") {
			const item = this.of(is.items), many = is.minItems === is.maxItems ? is.maxItems : `${is.minItems} or ${is.maxItems}`;
			if (item?.properties)
				return "list of tables";
			return is.maxItems ? `${many} ${item?.type ?? "value"}s` : `list of ${item?.enum ? this.kind(item) : (item?.type ?? "value") + "s"}`;
		}
		const range = [is?.exclusiveMinimum !== undefined && `above ${is.exclusiveMinimum}`, is?.minimum !== undefined && `at least ${is.minimum}`,
			is?.maximum !== undefined && `at most ${is.maximum}`].filter(Boolean).join(", ");
		return [[].concat(is?.type ?? "value").join(" or "), range].filter(Boolean).join(", ");
	}

	// template is a value to begin with, as a snippet whose fields are counted. In two dimensions (plane) points have two numbers.
	template(node, plane, count, deep = 0) {
		const is = this.of(node), field = (text) => `#{${++count.n}:${text}}`;
		if (is?.enum)
			return typeof is.enum[0] === "string" ? `"${field(is.enum[0])}"` : field(is.enum[0]);
		if (is?.properties) {
			const keys = is.required ?? [];
			return deep > 2 || !keys.length ? `{ ${field("")} }` : `{ ${keys.map((k) => `${k} = ${this.template(is.properties[k], plane, count, deep + 1)}`).join(", ")} }`;
		}
		if (is?.type === "array") {
			const n = is.maxItems ? (plane ? is.minItems : is.maxItems) : 1;
			return `[${Array.from({ length: Math.max(1, n) }, () => this.template(is.items, plane, count, deep + 1)).join(", ")}]`;
		}
		const [kind] = [].concat(is?.type);
		return kind in usual ? field(usual[kind]) : `"${field("")}"`;
	}
	// rows are the keys that a table needs, each with a value to begin with.
	rows(table, plane, count) {
		return (table.required ?? []).map((k) => `${k} = ${this.template(table.properties[k], plane, count)}\n`).join("");
	}
}

const usual = { number: "0.1", integer: "10", boolean: "true" };

// info is the help of a key, as the popup shows it.
function info(schema, node, needed) {
	return () => {
		const box = document.createElement("div"), kind = document.createElement("div");
		const help = node.description ?? schema.of(node)?.description;
		if (help)
			box.append(Object.assign(document.createElement("div"), { textContent: help }));
		kind.textContent = schema.kind(node) + (needed ? "; needed" : "");
		kind.className = "cm-kind";
		box.append(kind);
		return box;
	};
}

// unit is what stands in brackets at the end of a key's help.
const unit = (node) => node.description?.match(/\[([^\]]+)\]$/)?.[1] ?? "";

// source completes headers, keys and values.
export function source(schema) {
	return (context) => {
		const text = context.state.doc.toString(), at = contextAt(text, context.pos);
		if (!at)
			return null;
		const plane = /^\s*dimension\s*=\s*2/m.test(text);
		if (at.kind === "header")
			return { from: at.from, to: lineEnd(text, context.pos, /[\]\w.-]/), options: headers(schema), validFor: /^\[{0,2}[\w.-]*\]{0,2}$/ };
		if (at.kind === "key") {
			if (!context.explicit && at.from === context.pos)
				return null;
			return { from: at.from, options: keys(schema, at, plane), validFor: /^[\w-]*$/ };
		}
		const options = values(schema, at);
		return options.length ? { from: at.from, to: lineEnd(text, context.pos, /["'\w.-]/), options, validFor: /^["']?[\w.-]*["']?$/ } : null;
	};
}

function lineEnd(text, pos, which) {
	while (pos < text.length && which.test(text[pos]))
		pos++;
	return pos;
}

function headers(schema) {
	const all = [];
	for (const [key, node] of Object.entries(schema.root.properties)) {
		const is = schema.of(node);
		if (is.properties)
			all.push({ label: `[${key}]`, type: "class", detail: "table", apply: `[${key}]` });
		else if (is.type === "array" && schema.of(is.items)?.properties)
			all.push({ label: `[[${key}]]`, type: "class", detail: "one or more", apply: `[[${key}]]` });
	}
	return all;
}

function keys(schema, at, plane) {
	const table = schema.table(at.path), all = [];
	for (const [key, node] of Object.entries(table?.properties ?? {})) {
		if (at.given.includes(key) && key !== at.word)
			continue;
		const is = schema.of(node), inner = is.type === "array" ? schema.of(is.items) : is, many = is.type === "array" && inner?.properties;
		const needed = table.required?.includes(key), root = !at.path.length && inner?.properties;
		const count = { n: 0 };
		let apply = `${key} = ${schema.template(node, plane, count)}`;
		if (root)
			apply = `${many ? `[[${key}]]` : `[${key}]`}\n${schema.rows(inner, plane, { n: 0 })}#{}`;
		all.push({
			label: key, type: inner?.properties ? "class" : "property", detail: unit(node), info: info(schema, node, needed), boost: needed ? 2 : 0,
			apply: snippet(apply),
		});
	}
	if (at.empty && at.path.length) // the next table
		all.push(...headers(schema).map((h) => ({ ...h, boost: -10 })));
	return all;
}

function values(schema, at) {
	const is = schema.at(at.path);
	const item = is?.type === "array" ? schema.of(is.items) : is;
	if (item?.enum)
		return item.enum.map((word) => {
			const text = typeof word === "string" ? `"${word}"` : `${word}`;
			return { label: text, type: "enum", apply: is.type === "array" ? `[${text}]` : text };
		});
	if (is?.type === "boolean")
		return ["true", "false"].map((label) => ({ label, type: "constant" }));
	return [];
}

// help is what a key at a place is for: { from, to, node, needed }, or null.
export function help(schema, text, pos) {
	const at = contextAt(text, pos);
	if (at?.kind !== "key" || !at.word)
		return null;
	const node = schema.table(at.path)?.properties[at.word];
	return node ? { from: at.from, to: at.from + at.word.length, dom: info(schema, node, schema.table(at.path).required?.includes(at.word)) } : null;
}
