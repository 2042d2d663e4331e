// Sweeps of the dry atmosphere on the host: lines of cells that lie side by side along x, in
// vectors. Included by gridairsweep.h.
#pragma once

constexpr int AIR_LINE = 64;                         // cells of a line
constexpr int AIR_ROOM = AIR_LINE + 2 * AIR_HALO + 16; // with those beyond its ends, and a vector

template <class T> struct alignas(64) AirNumbers { T at[AIR_ROOM]; };

// The polynomials of a line, or the fluxes at its lower interfaces.
template <class T> struct AirPolynomials { AirNumbers<T> p[4][5]; };
template <class T> struct AirFluxes { AirNumbers<T> v[4]; };

// The variables of a line.
template <class T> struct AirLine { AirNumbers<T> q[4]; };

// The polynomials of cells, of which lines[j] is moved by j - 2 cells along the axis.
template <class T>
FN void polynomialsOf(const AirLine<T> *const (&lines)[5], const int (&shift)[5], int cells,
	AirPolynomials<T> &to)
{
	typedef typename VectorOf<T>::V V;
	for (int v = 0; v < 4; v++)
		for (int k = 0; k < cells; k += LANES_OF<T>) {
			V q[5], p[5];
			for (int j = 0; j < 5; j++)
				q[j] = vectorAt<V>(lines[j]->q[v].at + shift[j] + k);
			reconstruct<T>(q[0], q[1], q[2], q[3], q[4], p);
			for (int j = 0; j < 5; j++)
				putVector(to.p[v][j].at + k, p[j]);
		}
}

// One side of interfaces: averages and polynomials of cells, from a number in each on.
template <class T> struct AirCells {
	const AirLine<T> *line;
	const AirPolynomials<T> *polynomials;
	int ofLine, ofPolynomials;
	const AirRow<T> *row;
	template <class V> FN_MEMBER AirSide<V> side(int k) const
	{
		AirSide<V> side;
		for (int v = 0; v < 4; v++)
			for (int j = 0; j < 5; j++)
				side.p[v][j] = vectorAt<V>(polynomials->p[v][j].at + ofPolynomials + k);
		return side;
	}
	template <class V> FN_MEMBER void means(int k, V (&mean)[4]) const
	{
		for (int v = 0; v < 4; v++)
			mean[v] = vectorAt<V>(line->q[v].at + ofLine + k);
	}
};

template <int AXIS, class T>
FN void fluxesOf(const AirSweepArgs &args, const AirCells<T> &low, const AirCells<T> &high,
	int faces, AirFluxes<T> &to)
{
	typedef typename VectorOf<T>::V V;
	T ratio = (T)args.clock->ratio, rate = (T)args.rate;
	for (int k = 0; k < faces; k += LANES_OF<T>) {
		V a[4], b[4], m[4], flux[4];
		low.means(k, a);
		high.means(k, b);
		for (int v = 0; v < 4; v++)
			m[v] = (T)0.5 * (a[v] + b[v]);
		fluxOf<AXIS>(low.template side<V>(k), high.template side<V>(k), m, *low.row, *high.row, ratio,
			flux);
		if (rate != (T)0)
			diffuse(a, b, *low.row, *high.row, rate, flux);
		for (int v = 0; v < 4; v++)
			putVector(to.v[v].at + k, flux[v]);
	}
}

// Stores the cells of a line, from x on, also where the neighbours read them.
template <class T>
FN void storeLine(const AirSweepArgs &a, int field, int z, int x, int cells, const T *line)
{
	const GridStore &to = a.out[field];
	int64_t at = (int64_t)z * a.slab.cells[0] + x;
	memcpy((T *)to.at + at, line, cells * sizeof(T));
	if (to.left && z < AIR_HALO)
		memcpy((T *)to.left + at, line, cells * sizeof(T));
	if (to.right && z >= a.slab.cells[2] - AIR_HALO)
		memcpy((T *)to.right + at - (int64_t)(a.slab.cells[2] - AIR_HALO) * a.slab.cells[0], line,
			cells * sizeof(T));
}

// The cells [from, to) of a row.
template <class T>
FN void sweepLineX(const AirSweepArgs &a, int z, int from, int to, Tally &t)
{
	const GridSlab &s = a.slab;
	const AirRow<T> &row = rowAt<T>(a.rows, z);
	AirLine<T> line = {}, out;
	AirPolynomials<T> polynomials;
	AirFluxes<T> flux;
	int cells = to - from, nx = s.cells[0];
	for (int v = 0; v < 4; v++)
		for (int k = 0; k < cells + 2 * AIR_HALO; k++) {
			bool image;
			int x = imageOf(from + k - AIR_HALO, nx, s.walls & 1, image);
			T q = ((const T *)a.in[v])[(int64_t)z * nx + x];
			line.q[v].at[k] = v == ACROSS && image ? -q : q;
		}
	polynomialsOf<T>({&line, &line, &line, &line, &line}, {0, 1, 2, 3, 4}, cells + 2, polynomials);
	AirCells<T> low = {&line, &polynomials, AIR_HALO - 1, 0, &row};
	AirCells<T> high = {&line, &polynomials, AIR_HALO, 1, &row};
	fluxesOf<0>(a, low, high, cells + 1, flux);
	T ratio = (T)a.clock->ratio;
	for (int v = 0; v < 4; v++) {
		const T *f = flux.v[v].at, *q = line.q[v].at + AIR_HALO;
		for (int k = 0; k < cells; k++)
			out.q[v].at[k] = q[k] - ratio * (f[k + 1] - f[k]);
		storeLine(a, v, z, from, cells, out.q[v].at);
	}
	for (int k = 0; a.slots && k < cells; k++)
		t.add(tallyOf<T>(row, {out.q[0].at[k], out.q[1].at[k], out.q[2].at[k], out.q[3].at[k]}));
}

