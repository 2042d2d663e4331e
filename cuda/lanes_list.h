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
