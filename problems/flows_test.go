package problems

import (
	"math"
	"sync"

	"github.com/spf13/pflag"

	"gpusph/problems/scene"
	"gpusph/sph"
)

func trySetup(name string, deltaP float64, args ...string) (*sph.Case, error) {
	p, err := Find(name)
	if err != nil {
		return nil, err
	}
	f := pflag.NewFlagSet(name, pflag.ContinueOnError)
	p.Options().Register(f)
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	return p.Setup(deltaP)
}

// byDefault is a problem with its defaults, made without flags, and once for all tests, which leave
// it unchanged.
func byDefault(name string) *sph.Case {
	made, _ := defaultCases.LoadOrStore(name, sync.OnceValue(func() *sph.Case {
		p, err := Find(name)
		if err != nil {
			panic(err)
		}
		c, err := p.Setup(0)
		if err != nil {
			panic(err)
		}
		return c
	}))
	return made.(func() *sph.Case)()
}

var defaultCases sync.Map // by name

// flows are the problems as a reader of their papers would describe them, apart
// from the code that fills them.
var flows = []struct {
	name    string
	args    []string
	deltaP  []float64
	volume  float64 // of water outside solids [m³]
	tank    [3]float64
	open    bool
	surface func(x [3]float64) float64 // level of the water at x; 0 is dry
	inside  func(x [3]float64) bool    // in a solid
	solids  []scene.Solid
	bodies  int
}{
	{
		name: "DamBreak3D", deltaP: []float64{0, 0.0271, 0.05}, volume: 0.1072, tank: [3]float64{1.6, 0.67, 0.6},
		surface: func(x [3]float64) float64 { return until(x[0], 0.4, 0.4) },
		inside:  pillar(0.335), solids: []scene.Solid{turned(0.335)}, bodies: 1,
	},
	{
		name: "DamBreak3D", args: []string{"--obstacles", "0"}, deltaP: []float64{0.033}, volume: 0.1072, tank: [3]float64{1.6, 0.67, 0.6},
		surface: func(x [3]float64) float64 { return until(x[0], 0.4, 0.4) },
		inside:  func([3]float64) bool { return false },
	},
	{
		name: "DamBreak3D", args: []string{"--wet-bed", "0.1", "--obstacles", "3"}, deltaP: []float64{0.0331},
		volume: 0.1072 + 1.2*0.67*0.1 - 3*0.12*0.12*0.1, tank: [3]float64{1.6, 0.67, 0.6},
		surface: func(x [3]float64) float64 {
			if x[0] <= 0.4 {
				return 0.4
			}
			return 0.1
		},
		inside: pillar(0.67/6, 0.335, 0.67*5/6), solids: []scene.Solid{turned(0.67 / 6), turned(0.335), turned(0.67 * 5 / 6)}, bodies: 3,
	},
	{
		name: "BoreInABox", args: []string{"--variant", "wall"}, deltaP: []float64{0.037}, volume: 0.43, tank: [3]float64{2.4, 1.2, 1},
		surface: func(x [3]float64) float64 { return until(x[0], 0.43/0.72, 0.6) },
		inside:  crossWall,
	},
	{
		name: "BoreInABox", deltaP: []float64{0.0333}, volume: 0.43, tank: [3]float64{2.4, 1.2, 1},
		surface: func(x [3]float64) float64 { return until(x[0], 0.43/0.72, 0.6) },
		inside: func(x [3]float64) bool {
			return crossWall(x) || x[0] > 0.69 && x[1] > 0.4 && x[1] < 0.5
		},
		solids: []scene.Solid{
			{Box: scene.Box{Min: [3]float64{0.43 / 0.72, 0.4, 0}, Max: [3]float64{0.43/0.72 + 0.1, 1.2, 1}}},
			{Box: scene.Box{Min: [3]float64{0.43/0.72 + 0.1, 0.4, 0}, Max: [3]float64{2.4, 0.5, 1}}},
		},
	},
	{
		name: "Spheric2", deltaP: []float64{0.0333, 0.07}, volume: 1.228 * 0.55, tank: [3]float64{3.22, 1, 1}, open: true,
		surface: func(x [3]float64) float64 { return until(3.22-x[0], 1.228, 0.55) },
		inside: func(x [3]float64) bool {
			return x[0] > 0.6635 && x[0] < 0.8245 && x[1] > 0.2985 && x[1] < 0.7015 && x[2] < 0.161
		},
		solids: []scene.Solid{{Box: scene.Box{Min: [3]float64{0.6635, 0.2985, 0}, Max: [3]float64{0.8245, 0.7015, 0.161}}}}, bodies: 1,
	},
	{
		name: "Hydrostatic", deltaP: []float64{0, 0.0271, 0.2}, volume: 0.1, tank: [3]float64{0.5, 0.5, 0.5}, open: true,
		surface: func([3]float64) float64 { return 0.4 }, inside: func([3]float64) bool { return false },
	},
	{
		name: "Hydrostatic", args: []string{"--lid", "--depth", "0.31", "--height", "0.31", "--length", "0.77", "--width", "0.23"},
		deltaP: []float64{0, 0.0333}, volume: 0.31 * 0.77 * 0.23, tank: [3]float64{0.77, 0.23, 0.31},
		surface: func([3]float64) float64 { return 0.31 }, inside: func([3]float64) bool { return false },
	},
	{
		name: "Sloshing", deltaP: []float64{0.0103, 0.0155}, volume: 0.9 * 0.062 * 0.093, tank: [3]float64{0.9, 0.062, 0.508},
		surface: func([3]float64) float64 { return 0.093 }, inside: func([3]float64) bool { return false },
	},
	{
		name: "DamBreak3D", args: []string{"--widths", "3"}, deltaP: []float64{0.0331, 0.05}, volume: 3 * 0.1072, tank: [3]float64{1.6, 2.01, 0.6},
		surface: func(x [3]float64) float64 { return until(x[0], 0.4, 0.4) },
		inside:  pillar(0.335, 1.005, 1.675), solids: []scene.Solid{turned(0.335), turned(1.005), turned(1.675)}, bodies: 1,
	},
	{
		name: "DamBreak3D", args: []string{"--widths", "2", "--wet-bed", "0.1", "--obstacles", "2"}, deltaP: []float64{0.0331},
		volume: 2 * (0.1072 + 1.2*0.67*0.1 - 2*0.12*0.12*0.1), tank: [3]float64{1.6, 1.34, 0.6},
		surface: func(x [3]float64) float64 { return until(x[0], 0.4, 0.3) + 0.1 },
		inside:  pillar(0.1675, 0.5025, 0.8375, 1.1725), solids: []scene.Solid{turned(0.1675), turned(0.5025), turned(0.8375), turned(1.1725)}, bodies: 2,
	},
	{
		name: "BoreInABox", args: []string{"--widths", "2"}, deltaP: []float64{0.037}, volume: 0.86, tank: [3]float64{2.4, 2.4, 1},
		surface: func(x [3]float64) float64 { return until(x[0], 0.43/0.72, 0.6) },
		inside: func(x [3]float64) bool {
			y := min(x[1], 2.4-x[1])
			return crossWall([3]float64{x[0], y}) || x[0] > 0.69 && y > 0.4 && y < 0.5
		},
		solids: []scene.Solid{
			{Box: scene.Box{Min: [3]float64{0.43 / 0.72, 0.4, 0}, Max: [3]float64{0.43/0.72 + 0.1, 2, 1}}},
			{Box: scene.Box{Min: [3]float64{0.43/0.72 + 0.1, 0.4, 0}, Max: [3]float64{2.4, 0.5, 1}}},
			{Box: scene.Box{Min: [3]float64{0.43/0.72 + 0.1, 1.9, 0}, Max: [3]float64{2.4, 2, 1}}},
		},
	},
	{
		name: "Hydrostatic", args: []string{"--widths", "4", "--width", "0.23"}, deltaP: []float64{0.0271}, volume: 0.4 * 0.5 * 0.92, tank: [3]float64{0.5, 0.92, 0.5}, open: true,
		surface: func([3]float64) float64 { return 0.4 }, inside: func([3]float64) bool { return false },
	},
}

func until(x, end, level float64) float64 {
	if x <= end {
		return level
	}
	return 0
}

// pillar is the inside of DamBreak3D's pillars at the given y.
func pillar(y ...float64) func([3]float64) bool {
	return func(x [3]float64) bool {
		for _, y := range y {
			if math.Abs(x[0]-0.9)+math.Abs(x[1]-y) < 0.06*math.Sqrt2-1e-12 {
				return true
			}
		}
		return false
	}
}

func turned(y float64) scene.Solid {
	return scene.Solid{Box: scene.Box{Min: [3]float64{0.84, y - 0.06, 0}, Max: [3]float64{0.96, y + 0.06, 0.6}}, Turn: math.Pi / 4}
}

func crossWall(x [3]float64) bool {
	return x[0] > 0.43/0.72 && x[0] < 0.43/0.72+0.1 && x[1] > 0.4
}