template <class T> FN void sweepAlongX(const AirSweepArgs &a, int from, int to, Tally &t)
{
	int nx = a.slab.cells[0], perRow = 32 * tilesOf(a.slab);
	for (int i = from; i < to;) {
		int z = i / perRow, end = (z + 1) * perRow < to ? (z + 1) * perRow : to;
		int x = (i - z * perRow) / 32 * AIR_TILE, toX = (end - z * perRow) / 32 * AIR_TILE;
		toX = toX < nx ? toX : nx;
		for (; x < toX; x += AIR_LINE)
			sweepLineX<T>(a, z, x, x + AIR_LINE < toX ? x + AIR_LINE : toX, t);
		i = end;
	}
}

// Takes the cells of a plane from x on, with half of the weight, in the order of variables of a
// sweep along z.
template <class T> FN void takeLine(const AirSweepArgs &a, int z, int x, int cells, AirLine<T> &to)
{
	bool image;
	int64_t at = (int64_t)planeImage(a.slab, z, image) * a.slab.cells[0] + x;
	T impulse = (T)a.clock->impulse;
	for (int v = 0; v < 4; v++)
		memcpy(to.q[v].at, (const T *)a.in[fieldOf(1, v)] + at, cells * sizeof(T));
	for (int k = 0; k < cells; k++) {
		T q = to.q[ACROSS].at[k] + impulse * to.q[RHO].at[k];
		to.q[ACROSS].at[k] = image ? -q : q;
	}
}

// The cells of planes [from, to), of columns from x on.
template <class T>
FN void sweepLinesZ(const AirSweepArgs &a, int from, int to, int x, int cells)
{
	AirLine<T> lines[5] = {}, out;
	AirPolynomials<T> polynomials[2];
	AirFluxes<T> flux[2];
	auto line = [&](int z) INLINED -> AirLine<T> & { return lines[(z - from + 5) % 5]; };
	for (int z = from - 3; z < from + 1; z++)
		takeLine(a, z, x, cells, line(z));
	T ratio = (T)a.clock->ratio, impulse = (T)a.clock->impulse;
	for (int z = from - 1; z <= to; z++) {
		int now = (z - from) & 1;
		takeLine(a, z + 2, x, cells, line(z + 2));
		polynomialsOf<T>({&line(z - 2), &line(z - 1), &line(z), &line(z + 1), &line(z + 2)},
			{0, 0, 0, 0, 0}, cells, polynomials[now]);
		if (z < from)
			continue;
		AirCells<T> low = {&line(z - 1), &polynomials[1 - now], 0, 0, &rowAt<T>(a.rows, z - 1)};
		AirCells<T> high = {&line(z), &polynomials[now], 0, 0, &rowAt<T>(a.rows, z)};
		fluxesOf<1>(a, low, high, cells, flux[now]);
		if (z == from)
			continue;
		for (int v = 0; v < 4; v++) {
			const T *upper = flux[now].v[v].at, *lower = flux[1 - now].v[v].at;
			const T *q = line(z - 1).q[v].at;
			for (int k = 0; k < cells; k++)
				out.q[v].at[k] = q[k] - ratio * (upper[k] - lower[k]);
		}
		for (int k = 0; k < cells; k++)
			out.q[ACROSS].at[k] += impulse * out.q[RHO].at[k];
		for (int v = 0; v < 4; v++)
			storeLine(a, fieldOf(1, v), z - 1, x, cells, out.q[v].at);
	}
}

template <class T> FN void sweepAlongZ(const AirSweepArgs &a, int from, int to, Tally &)
{
	int nx = a.slab.cells[0];
	for (int i = from; i < to;) {
		int chunk = i / nx, end = (chunk + 1) * nx < to ? (chunk + 1) * nx : to;
		AirChunk planes = chunkOf(a, chunk);
		for (int x = i - chunk * nx; x < end - chunk * nx; x += AIR_LINE) {
			int cells = end - chunk * nx - x;
			sweepLinesZ<T>(a, planes.from, planes.to, x, cells < AIR_LINE ? cells : AIR_LINE);
		}
		i = end;
	}
}

#define SWEEP(name, f)                                              \
	extern "C" void HOST(name)(const void *args, int from, int to)  \
	{                                                               \
		const AirSweepArgs a = *(const AirSweepArgs *)args;         \
		Tally t = {};                                               \
		if (isIdle(a, 0))                                           \
			return;                                                 \
		f(a, from, to, t);                                          \
		addOfLoop<0, 2>(a.slots, t);                                \
	}
