// A film of the view: frames of a canvas. Where the page may use the browser's encoder, each frame
// has exactly its time. That is so on this machine and with https; elsewhere the browser's recorder
// takes the frames in the time that they are shown.
import { webm } from "./webm.js";

const bitsPerPixel = 0.25; // of a frame
const keyEvery = 5; // seconds
const maxQueue = 4; // frames that wait for the encoder

const codecs = [
	["vp09.00.41.08", "VP9"],
	["vp8", "VP8"],
];
const recorded = [
	["video/webm;codecs=vp9", "WebM, VP9", "webm"],
	["video/webm;codecs=vp8", "WebM, VP8", "webm"],
	["video/webm", "WebM", "webm"],
	["video/mp4", "MP4", "mp4"],
];
const bits = (width, height, rate) => Math.max(1e6, width * height * rate * bitsPerPixel);

// format is how this browser writes films, or null.
export async function format() {
	for (const [codec, name] of globalThis.VideoEncoder ? codecs : []) {
		const { supported } = await VideoEncoder.isConfigSupported({
			codec,
			width: 1280,
			height: 720,
		}).catch(() => ({}));
		if (supported)
			return { codec, name: "WebM, " + name, suffix: "webm", id: "V_" + name, Film: Encoded };
	}
	const found =
		globalThis.MediaRecorder && recorded.find(([type]) => MediaRecorder.isTypeSupported(type));
	return found ? { type: found[0], name: found[1], suffix: found[2], Film: Recorded } : null;
}

// Encoded is a film of VideoEncoder.
class Encoded {
	// canvas has the picture; rate is frames a second.
	constructor(canvas, rate, format) {
		const { width, height } = canvas;
		Object.assign(this, {
			canvas,
			rate,
			width,
			height,
			codec: format.id,
			frames: [],
			count: 0,
			failure: null,
		});
		this.encoder = new VideoEncoder({
			output: (chunk) => {
				const data = new Uint8Array(chunk.byteLength);
				chunk.copyTo(data);
				this.frames.push({
					data,
					key: chunk.type === "key",
					time: Math.round(chunk.timestamp / 1000),
				});
			},
			error: (err) => (this.failure = err),
		});
		this.encoder.configure({
			codec: format.codec,
			width,
			height,
			bitrate: bits(width, height, rate),
			framerate: rate,
		});
	}
	// add adds the picture that is on the canvas, at a time of the film [s].
	async add(time = this.count / this.rate) {
		const frame = new VideoFrame(this.canvas, { timestamp: Math.round(1e6 * time) });
		const keyFrame = this.count === 0 || time - this.key > keyEvery;
		if (keyFrame) this.key = time;
		this.encoder.encode(frame, { keyFrame });
		frame.close();
		this.count++;
		while (this.encoder.encodeQueueSize > maxQueue && !this.failure)
			await new Promise((done) => setTimeout(done, 5));
		if (this.failure) throw this.failure;
	}
	// end returns the file.
	async end() {
		await this.encoder.flush();
		this.encoder.close();
		return webm(this.frames, this);
	}
}

// Recorded is a film of MediaRecorder.
class Recorded {
	constructor(canvas, rate, format) {
		Object.assign(this, { rate, format, count: 0, parts: [] });
		this.track = canvas.captureStream(0).getVideoTracks()[0];
		this.recorder = new MediaRecorder(new MediaStream([this.track]), {
			mimeType: format.type,
			videoBitsPerSecond: bits(canvas.width, canvas.height, rate),
		});
		this.recorder.ondataavailable = (e) => this.parts.push(e.data);
		this.started = new Promise((done) => (this.recorder.onstart = done));
		this.ended = new Promise((done, fail) => {
			this.recorder.onstop = done;
			this.recorder.onerror = (e) =>
				fail(e.error ?? new Error("the browser encodes no film"));
		});
		this.recorder.start();
	}
	async add() {
		await this.started;
		this.track.requestFrame();
		this.count++;
		await new Promise((done) => setTimeout(done, 1000 / this.rate));
	}
	async end() {
		this.recorder.stop();
		await this.ended;
		this.track.stop();
		return new Blob(this.parts, { type: this.format.type });
	}
}

// save lets the browser save a file.
export function save(blob, name) {
	const a = Object.assign(document.createElement("a"), {
		href: URL.createObjectURL(blob),
		download: name,
	});
	document.body.append(a);
	a.click();
	a.remove();
	setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}
