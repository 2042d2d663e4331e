// Completion and help from the schema of case files.
import { snippet } from "./libraries/codemirror.min.js";
import { contextAt } from "./context.js";

export class Schema {
	constructor(root) {
		this.root = root;
		this.room = () => null; // for a key: a box in which nothing is yet, where that is known
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

	// template is a value of a key to begin with, as a snippet whose fields are counted.
	template(key, node, of, deep = 0) {
		const is = this.of(node), field = (text) => `#{${++of.n}:${text}}`;
		if (key === "side" && of.top === "outlet")
			return `"${field("xmax")}"`;
		if (key in wholeOf)
			return wholeOf[key](of, field);
		if (key in usualOf)
			return field(usualOf[key]);
		if (is?.enum)
			return typeof is.enum[0] === "string" ? `"${field(is.enum[0])}"` : field(is.enum[0]);
		if (is?.properties) {
			const keys = deep > 2 ? [] : needed(is);
			return keys.length ? `{ ${keys.map((k) => `${k} = ${this.template(k, is.properties[k], of, deep + 1)}`).join(", ")} }` : `{ ${field("")} }`;
		}
		if (is?.anyOf) // a point in space has more than one coordinate
			return this.template(key, is.anyOf.find((k) => k.maxItems > 1 && usualPoint(key, of)) ?? is.anyOf[0], of, deep);
		if (is?.type === "array") {
			const n = is.maxItems ? (of.plane ? is.minItems : is.maxItems) : (is.minItems ?? 1), item = this.of(is.items);
			const numbers = item?.type === "number" && is.maxItems > 1 && usualPoint(key, of);
			if (numbers)
				return `[${(n === 2 && is.maxItems === 3 ? [numbers[0], numbers[2]] : numbers.slice(0, n)).map(field).join(", ")}]`;
			return `[${Array.from({ length: Math.max(1, n) }, () => this.template(key, is.items, of, deep + 1)).join(", ")}]`;
		}
		if (key === "name")
			return `"${field(of.name ?? "name")}"`;
		if (key === "radius")
			return field(round(0.1 * Math.min(...of.size.filter((x) => x > 0)), of));
		const kind = [].concat(is?.type).find((k) => k in usual);
		return kind ? field(usual[kind]) : `"${field("")}"`;
	}
	// rows are the keys that a table needs, each with a value to begin with.
	rows(table, of) {
		return needed(table).map((k) => `${k} = ${this.template(k, table.properties[k], of)}\n`).join("");
	}
	// begin is a table at the top of the file, from its head on.
	begin(key, around) {
		const is = this.of(this.root.properties[key]);
		const inner = is.type === "array" ? this.of(is.items) : is;
		const of = { ...around, room: this.room(key) };
		return `${is.type === "array" ? `[[${key}]]` : `[${key}]`}\n${this.rows(inner, { ...of, n: 0, top: key, name: of.names(key) })}#{}`;
	}
	// gate is a wall that is pulled up.
	gate(of) {
		const room = this.room("gate"), name = of.names("wall", "gate");
		const lift = room ? String(+room.lift.toPrecision(4)) : undefined;
		const all = { ...of, n: 0, top: "wall", name, room, lift };
		const inner = this.of(this.of(this.root.properties.wall).items);
		const motion = this.template("motion", inner.properties.motion, all);
		return `[[wall]]\n${this.rows(inner, all)}motion = ${motion}\n#{}`;
	}
	// tops are the keys of tables at the top of the file.
	get tops() {
		return Object.keys(this.root.properties).filter((key) => {
			const is = this.of(this.root.properties[key]);
			return (is.type === "array" ? this.of(is.items) : is)?.properties;
		});
	}
}

// needed are the keys that a table must have: of groups of which one is needed, the first.
const needed = (table) => [...(table.required ?? []), ...[table, ...(table.allOf ?? [])].flatMap((g) => g.oneOf?.[0].required ?? [])];

const usual = { number: "0.1", integer: "10", boolean: "true" };
const usualOf = { density: "500", rho0: "1000", porosity: "0.4", d50: "0.02", power: "100", temperature: "20", spacing: "0.02", end: "1", count: "5", angle: "30" };

// wholeOf are values of keys of which no single word would be without errors.
const wholeOf = {
	// up by a tenth of the domain or what there is room for, and at rest then
	motion(of, field) {
		const up = of.lift ?? round(0.1 * of.size[2], of), point = of.plane ? "0, " : "0, 0, ";
		// slow enough for any water that fits into the domain
		const time = Math.max(of.end / 4, Math.sqrt(of.size[2]) * Math.max(0.25, up / of.size[2]));
		const times = [0, 1, 2].map((k) => String(+(k * time).toPrecision(2)));
		const still = `[${point}0]`, high = `[${point}${field(up)}]`;
		return `{ times = [${times[0]}, ${field(times[1])}, ${field(times[2])}], `
			+ `displacements = [${still}, ${high}, [${point}${up}]] }`;
	},
	moves: (of, field) => `[{ along = [${of.plane ? "" : "0, "}0, 1], speed = ${field("0.1")}, `
		+ `finish = ${field("0.5")}, ramp = ${field("0.1")} }]`,
};

const round = (x, of) => {
	const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(...of.size) || 1)));
	return String(+x.toFixed(digits));
};

