// Colours of values and of devices.

const flow = [0x2c62c9, 0x2f9fd8, 0x53c9c4, 0xa9e3b0, 0xf3e391, 0xf2a457, 0xdb4a43];
const signed = [0x3f7fe0, 0x8db6ee, 0xe9edf2, 0xf0a48a, 0xd9463c];

// Okabe and Ito's, which are told apart by all eyes, but for black.
export const devices = [0x56b4e9, 0xe69f00, 0x009e73, 0xf0e442, 0xcc79a7, 0xd55e00, 0x0072b2, 0xbfc7d1];

const rgb = (hex) => [hex >> 16, (hex >> 8) & 255, hex & 255];
export const css = (hex) => "#" + hex.toString(16).padStart(6, "0");
export const deviceColour = (k) => devices[k % devices.length];

// ramp is 256 colours, four bytes each.
export function ramp(kind) {
	const stops = (kind === "signed" ? signed : flow).map(rgb), to = new Uint8Array(1024);
	for (let i = 0; i < 256; i++) {
		const x = (i / 255) * (stops.length - 1), k = Math.min(Math.floor(x), stops.length - 2);
		for (let c = 0; c < 3; c++)
			to[4 * i + c] = Math.round(stops[k][c] + (x - k) * (stops[k + 1][c] - stops[k][c]));
		to[4 * i + 3] = 255;
	}
	return to;
}

// ofDevices is the same for numbers of devices.
export function ofDevices() {
	const to = new Uint8Array(1024);
	for (let i = 0; i < 256; i++)
		to.set([...rgb(deviceColour(i)), 255], 4 * i);
	return to;
}
