// The walk over a list with LANES neighbours at a time; included by list.h in
// the fast host forms.
#pragma once

// Neighbours of i by index; lanes that are left over hold i itself.
struct Indices {
	Ints at;
};

FN Ints operator!=(const Indices &j, int i) { return j.at != i; }

// The float of each neighbour in an array of records of `floats` floats.
FN Real loadAt(const float *p, int floats, const Indices &j)
{
	Real x;
	for (int k = 0; k < LANES; k++)
		x[k] = p[(size_t)floats * j.at[k]];
	return x;
}

#if LANES == 16
FN Bits entriesOf(uint4 e, uint4 f)
{
	__m256i both = _mm256_set_m128i((__m128i &)f, (__m128i &)e);
	return (Bits)_mm512_cvtepu16_epi32(both);
}
FN Bits lookUp(const Bases &b, Bits k)
{
	__m512i table = _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)b.first));
	return (Bits)_mm512_permutexvar_epi32((__m512i)k, table);
}
#else
FN Bits entriesOf(uint4 e) { return (Bits)_mm256_cvtepu16_epi32((__m128i &)e); }
FN Bits lookUp(const Bases &b, Bits k)
{
	return (Bits)_mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)b.first), (__m256i)k);
}
#endif

FN Indices decode(const Bases &b, Bits e)
{
	return {(Ints)(lookUp(b, e >> PLACE_BITS) + (e & PLACE))};
}

// As in list.h. Backwards or not is all the same here.
template <class Visit>
FN void visitList(const uint4 *group, int n, int next, const Bases &b, int i, Visit visit)
{
#if LANES == 16
	uint32_t self = REACH << PLACE_BITS | (i - (int)b.first[REACH]);
	self |= self << 16;
	const uint4 none = {self, self, self, self};
	for (int k = 0; k < n; k += 16, group += 2 * next)
		visit(decode(b, entriesOf(group[0], k + 8 < n ? group[next] : none)));
#else
	for (int k = 0; k < n; k += 8, group += next)
		visit(decode(b, entriesOf(*group)));
#endif
}

// Collects neighbours that are found one by one, in the lanes in which a list has them: groups of
// eight walls lie backwards.
template <class Visit> struct Collector {
	Visit visit;
	int i;
	bool backwards;
	int n = 0;
	Indices found;
	FN_MEMBER int lane(int k) { return backwards ? k ^ 7 : k; }
	FN_MEMBER void add(int j)
	{
		found.at[lane(n++)] = j;
		if (n == LANES) {
			visit(found);
			n = 0;
		}
	}
	FN_MEMBER void finish()
	{
		for (int k = n; k < LANES && n > 0; k++)
			found.at[lane(k)] = i;
		if (n > 0)
			visit(found);
	}
};

// The entries of a column of the list, of fluid or of walls, as in neibs.h. They are stored at the
// end, those of walls backwards.
template <bool FRONT> struct Entries {
	enum { ROOM = MOST + 1 }; // columns with more have no list
	uint4 *groups;
	int count = 0;
	uint16_t found[ROOM + 48];

	FN_MEMBER Entries(uint4 *groups, int) : groups(groups) {}

	FN_MEMBER void add(uint32_t bits, uint32_t first)
	{
		uint16_t *to = found + (count < ROOM ? count : ROOM);
#if LANES == 16
		const Bits lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
		for (uint32_t left = bits; left; left >>= 16, first += 16) {
			__m512i some = _mm512_maskz_compress_epi32((__mmask16)left, (__m512i)(first + lane));
			_mm256_storeu_si256((__m256i *)to, _mm512_cvtepi32_epi16(some));
			to += __builtin_popcount(left & 0xffff);
		}
#else
		for (uint32_t left = bits; left; left &= left - 1)
			*to++ = (uint16_t)(first + lowestBit(left));
#endif
		count += __builtin_popcount(bits);
	}

	FN_MEMBER void finish(uint32_t self)
	{
		typedef uint16_t Eight __attribute__((vector_size(16)));
		const Eight backwards = {7, 6, 5, 4, 3, 2, 1, 0};
		for (int k = count; k & 7; k++)
			found[k] = (uint16_t)self;
		for (int k = 0; k < count; k += 8) {
			Eight some;
			__builtin_memcpy(&some, found + k, sizeof some);
			if (!FRONT)
				some = __builtin_shuffle(some, backwards);
			__builtin_memcpy(groups + (FRONT ? k : -k) / 8 * 32, &some, sizeof some);
		}
	}
};
