package wavemaker

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph/motion"
)

// Paddle is a piston, which moves alike at all heights, or a flap, which turns about a hinge, with
// still water before it.
type Paddle struct {
	Depth, Gravity float64 // [m], [m/s²]
	Flap           bool
	Hinge          float64 // of a flap, above the bed; below it negative [m]
}

// Waves are what a paddle makes.
type Waves interface {
	// Check returns the first reason for which the paddle cannot make these waves.
	Check(p *Paddle) *Fault
	// Laws are the displacements of the paddle at the still water's level, whose sum is its motion
	// [m].
	Laws(p *Paddle) []motion.Law
	// Scale has the height and the length of the waves [m], and the shortest period that the motion
	// has [s].
	Scale(p *Paddle) Scale
	// Note describes the waves for a log.
	Note(p *Paddle) string
}

// Scale is what has to be resolved.
type Scale struct{ Height, Length, Shortest float64 }

// Fault is what is wrong about a key of a case file.
type Fault struct{ Key, Text string }

func fault(key, format string, values ...any) *Fault {
	return &Fault{key, fmt.Sprintf(format, values...)}
}

// Check returns what is wrong with the paddle itself.
func (p *Paddle) Check() *Fault {
	switch {
	case !(p.Depth > 0):
		return fault("depth", "the paddle is dry: the water before it is %s m deep; use the "+
			"depth of the still water there", text.Number(p.Depth))
	case p.Flap && !(p.Hinge < p.Depth):
		return fault("hinge", "the hinge of the flap is %s m above the bed, but the water is %s "+
			"m deep; use a hinge below the still water",
			text.Number(p.Hinge), text.Number(p.Depth))
	}
	return nil
}

// Number is the wave number [rad/m] of linear waves of a frequency [1/s] before the paddle.
func (p *Paddle) Number(f float64) float64 { return WaveNumber(f, p.Depth, p.Gravity) }

// WaveNumber is k [rad/m] of linear waves of a frequency f [1/s] over a depth d [m], with
// (2π f)² = g k tanh kd, by Newton's method.
func WaveNumber(f, depth, gravity float64) float64 {
	w := 2 * math.Pi * f
	y := w * w * depth / gravity
	x := y / math.Sqrt(math.Tanh(y)) // within 5 % (Eckart 1952)
	for range 20 {
		t := math.Tanh(x)
		by := (x*t - y) / (t + x*(1-t*t))
		x -= by
		if math.Abs(by) <= 1e-15*x {
			break
		}
	}
	return x / depth
}

// shape is how far the paddle moves at a height z above the bed, over how far it does at the still
// water's level.
func (p *Paddle) shape(z float64) float64 {
	if !p.Flap {
		return 1
	}
	return max(0, z-p.Hinge) / (p.Depth - p.Hinge)
}

// area is the integral of the shape from the bed to the still water [m].
func (p *Paddle) area() float64 {
	if !p.Flap {
		return p.Depth
	}
	low := max(p.Hinge, 0)
	return (p.shape(low) + 1) / 2 * (p.Depth - low)
}

// Ratio is Biesel's transfer function, the height of waves of first order over the stroke of the
// paddle at the still water's level (Biesel and Suquet 1951; Dean and Dalrymple 1991, section 6.2):
//
//	H/S = 4 sinh kd/(sinh 2kd + 2kd) k ∫ f(z) cosh kz dz,
//
// where f is the shape of the paddle, 1 of a piston: H/S = 2 (cosh 2kd - 1)/(sinh 2kd + 2kd).
func (p *Paddle) Ratio(k float64) float64 {
	kd := k * p.Depth
	e := math.Exp(-kd) // all hyperbolic functions are multiplied by 2e, so that none is too great
	sinh := -math.Expm1(-2 * kd)
	integral := sinh
	if p.Flap {
		low := k * max(p.Hinge, 0)
		integral -= (1 + e*e - math.Exp(low-kd) - math.Exp(-low-kd)) / (k * (p.Depth - p.Hinge))
	}
	return 4 * sinh * integral / (-2*math.Expm1(-4*kd) + 8*kd*e*e)
}

// Turns is the angle of a flap [turns] for a displacement of 1 m at the still water's level.
func (p *Paddle) Turns() float64 { return 1 / (2 * math.Pi * (p.Depth - p.Hinge)) }

// steepest is the height of the steepest waves of a length (Miche 1944), H = 0.142 L tanh kd.
func (p *Paddle) steepest(k float64) float64 {
	return 0.142 * 2 * math.Pi / k * math.Tanh(k*p.Depth)
}

// breaks refuses waves that are too steep to be.
func (p *Paddle) breaks(height, k float64) *Fault {
	most := p.steepest(k)
	if height <= most {
		return nil
	}
	return fault("height", "waves of %s m break at once: with a length of %s m in water of %s m "+
		"they are at most 0.142 L tanh kd = %s m high; "+
		"use a smaller height or a longer period", text.Number(height), text.Number(2*math.Pi/k),
		text.Number(p.Depth), text.Number(most))
}

// kind is the paddle in a word.
func (p *Paddle) kind() string {
	if p.Flap {
		return "flap"
	}
	return "piston"
}

// lengths are the wave length and what follows from it, for notes.
func (p *Paddle) lengths(height, k float64) string {
	length := 2 * math.Pi / k
	return fmt.Sprintf("length %s m, kd %s, H/d %s, H/L %s", text.Number(length),
		text.Number(k*p.Depth), text.Number(height/p.Depth),
		text.Number(height/length))
}

// Fastest is the greatest speed of the paddle at the still water's level until a time, by samples
// [m/s].
func Fastest(laws []motion.Law, shortest, until float64) (fastest float64) {
	const each, most = 32, 100_000
	n := int(min(most, each*until/shortest)) + 1
	for k := range n + 1 {
		speed := 0.0
		for i := range laws {
			_, v, _ := laws[i].At(until * float64(k) / float64(n))
			speed += v
		}
		fastest = max(fastest, math.Abs(speed))
	}
	return fastest
}
