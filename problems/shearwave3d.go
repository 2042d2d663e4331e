package problems

// ShearWave3D is a wave of velocity across itself in a cube that is periodic along all axes. The
// exact solution is
//
//	v_x = U sin(k (z - D t)) exp(-ν k² t) + D,   v_y = v_z = D,   k = 2π/L,   Re = U L/ν,
//
// D being a drift along each axis, through all faces: what drifts is seen from a frame that moves,
// so nothing else may change.
//
//	┌──────┐
//	│ ──→  │      U = 1 m/s, L = 1 m
//	│ ←──  │
//	└──────┘
//
// There is no artificial viscosity (--alpha 0), and no pressure. Sound is ten times as fast as the
// wave, whatever the drift, which compresses nothing.

import (
	"math"

	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// The speed of the wave at first [m/s], and its length [m].
const (
	shearSpeed  = 1
	shearLength = 1
)

type shearWave3D struct {
	physics
	re, drift float64 // [-], [m/s]
}

func newShearWave3D() Problem {
	return &shearWave3D{physics: weightless(shearLength/32., shearSpeed), re: 100}
}

func (*shearWave3D) Name() string { return "ShearWave3D" }

func (*shearWave3D) Summary() string {
	return "a wave of shear decays in a cube that is periodic along all axes; the flow is known exactly"
}

func (w *shearWave3D) Options() option.Table {
	w.params.Nu = shearSpeed * shearLength / w.re
	return append(w.viscous(false),
		option.Number("re", "Reynolds number U L/ν", 1, 10000, "100 is usual", &w.re),
		option.Number("drift", "speed along each axis with which all the flow drifts [m/s]", 0, 5, "0 is usual, 1 is as fast as the wave", &w.drift))
}

func (w *shearWave3D) Setup(deltaP float64) (*sph.Case, error) { return fill(w.flow(deltaP)) }

func (w *shearWave3D) Outline(deltaP float64) (Outline, error) { return outline(w.flow(deltaP)) }

func (w *shearWave3D) flow(deltaP float64) (*scene.Filled, *sph.Case, error) {
	c, err := w.newCase(w, deltaP)
	if err != nil {
		return nil, nil, err
	}
	const side = shearLength
	c.Params.SplitAxis = 0
	c.End = 2 * side / shearSpeed
	c.Probes = []sph.Probe{{Name: "corner"}}
	return &scene.Filled{
		Box:      scene.Box{Max: [3]float64{side, side, side}},
		Periodic: [3]bool{true, true, true},
		Begin: func(x [3]float64) ([3]float64, float64) {
			return [3]float64{w.drift + shearSpeed*math.Sin(2*math.Pi/side*x[2]), w.drift, w.drift}, 0
		},
	}, c, nil
}
