// What may be added to a case: tables with a line about each, and where there is room for them.

// entries are the tables in the order of the list: the common ones first. A gate is a wall that
// moves.
export const entries = [
	["wall", "something solid: a step, a pillar, a weir, terrain from a mesh"],
	["fluid", "water at first: a box, another shape, or a basin filled up to a level"],
	["gate", "a wall that is pulled up and lets the water go", "wall"],
	["body", "something that the water carries: it floats, sinks, turns, is moored"],
	["probe", "pressure, velocity or level at a point, in probes.csv"],
	["gauge", "height of the water above a point, in gauges.csv"],
	["joint", "a hinge, a ball or a slider between bodies, or to a wall that moves"],
	["line", "a mooring line that moves, as lumped masses, between points and bodies"],
	["lines", "what all lines have: the bed, and the water around them"],
	["flexible", "something that bends: a gate, a plate, a reed"],
	["particles", "particles of your own, from a file"],
	["inlet", "water comes in here, at a velocity, a discharge or a level"],
	["outlet", "water leaves here"],
	["damping", "a zone that calms waves before they come back from a wall"],
	["relaxation", "a zone that makes the waves of a theory, and absorbs what comes back"],
	["zone", "a box in which particles are finer"],
	["porous", "a layer of stones that the water flows through"],
	["physics", "gravity, viscosity, speed of sound and other options of the model"],
	["run", "how often files are written, and which"],
	["material", "a second fluid, as air or oil, or thick ones as mud"],
	["tension", "surface tension between two materials"],
	["heat", "temperatures of the fluid, and what they change"],
	["heat-wall", "a wall that is warm, cold, or conducts heat"],
	["heat-source", "a region that is heated or cooled"],
	["grid", "equations and scheme of a flow that a grid computes, with engine = \"grid\""],
	["turning", "a tank that turns as a whole"],
	["domain", "the tank: its corners, and which sides are open or periodic"],
];

// needRoom are the tables whose shape must not lie over others.
const needRoom = ["wall", "fluid", "body"];

// roomFor finds a box that has no particles in it: its corners, or null. sight and positions are
// what is shown, of side are the particles beyond the domain.
export function roomFor(key, sight, positions, kinds) {
	if (key === "gate")
		return roomForGate(sight, positions, kinds);
	if (!sight || !needRoom.includes(key))
		return null;
	const low = sight.min, size = low.map((x, a) => sight.max[a] - x);
	const axes = sight.plane ? [0, 2] : [0, 1, 2], apart = 2 * sight.spacing;
	const snap = (x, a) => low[a] + Math.round((x - low[a]) / sight.deltap) * sight.deltap;
	const free = (min, max) => {
		for (let i = 0; i < kinds.length; i++)
			if (kinds[i] !== 1 && axes.every((a) => positions[3 * i + a] > min[a] - apart
				&& positions[3 * i + a] < max[a] + apart))
				return false;
		return true;
	};
	const heights = key === "body" ? [0.5, 0.7, 0.3] : [0, 0.5, 0.25, 0.75];
	for (const part of [0.25, 0.15, 0.08, 0.04]) {
		const box = size.map((s, a) => Math.max(part * (a ? 1.6 : 1) * s, 5 * sight.deltap));
		for (const up of heights)
			for (const across of sight.plane ? [0.5] : [0.5, 0.2, 0.8])
				for (const along of [0.6, 0.7, 0.8, 0.5, 0.9, 0.4, 0.3, 0.2, 0.1]) {
					const at = [along, across, up];
					const min = at.map((t, a) => snap(low[a] + t * (size[a] - box[a]), a));
					const max = min.map((x, a) => snap(x + box[a], a));
					if (axes.every((a) => max[a] <= sight.max[a] + 1e-9) && free(min, max))
						return { min, max };
				}
	}
	return null;
}

// roomForGate is a plate before the fluid that is farthest along x, as high as that, or what roomFor
// finds, and how far up it may be pulled.
function roomForGate(sight, positions, kinds) {
	if (!sight)
		return null;
	const reach = [-Infinity, -Infinity, -Infinity];
	for (let i = 0; i < kinds.length; i++)
		if (kinds[i] === 0)
			for (let a = 0; a < 3; a++)
				reach[a] = Math.max(reach[a], positions[3 * i + a] + sight.spacing / 2);
	const d = sight.deltap, up = (x, a) => sight.min[a] + Math.ceil((x - sight.min[a]) / d - 1e-3) * d;
	const x = up(reach[0], 0), top = up(Math.min(reach[2] + d, sight.max[2]), 2);
	const min = [x, sight.min[1], sight.min[2]], max = [x + 4 * d, sight.max[1], top];
	let clear = reach[0] > -Infinity && max[0] + 2 * d < sight.max[0];
	for (let i = 0; clear && i < kinds.length; i++)
		clear = kinds[i] < 2 || positions[3 * i] < x || positions[3 * i] > max[0] + 2 * d
			|| positions[3 * i + 2] > max[2];
	const box = clear ? { min, max } : roomFor("wall", sight, positions, kinds);
	return box && { ...box, lift: Math.max(0, Math.min(box.max[2] - box.min[2],
		sight.max[2] - box.max[2])) };
}