// usualPoint is a point within the domain, or a direction, for a key.
function usualPoint(key, of) {
	if (of.room && key in of.room)
		return of.room[key].map((x) => String(+x.toPrecision(6)));
	const part = { min: [0.25, 0.25, 0], from: [0.5, 0.5, 0], origin: [0.25, 0.5, 0], seed: [0.1, 0.5, 0.1], max: [0.5, 0.75, 0.5], to: [0.5, 0.5, 0.6], centre: [0.5, 0.5, 0.5], at: [0.5, 0.5, 0.25], point: [0.5, 0.5, 0.25], about: [0.5, 0.5, 0.5] }[key];
	if (of.top === "domain")
		return { min: ["0", "0", "0"], max: ["1", "0.5", "0.5"] }[key];
	if (part)
		return part.map((t, a) => round(of.low[a] + t * of.size[a], of));
	return { normal: ["0", "0", "1"], axis: ["0", "0", "1"], velocity: ["1", "0", "0"], translate: ["0", "0", "0.1"], gravity: ["0", "0", "-9.81"] }[key];
}

// around is what templates follow: the dimension, the domain and the names that there are.
export function around(text) {
	const plane = /^\s*dimension\s*=\s*2/m.test(text), lines = text.split("\n");
	const begin = lines.findIndex((l) => /^\s*\[domain\]/.test(l)), rest = lines.slice(begin + 1), end = rest.findIndex((l) => /^\s*\[/.test(l));
	const domain = begin < 0 ? "" : rest.slice(0, end < 0 ? undefined : end).join("\n");
	const corner = (key, or) => {
		const all = domain.match(new RegExp(`^\\s*${key}\\s*=\\s*\\[([^\\]]*)\\]`, "m"))?.[1].split(",").map(Number);
		if (!all || all.some(isNaN) || all.length < 2)
			return or;
		return all.length === 2 ? [all[0], 0, all[1]] : all;
	};
	const until = Number(text.match(/^\s*end\s*=\s*([0-9.eE+-]+)/m)?.[1]) || 1;
	const low = corner("min", [0, 0, 0]), high = corner("max", [1, 1, 1]);
	const names = (key, name = key) => {
		const given = lines.map((line) => line.match(/^\s*name\s*=\s*"([^"]*)"/)?.[1]);
		let n = key === name ? lines.filter((l) => l.trim().startsWith(`[[${key}]]`)).length : 0;
		while (given.includes(n ? `${name}${n + 1}` : name))
			n++;
		return n ? `${name}${n + 1}` : name;
	};
	return { plane, end: until, low, size: low.map((x, a) => Math.abs(high[a] - x)), names, n: 0 };
}

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
		const of = around(text);
		if (at.kind === "header")
			return { from: at.from, to: lineEnd(text, context.pos, /[\]\w.-]/), options: headers(schema, of), validFor: /^\[{0,2}[\w.-]*\]{0,2}$/ };
		if (at.kind === "key") {
			// in braces keys are listed by themselves, elsewhere once a letter is there
			const opens = at.inline && /[{,]\s*$/.test(text.slice(0, context.pos));
			if (!context.explicit && at.from === context.pos && !opens)
				return null;
			return { from: at.from, options: keys(schema, at, of), validFor: /^[\w-]*$/ };
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

// table applies a table when it is chosen: room for it is looked for then.
const table = (schema, key, of) => (...to) => snippet(schema.begin(key, of))(...to);

function headers(schema, of) {
	return schema.tops.map((key) => {
		const many = schema.of(schema.root.properties[key]).type === "array";
		return { label: many ? `[[${key}]]` : `[${key}]`, type: "class", detail: many ? "one or more" : "table", apply: table(schema, key, of) };
	});
}

function keys(schema, at, of) {
	const table = schema.table(at.path), all = [];
	for (const [key, node] of Object.entries(table?.properties ?? {})) {
		if (at.given.includes(key) && key !== at.word)
			continue;
		const is = schema.of(node), inner = is.type === "array" ? schema.of(is.items) : is, must = table.required?.includes(key);
		const apply = !at.path.length && inner?.properties ? table(schema, key, of)
			: snippet(`${key} = ${schema.template(key, node, { ...of, n: 0 })}`);
		all.push({
			label: key, type: inner?.properties ? "class" : "property", detail: unit(node), info: info(schema, node, must), boost: must ? 2 : 0,
			apply,
		});
	}
	if (at.empty && at.path.length) // the next table
		all.push(...headers(schema, of).map((h) => ({ ...h, boost: -10 })));
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
