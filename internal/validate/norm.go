package validate

import "math"

// Norm is a number that says how far a flow is from what it is compared with.
type Norm struct {
	Name string
	Unit string  // "%" where the number is a part of something; "" is a number
	End  float64 // runs that end before this time do not have it [s]

	Of      func(*Run) float64              // of a run, or
	Between func(coarse, fine *Run) float64 // of a run and the next finer one

	Exact bool // finer spacings should bring it to 0, so that an order of convergence means something
	Gate  Gate
}

// Gate is what a norm is held to. A norm without any is reported.
type Gate struct {
	Most   float64 // its absolute value, at most; 0 is no such limit
	Order  float64 // its order of convergence, more than this, where Falls
	Falls  bool
	DeltaP float64 // spacing from which on, and at finer ones, it is held to this [m]; 0 is at all

	Finer Limit // in place of Most, at finer spacings
}

// Limit is the greatest absolute value from a spacing on.
type Limit struct {
	Most   float64 // 0 is no limit
	DeltaP float64 // and finer [m]
}

// at is the gate with the limit of a spacing.
func (g Gate) at(deltaP float64) Gate {
	if g.Finer.Most > 0 && deltaP <= g.Finer.DeltaP*(1+1e-9) {
		g.Most, g.DeltaP = g.Finer.Most, g.Finer.DeltaP
	}
	g.Finer = Limit{}
	return g
}

// asks reports whether there is anything to hold to at a spacing.
func (g *Gate) asks(deltaP float64) bool {
	return (g.Most > 0 || g.Falls) && (g.DeltaP == 0 || deltaP <= g.DeltaP*(1+1e-9))
}

// holds reports whether a value, which may be NaN, and its order are as they should be.
func (g *Gate) holds(value, order float64) bool {
	return (g.Most == 0 || math.Abs(value) <= g.Most) && (!g.Falls || order > g.Order)
}

// Order is the observed order of convergence: values at two spacings fall as its power of these.
func Order(coarse, fine, deltaPCoarse, deltaPFine float64) float64 {
	return math.Log(math.Abs(coarse/fine)) / math.Log(deltaPCoarse/deltaPFine)
}

// RMS is the root of the mean square; NaN of none.
func RMS(all []float64) float64 {
	sum := 0.0
	for _, x := range all {
		sum += x * x
	}
	return math.Sqrt(sum / float64(len(all)))
}

// Greatest is the greatest absolute value; NaN of none, and where one is.
func Greatest(all []float64) float64 {
	most := math.NaN()
	for i, x := range all {
		if i == 0 || math.IsNaN(x) || math.Abs(x) > most {
			most = math.Abs(x)
		}
		if math.IsNaN(x) {
			break
		}
	}
	return most
}

// mean is NaN of none.
func mean(all []float64) float64 {
	sum := 0.0
	for _, x := range all {
		sum += x
	}
	return sum / float64(len(all))
}
