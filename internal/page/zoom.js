// Replaces each figure whose numbers are on the page by a chart that zooms: drag to zoom, and
// double-click for the whole curve. Without scripts the drawings stay.
"use strict";

function chart(figure) {
	const data = JSON.parse(figure.querySelector("script").textContent);
	const tables = data.curves.map((c) => [c.x, c.y]);
	const alike = tables.every((t) => String(t[0]) === String(tables[0][0]));
	const rows = alike ? [tables[0][0], ...tables.map((t) => t[1])] : uPlot.join(tables);
	const wide = Math.min(464, figure.clientWidth || 464);
	figure.replaceChildren();
	return new uPlot({
		title: data.title,
		width: wide, height: Math.round(wide * 0.66),
		cursor: { drag: { x: true, y: true, uni: 20 } },
		scales: { x: { time: false } },
		axes: [{ label: data.xlabel }, { label: data.ylabel, size: 70 }],
		series: [{ label: data.xlabel }, ...data.curves.map((c) => ({
			label: c.name, stroke: c.colour, dash: c.dashes, width: 1.5,
			spanGaps: true, paths: c.open ? () => null : undefined, points: { show: c.open },
		}))],
	}, rows, figure);
}

window.charts = [...document.querySelectorAll(".zooms")].map(chart);
