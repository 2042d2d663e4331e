// Where in a case file a place is: which table, and whether a key or a value stands there. The text may be broken, as it is while somebody types.

// contextAt is { kind: "header", "key" or "value", path, from, given }: path leads to the table, or for values to the key; "*" is an element of a list.
// from is where the word begins, and given are the keys that the table has beside. null is in comments and between things.
export function contextAt(text, pos) {
	return new Reader(text, pos).read();
}

class Reader {
	constructor(text, pos) {
		this.text = text;
		this.pos = pos;
		this.i = 0;
		this.found = null;
	}

	// note takes that the word that ends here began at a place.
	note(from, what) {
		if (!this.found && this.pos >= from && this.pos <= this.i)
			this.found = { from, ...what };
	}

	read() {
		let table = { path: [], given: [] };
		const n = this.text.length;
		while (this.i < n || !this.found) {
			const from = this.i;
			this.skip(/[ \t]/);
			const c = this.text[this.i];
			if (c === "#") {
				this.comment();
			} else if (c === "[") {
				const begin = this.i;
				this.skip(/[^\]\n#]/);
				this.skip(/\]/);
				this.note(begin, { kind: "header", path: [] });
				if (this.found && this.found.given)
					break;
				table = { path: keysOf(this.text.slice(begin, this.i).replace(/[[\]]/g, "")), given: [] };
			} else if (c === "\n" || c === "\r" || c === undefined) {
				if (this.pos >= from && this.pos <= this.i && !this.found)
					this.found = { from: this.pos, kind: "key", path: table.path, given: table.given, empty: true };
			} else {
				this.pair(table, /[^=\n#]/);
			}
			this.skip(/[^\n]/, /#/);
			if (this.text[this.i] === "#")
				this.comment();
			if (this.i >= n)
				break;
			this.i++; // the end of the line
		}
		return this.found && this.found.kind !== "comment" ? this.found : null;
	}

	comment() {
		const from = this.i + 1;
		this.skip(/[^\n]/);
		this.note(from, { kind: "comment" });
	}

	skip(which, but) {
		while (this.i < this.text.length && which.test(this.text[this.i]) && !(but && but.test(this.text[this.i])))
			this.i++;
	}

	// pair reads a key and its value. The characters of a key are those that which takes.
	pair(table, which) {
		const from = this.i;
		this.skip(which);
		const word = this.text.slice(from, this.i), keys = keysOf(word), end = this.i;
		this.i = from + word.trimEnd().length;
		this.note(from, { kind: "key", path: [...table.path, ...keys.slice(0, -1)], given: table.given, word: keys.at(-1) });
		this.i = end;
		if (this.text[this.i] !== "=") {
			return;
		}
		table.given.push(keys[0]);
		this.i++;
		const begin = this.i;
		this.skip(/[ \t]/);
		const value = this.i;
		this.value([...table.path, ...keys]);
		if (!this.found && this.pos >= begin && this.pos <= this.i)
			this.found = { from: Math.min(value, this.pos), kind: "value", path: [...table.path, ...keys] };
	}

	value(path) {
		const c = this.text[this.i];
		const from = this.i;
		if (c === '"' || c === "'") {
			this.string(c);
			this.note(from, { kind: "value", path });
		} else if (c === "{") {
			this.inline(path);
		} else if (c === "[") {
			this.list(path);
		} else {
			this.skip(/[^,\]}\n#]/);
			this.note(from, { kind: "value", path });
		}
	}

	string(quote) {
		const long = quote.repeat(3);
		if (this.text.startsWith(long, this.i)) {
			const end = this.text.indexOf(long, this.i + 3);
			this.i = end < 0 ? this.text.length : end + 3;
			return;
		}
		this.i++;
		while (this.i < this.text.length && this.text[this.i] !== quote && this.text[this.i] !== "\n")
			this.i += quote === '"' && this.text[this.i] === "\\" ? 2 : 1;
		if (this.text[this.i] === quote)
			this.i++;
	}

	inline(path) {
		const table = { path, given: [] };
		this.i++;
		for (;;) {
			const from = this.i;
			this.skip(/[ \t,]/);
			if (!this.found && this.pos >= from && this.pos <= this.i && !/[\w"'-]/.test(this.text[this.i] ?? ""))
				this.found = { from: this.pos, kind: "key", path, given: table.given, inline: true };
			const c = this.text[this.i];
			if (c === "}") {
				this.i++;
				return;
			}
			if (c === undefined || c === "\n" || c === "#" || c === "]")
				return;
			const before = this.i;
			this.pair(table, /[^=,}\n#]/);
			if (this.i === before)
				return;
		}
	}

	list(path) {
		const within = [...path, "*"];
		this.i++;
		for (;;) {
			const from = this.i;
			this.skip(/[ \t\r\n,]/);
			if (!this.found && this.pos >= from && this.pos <= this.i && !/[\w"'{[.+-]/.test(this.text[this.i] ?? ""))
				this.found = { from: this.pos, kind: "value", path: within };
			const c = this.text[this.i];
			if (c === "#") {
				this.comment();
				continue;
			}
			if (c === "]") {
				this.i++;
				return;
			}
			if (c === undefined || c === "}")
				return;
			const before = this.i;
			this.value(within);
			if (this.i === before)
				return;
		}
	}
}

const keysOf = (word) => word.trim().split(".").map((k) => k.trim().replace(/^["']|["']$/g, ""));
