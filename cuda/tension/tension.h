// Surface tension as a stress of the surface (Lafaurie et al. 1994; Hu & Adams 2006): a particle of
// fluid k has, of each other fluid l around it,
//   Π = σ_kl |∇C| (I - n n),   n = ∇C/|∇C|,   ∇C = Σ_l V ∇W.
// Forces adds its divergence, as that of the other stresses in further.h, so that momentum is kept.
// With I/d in place of I, as Hu & Adams have it in d dimensions, pressure has a dip at the surface,
// which diffusion of density smears. The wall is a further fluid, of a tension that follows from
// the contact angle.
#pragma once
#include "../sps.h"

// Σ V ∇W over the neighbours of a fluid, less its sign: by their number, or walls where it is -1.
template <int KERNEL> FN Vector towards(const PassArgs &a, const Task &t, float kind)
{
	int i = (int)t.particle;
	PackedPosition<uint32_t> self = packedPosition(a.packed, i);
	Real x = {}, y = {}, z = {};
	auto add = [&](const auto &d, Real w) {
		x += w * d.x;
		y += w * d.y;
		z += w * d.z;
	};
	if (kind < 0.0f)
		forWalls(a.list, t, [&](auto j) {
			auto d = separation(self, packedPosition(a.walls, j));
			Real w = slopeAt<KERNEL>(a.p, d.r2);
			add(d, select(j != i, w, 0.0f * w));
		});
	else
		forNeighbours(a.list, t,
			[&](auto j) {
				auto d = separation(self, packedPosition(a.packed, j));
				auto m = materialAt(a.p, a.list.predictedPos, j);
				Real w = m.volume * slopeAt<KERNEL>(a.p, d.r2);
				add(d, select(m.kind == kind, w, 0.0f * w)); // nothing of i itself, where d is 0
			},
			[](auto) {});
	return {total(x), total(y), total(z)};
}

// The constant is the least |∇C| that makes a surface [1/m].
template <bool MANY> FN void surfaceStress(const PassArgs &a, int i)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	int n = (int)t.particle;
	Symmetric<float> s = {};
	float perRho2 = 1.0f / (a.p.rho0 * a.p.rho0);
	if (MANY && a.p.materials) {
		const Material &own = rowOf(a.p, a.list.predictedPos, n);
		for (int k = -1; k < MOST_KINDS; k++) {
			float tension = k < 0 ? own.wallTension : own.tension[k];
			if (!(tension > 0.0f))
				continue;
			Vector c = FORM(MANY, towards, a, t, (float)k);
			float size2 = c.x * c.x + c.y * c.y + c.z * c.z, size = sqrtf(size2);
			if (!(size * a.p.relScale < -a.constant[0]))
				continue;
			float pull = -a.p.relScale * tension * perRho2, all = pull * size, each = pull / size;
			s.xx += all - each * c.x * c.x;
			s.yy += all - each * c.y * c.y;
			s.zz += all - each * c.z * c.z;
			s.xy -= each * c.x * c.y;
			s.xz -= each * c.x * c.z;
			s.yz -= each * c.y * c.z;
		}
	}
	storePass(a, n, Stress{s});
}
VOLUME_KERNELS(WALK_KERNEL, tension, surfaceStress)
