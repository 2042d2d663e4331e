// A bar of a round length, as long as that is in the middle of what is seen.
import { digits, step } from "../numbers.js";

const minPixels = 60;

export class ScaleBar {
	// box has a text and a bar.
	constructor(stage, box) {
		Object.assign(this, { stage, box, text: "", pixels: 0 });
	}
	show() {
		const one = this.stage.perMetre(),
			length = step(minPixels / one);
		this.text = length < 0.01 ? `${digits(1000 * length)} mm` : `${digits(length)} m`;
		this.pixels = length * one;
		const [text, bar] = this.box.children;
		text.textContent = this.text;
		bar.style.width = this.pixels + "px";
	}
}
