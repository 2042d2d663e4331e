// A picture of the view with all that explains it: colour bar, scale, time, axes and ruler.
const font = (size, weight = "") =>
	`${weight} ${size}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`.trim();

// colour is a colour of the page.
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// compose draws the view on a canvas, which gets the size of the view times a ratio. about has
// title, lines, legend ({ title, texts, bar, keys }) and ruler.
export function compose(canvas, flow, ratio, about) {
	const { width, height } = flow,
		even = (x) => 2 * Math.floor(x / 2);
	Object.assign(canvas, { width: even(width * ratio), height: even(height * ratio) });
	const own = flow.renderer.getPixelRatio();
	if (ratio !== own) flow.setRatio(ratio);
	flow.render();
	const to = canvas.getContext("2d");
	to.setTransform(1, 0, 0, 1, 0, 0);
	to.drawImage(flow.canvas, 0, 0); // before the browser shows and clears it
	if (ratio !== own) {
		flow.setRatio(own);
		flow.render(); // so that the page does not flicker
	}
	to.setTransform(ratio, 0, 0, ratio, 0, 0);
	to.textBaseline = "middle";
	drawLabels(to, flow);
	if (about.ruler) drawRuler(to, about.ruler);
	drawTitle(to, about);
	drawScale(to, flow);
	if (about.legend) drawLegend(to, flow, about.legend);
}

// text writes with the sheet's colour around the letters.
function text(to, words, x, y, fill = colour("--text")) {
	Object.assign(to, {
		lineWidth: 3,
		lineJoin: "round",
		strokeStyle: colour("--sheet"),
		fillStyle: fill,
	});
	to.strokeText(words, x, y);
	to.fillText(words, x, y);
}

function drawLabels(to, flow) {
	to.textAlign = "center";
	to.font = font(11);
	for (const l of flow.labels.shown)
		text(to, l.text, l.x, l.y, colour(l.name ? "--text" : "--soft"));
}

function drawTitle(to, { title, lines }) {
	to.textAlign = "left";
	to.font = font(15, "600");
	text(to, title, 14, 20);
	to.font = font(13);
	lines.forEach((line, k) => text(to, line, 14, 41 + 18 * k));
}

function drawScale(to, flow) {
	const { text: words, pixels } = flow.scaleBar,
		x = flow.width - 14 - pixels,
		y = flow.height - 14;
	to.beginPath();
	for (const [px, py] of [
		[x, y - 5],
		[x, y],
		[x + pixels, y],
		[x + pixels, y - 5],
	])
		to.lineTo(px, py);
	for (const [lineWidth, strokeStyle] of [
		[4, colour("--sheet")],
		[1.3, colour("--text")],
	]) {
		Object.assign(to, { lineWidth, strokeStyle });
		to.stroke();
	}
	to.textAlign = "center";
	to.font = font(11);
	text(to, words, x + pixels / 2, y - 14);
}

function drawLegend(to, flow, { title, texts, bar, keys }) {
	const x = 14,
		wide = Math.min(190, flow.width / 2 - 28),
		y = flow.height - 46;
	to.font = font(12);
	to.textAlign = "left";
	text(to, title, x, y);
	if (keys) {
		let at = x;
		to.font = font(11);
		for (const { colour: fill, name } of keys) {
			to.fillStyle = fill;
			to.beginPath();
			to.arc(at + 4, y + 18, 4, 0, 2 * Math.PI);
			to.fill();
			text(to, name, at + 13, y + 18);
			at += to.measureText(name).width + 26;
		}
		return;
	}
	to.imageSmoothingEnabled = true;
	to.drawImage(bar, x, y + 11, wide, 9);
	to.font = font(11);
	["left", "center", "right"].forEach((textAlign, k) => {
		to.textAlign = textAlign;
		text(to, texts[k], x + (k * wide) / 2, y + 30, colour("--soft"));
	});
}

function drawRuler(to, { points, words }) {
	const [a, b] = points;
	if (b) {
		for (const [lineWidth, strokeStyle] of [
			[5, colour("--sheet")],
			[2, colour("--accent")],
		]) {
			Object.assign(to, { lineWidth, strokeStyle });
			to.beginPath();
			to.moveTo(a.x, a.y);
			to.lineTo(b.x, b.y);
			to.stroke();
		}
		to.textAlign = "center";
		to.font = font(13, "600");
		text(to, words, (a.x + b.x) / 2, (a.y + b.y) / 2 - 12);
	}
	for (const p of points) {
		Object.assign(to, {
			lineWidth: 2,
			strokeStyle: colour("--accent"),
			fillStyle: colour("--sheet"),
		});
		to.beginPath();
		to.arc(p.x, p.y, 4.5, 0, 2 * Math.PI);
		to.fill();
		to.stroke();
	}
}
