// Numbers and units for people.

// digits is x with a given number of digits that tell something.
export function digits(x, n = 3) {
	if (x === null || x === undefined || !isFinite(x))
		return "–";
	const a = Math.abs(x);
	if (a === 0)
		return "0";
	if (a >= 1e5 || a < 1e-3)
		return x.toExponential(n - 1).replace(/\.?0+e/, "e").replace("e+", "e");
	return a >= 10 ** (n - 1) ? x.toFixed(0) : String(+x.toPrecision(n));
}

// step is 1, 2 or 5 times a power of ten, and at least x.
export function step(x) {
	const ten = 10 ** Math.floor(Math.log10(x));
	return [1, 2, 5, 10].find((k) => k * ten >= 0.999 * x) * ten;
}

// place is a coordinate that is a multiple of a step, with all its digits where it is large.
export function place(x, every) {
	return Math.abs(x) < 1e5 && Math.abs(x) < 100 * every ? digits(x) : x.toFixed(Math.max(0, -Math.floor(Math.log10(every))));
}

// onMap is a place of the map to a millimetre, or a small one to three digits.
export const onMap = (x) => (x === null || x === undefined || !isFinite(x) || Math.abs(x) < 10 ? digits(x) : x.toFixed(3));

export const thousands = (n) => Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, ",");

// duration writes seconds as the program does.
export function duration(s) {
	if (s === null || s === undefined || !isFinite(s))
		return "–";
	s = Math.round(s);
	const two = (n) => String(n).padStart(2, "0");
	if (s < 60)
		return s + " s";
	return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

const prefixes = { s: ["µs", 1e-6, "ms", 1e-3, "s", 1], Pa: ["Pa", 1, "kPa", 1e3, "MPa", 1e6], J: ["µJ", 1e-6, "mJ", 1e-3, "J", 1, "kJ", 1e3, "MJ", 1e6], "J/m": ["mJ/m", 1e-3, "J/m", 1, "kJ/m", 1e3], N: ["mN", 1e-3, "N", 1, "kN", 1e3, "MN", 1e6], m: ["µm", 1e-6, "mm", 1e-3, "m", 1], "m/s": ["mm/s", 1e-3, "m/s", 1] };

// scaled is the unit in which the greatest of some values is a handy number, and what it is of the plain one.
export function scaled(unit, greatest) {
	const all = prefixes[unit];
	if (!all || !(greatest > 0))
		return [unit, 1];
	let best = [all[0], all[1]];
	for (let k = 0; k < all.length; k += 2)
		if (greatest >= 0.999 * all[k + 1])
			best = [all[k], all[k + 1]];
	return best;
}
