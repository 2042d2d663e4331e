// The WebM container of one video track (RFC 9559, RFC 8794 for its elements).

const integer = (n) => {
	const to = new Uint8Array(8);
	new DataView(to.buffer).setBigUint64(0, BigInt(Math.round(n)));
	return to;
};
const real = (x) => {
	const to = new Uint8Array(8);
	new DataView(to.buffer).setFloat64(0, x);
	return to;
};
const words = (text) => new TextEncoder().encode(text);

// element has an id, its size in eight bytes, and its content.
function element(id, ...content) {
	const bytes = id
		.toString(16)
		.match(/../g)
		.map((b) => parseInt(b, 16));
	const size = integer(content.reduce((sum, c) => sum + c.length, 0));
	size[0] = 1; // the size takes the other seven bytes
	const all = [new Uint8Array(bytes), size, ...content];
	const to = new Uint8Array(all.reduce((sum, c) => sum + c.length, 0));
	let at = 0;
	for (const c of all) {
		to.set(c, at);
		at += c.length;
	}
	return to;
}

// clusters begin at frames that need no other.
function clusters(frames) {
	const all = [];
	for (const { data, key, time } of frames) {
		if (key) all.push({ from: time, blocks: [] });
		const { from, blocks } = all.at(-1),
			head = new Uint8Array([0x81, 0, 0, key ? 0x80 : 0]);
		new DataView(head.buffer).setInt16(1, time - from);
		blocks.push(element(0xa3, head, data));
	}
	return all.map(({ from, blocks }) => ({
		from,
		bytes: element(0x1f43b675, element(0xe7, integer(from)), ...blocks),
	}));
}

// webm is a file of frames ({ data, key, time [ms] }). The first is a key frame, and there is one
// every 30 s at least. codec is V_VP8 or V_VP9; the last frame is shown for 1/rate seconds.
export function webm(frames, { codec, width, height, rate }) {
	const head = element(
		0x1a45dfa3,
		element(0x4286, integer(1)),
		element(0x42f7, integer(1)),
		element(0x42f2, integer(4)),
		element(0x42f3, integer(8)),
		element(0x4282, words("webm")),
		element(0x4287, integer(4)),
		element(0x4285, integer(2)),
	);
	const info = element(
		0x1549a966,
		element(0x2ad7b1, integer(1e6)),
		element(0x4489, real(frames.at(-1).time + 1000 / rate)),
		element(0x4d80, words("gpusph")),
		element(0x5741, words("gpusph")),
	);
	const video = element(0xe0, element(0xb0, integer(width)), element(0xba, integer(height)));
	const tracks = element(
		0x1654ae6b,
		element(
			0xae,
			element(0xd7, integer(1)),
			element(0x73c5, integer(1)),
			element(0x83, integer(1)),
			element(0x9c, integer(0)),
			element(0x86, words(codec)),
			video,
		),
	);
	const all = clusters(frames);
	// cues say where clusters lie, so that players can go to any time
	const cues = (begin) => {
		let at = begin;
		return element(
			0x1c53bb6b,
			...all.map(({ from, bytes }) => {
				const place = element(0xb7, element(0xf7, integer(1)), element(0xf1, integer(at)));
				at += bytes.length;
				return element(0xbb, element(0xb3, integer(from)), place);
			}),
		);
	};
	const begin = info.length + tracks.length + cues(0).length;
	const segment = element(0x18538067, info, tracks, cues(begin), ...all.map((c) => c.bytes));
	return new Blob([head, segment], { type: "video/webm" });
}
