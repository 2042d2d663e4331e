// LANES particles at a time; included by physics.h in the fast host forms.
// Records are read one by one and turned into vectors by shuffles, which beats
// gathers.
#pragma once

#if LANES == 16

// Four records of four words for each quarter of the vector: r[k] holds those of
// the lanes k, 4+k, 8+k, 12+k.
FN __m512 fourRecords(const float4 *p, const int *j)
{
	__m512 r = _mm512_castps128_ps512(_mm_load_ps(&p[j[0]].x));
	r = _mm512_insertf32x4(r, _mm_load_ps(&p[j[4]].x), 1);
	r = _mm512_insertf32x4(r, _mm_load_ps(&p[j[8]].x), 2);
	return _mm512_insertf32x4(r, _mm_load_ps(&p[j[12]].x), 3);
}

FN __m512i fourPairs(const uint2 *p, const int *j)
{
	auto two = [&](int k) {
		__m128i a = _mm_loadl_epi64((const __m128i *)(p + j[k]));
		return _mm_castps_si128(_mm_loadh_pi(_mm_castsi128_ps(a), (const __m64 *)(p + j[k + 1])));
	};
	__m512i r = _mm512_castsi128_si512(two(0));
	r = _mm512_inserti32x4(r, two(4), 1);
	r = _mm512_inserti32x4(r, two(8), 2);
	return _mm512_inserti32x4(r, two(12), 3);
}

#else

FN __m256 fourRecords(const float4 *p, const int *j)
{
	return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(&p[j[0]].x)), _mm_load_ps(&p[j[4]].x), 1);
}

FN __m256i fourPairs(const uint2 *p, const int *j)
{
	auto two = [&](int k) {
		__m128i a = _mm_loadl_epi64((const __m128i *)(p + j[k]));
		return _mm_castps_si128(_mm_loadh_pi(_mm_castsi128_ps(a), (const __m64 *)(p + j[k + 1])));
	};
	return _mm256_inserti128_si256(_mm256_castsi128_si256(two(0)), two(4), 1);
}

#endif

#if LANES == 16
#define SHUFFLE(a, b, how) (Real)_mm512_shuffle_ps((__m512)(a), (__m512)(b), how)
#else
#define SHUFFLE(a, b, how) (Real)_mm256_shuffle_ps((__m256)(a), (__m256)(b), how)
#endif

// Records of four floats of each neighbour.
struct Records {
	Real x, y, z, w;
};

// Four by four transposes within quarters of 128 bits.
FN Records recordsOf(const float4 *p, const int *j)
{
	Real a = (Real)fourRecords(p, j), b = (Real)fourRecords(p, j + 1);
	Real c = (Real)fourRecords(p, j + 2), d = (Real)fourRecords(p, j + 3);
	Real ab = SHUFFLE(a, b, 0x44), cd = SHUFFLE(c, d, 0x44);
	Real AB = SHUFFLE(a, b, 0xee), CD = SHUFFLE(c, d, 0xee);
	return {SHUFFLE(ab, cd, 0x88), SHUFFLE(ab, cd, 0xdd), SHUFFLE(AB, CD, 0x88),
		SHUFFLE(AB, CD, 0xdd)};
}

FN Records recordsOf(const float4 *p, const Indices &at)
{
	alignas(64) int j[LANES];
	__builtin_memcpy(j, &at.at, sizeof j);
	return recordsOf(p, j);
}

FN Particles<Real, Bits> particle(const Physics &p, const uint2 *packed, const float4 *vel, const Indices &at)
{
	alignas(64) int j[LANES];
	__builtin_memcpy(j, &at.at, sizeof j);
	Records v = recordsOf(vel, j);
	Real e = (Real)fourPairs(packed, j), f = (Real)fourPairs(packed, j + 2);
	return {unpack((Bits)SHUFFLE(e, f, 0x88), (Bits)SHUFFLE(e, f, 0xdd)), v.x, v.y, v.z, v.w,
		pressureTerm(p, v.w)};
}

FN PackedPosition<Bits> packedPosition(const uint2 *packed, const Indices &at)
{
	alignas(64) int j[LANES];
	__builtin_memcpy(j, &at.at, sizeof j);
	Real e = (Real)fourPairs(packed, j), f = (Real)fourPairs(packed, j + 2);
	return unpack((Bits)SHUFFLE(e, f, 0x88), (Bits)SHUFFLE(e, f, 0xdd));
}

#undef SHUFFLE
