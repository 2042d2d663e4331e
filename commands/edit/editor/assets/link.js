// The connection to the program.

export class Link {
	// takers are called by the kinds of messages; lost is called when the program does not answer any more.
	constructor(takers, lost) {
		Object.assign(this, { takers, lost, queue: [] });
		this.open();
	}

	open() {
		const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/edit`);
		socket.binaryType = "arraybuffer";
		socket.onopen = () => {
			this.socket = socket;
			for (const m of this.queue.splice(0))
				socket.send(m);
		};
		socket.onmessage = ({ data }) => {
			const [m, arrays] = typeof data === "string" ? [JSON.parse(data)] : parse(data);
			this.takers[m.kind]?.(m, arrays);
		};
		socket.onclose = () => {
			this.socket = null;
			this.lost(false);
			this.findToken();
			setTimeout(() => this.open(), 1000);
		};
	}

	// findToken finds out whether a program answers that wants another token.
	async findToken() {
		try {
			if ((await fetch("gallery.json", { cache: "no-store" })).status === 401)
				this.lost(true);
		} catch {
			// none answers
		}
	}

	// send sends a message, when there is a connection again if there is none. Of texts that wait the last one is enough.
	send(m) {
		const data = JSON.stringify(m);
		if (this.socket?.readyState === WebSocket.OPEN)
			this.socket.send(data);
		else if (m.do === "text")
			this.queue = [data];
	}
}

// parse reads an answer: how long its JSON is, that, then positions, normals, triangles and kinds.
function parse(data) {
	const long = new DataView(data).getUint32(0, true), head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, long)));
	let at = 4 + long;
	const floats = (n) => {
		const all = new Float32Array(data, at, n);
		at += 4 * n;
		return all;
	};
	if (head.shown === undefined)
		return [head, {}];
	const positions = floats(3 * head.shown), normals = floats(6 * head.arrows), triangles = floats(9 * head.parts.reduce((n, p) => n + p.triangles, 0));
	return [head, { positions, normals, triangles, kinds: new Uint8Array(data, at, head.shown) }];
}
