// What comes from the program: words and numbers as JSON, particles as bytes.

// connect calls take(message) for each message, and again(text) while there is no connection.
export function connect(take, gone) {
	const at = new URL("live", location.href);
	at.protocol = at.protocol.replace("http", "ws");
	const socket = new WebSocket(at);
	socket.binaryType = "arraybuffer";
	socket.onmessage = (event) => take(typeof event.data === "string" ? JSON.parse(event.data) : decode(event.data));
	socket.onclose = (event) => gone(event.reason);
	return { say: (what, number = 0) => socket.readyState === 1 && socket.send(JSON.stringify({ do: what, number })) };
}

// decode reads particles. Their arrays lie in the message; frame.go says how.
function decode(bytes) {
	const view = new DataView(bytes), n = view.getUint32(4, true);
	const kind = view.getUint32(0, true);
	if (kind === 2)
		return { type: "walls", n, position: new Float32Array(bytes, 8, 3 * n), body: new Uint8Array(bytes, 8 + 12 * n, n) };
	if (kind === 4) return { type: "curves", counts: new Uint32Array(bytes, 8, n), position: new Float32Array(bytes, 8 + 4 * n) };
	const further = view.getUint32(28, true);
	let at = 32;
	const part = (Type, length) => {
		const array = new Type(bytes, at, length);
		at += Math.ceil(array.byteLength / 4) * 4;
		return array;
	};
	const f = {
		type: "frame", stored: kind === 3, n, t: view.getFloat64(8, true), step: view.getUint32(16, true), every: view.getUint32(20, true), first: view.getUint32(24, true),
		position: part(Uint16Array, 3 * n), velocity: part(Float32Array, 3 * n), rel: part(Float32Array, n), further: [],
	};
	for (let k = 0; k < further; k++)
		f.further.push(part(Float32Array, n));
	f.device = part(Uint8Array, n);
	return f;
}

// idOf is the id of the particle at a place: of each group of ids one is taken; preview.h says which.
export function idOf(frame, place) {
	let h = Math.imul(place, 2654435769) >>> 0;
	h = Math.imul((h ^ (h >>> 15)) >>> 0, 2246822519) >>> 0;
	h = (h ^ (h >>> 13)) >>> 0;
	return frame.first + place * frame.every + (h % frame.every);
}
