package convert

// Constants and parameters: numbers that are an option here, or have no counterpart.

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/internal/unsupported"
)

// physics and run have the options of the case; they make them when the first comes.
func (r *reader) physics() *casefile.Physics {
	if r.c.Physics == nil {
		r.c.Physics = &casefile.Physics{}
	}
	return r.c.Physics
}

func (r *reader) option(name string, value any) {
	p := r.physics()
	if p.Options == nil {
		p.Options = map[string]any{}
	}
	p.Options[name] = value
}

func (r *reader) run(name string, value any) {
	if r.c.Run == nil {
		r.c.Run = &casefile.Run{Options: map[string]any{}}
	}
	r.c.Run.Options[name] = value
}

// limited takes an option if it is in the range that options have.
func (r *reader) limited(e *element, name string, x, least, most float64) {
	if x = tidy(x); x < least || x > most {
		r.near(e, "--%s would be %s, but must be from %s to %s", name, text.Number(x), text.Exact(least),
			text.Exact(most))
		return
	}
	r.option(name, x)
}

// constants takes the constants of the physics.
func (r *reader) constants(e *element) {
	r.gravity = vec{0, 0, -9.81}
	if e == nil {
		return
	}
	for _, c := range e.children {
		if err := r.constant(c); err != nil {
			r.fail(c, err)
		}
	}
	for i, letter := range axes {
		r.variables["Gravity_"+letter] = r.gravity[i]
	}
}

func (r *reader) constant(e *element) error {
	if e.name == "gravity" {
		g, err := r.point(e)
		if err != nil {
			return err
		}
		r.gravity, r.physics().Gravity = g, &g
		return nil
	}
	if e.name == "lattice" {
		if b, f := e.value("bound"), e.value("fluid"); b != "1" && b != "" || f != "1" && f != "" {
			return merely("the lattice is the simple one, with one particle at each of its points")
		}
		return nil
	}
	if yes(e.value("auto")) {
		return nil // it follows from the others here, too
	}
	x, err := r.number(e, "value")
	if err != nil {
		return err
	}
	switch e.name {
	case "rhop0":
		if r.physics().Rho0 = x; x <= 0 {
			r.physics().Rho0 = 0
			return fmt.Errorf("the density is %s, but must be more than 0", text.Exact(x))
		}
		r.variables["Rhop0"] = x
	case "rhopgradient":
		if r.highest = x == 3; x == 1 {
			return approximately("the pressure is hydrostatic at first, not uniform")
		}
	case "hswl":
		r.coefficients.height = x
	case "speedsystem":
		r.coefficients.system = x
	case "coefsound":
		r.coefficients.coefficient = x
	case "speedsound":
		r.coefficients.speed = x
	case "b": // ρ0 c0²/γ, when both are known
		r.coefficients.stiffness = x
	case "gamma":
		if x != 7 {
			return approximately("the exponent of the equation of state is 7 here, not %s", text.Exact(x))
		}
	case "coefh", "hdp", "cflnumber": // when the dimension is known
	default:
		return merely("it follows from other numbers here")
	}
	return nil
}

// smoothing takes the smoothing length, which depends on the dimension, and the Courant number.
func (r *reader) smoothing(e *element) {
	for _, c := range e.children {
		x, err := r.number(c, "value")
		switch {
		case c.name != "coefh" && c.name != "hdp" && c.name != "cflnumber" || yes(c.value("auto")):
		case err != nil: // said already
		case c.name == "coefh" && r.plane:
			r.limited(c, "h-factor", significant(x*math.Sqrt2), 0.8, 4)
		case c.name == "coefh":
			r.limited(c, "h-factor", significant(x*math.Sqrt(3)), 0.8, 4)
		case c.name == "hdp":
			r.limited(c, "h-factor", x, 0.8, 4)
		default:
			r.limited(c, "cfl", x, 0.001, 1)
		}
	}
}

// recordedLength takes the smoothing length that GenCase wrote into the file, with which the solver
// runs, where the definition has another one.
func (r *reader) recordedLength(constants *element) {
	e := constants.child("h")
	if e == nil {
		return
	}
	h, err := r.number(e, "value")
	factor, given := r.physics().Options["h-factor"].(float64)
	if err != nil || given && math.Abs(h/r.dp/factor-1) < 0.001 {
		return
	}
	r.limited(e, "h-factor", significant(h/r.dp), 0.8, 4)
	if now := r.physics().Options["h-factor"]; given && now != factor {
		r.near(e, "it is taken in place of that of <constantsdef>, which is %s m: the solver runs "+
			"with it", text.Number(factor*r.dp))
	}
}

// significant is x to six digits.
func significant(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return y
}

// parameter is how a parameter is taken. One with an off value says nothing where it has it.
type parameter struct {
	off  string // words, one of which says that it is not used
	why  string // it is not taken; empty if it is
	rank Rank   // of that
	take func(r *reader, e *element, x float64)
}

var timeStep = "the time step is limited by the Courant number alone; use --cfl or --dt"

var parametersTaken = map[string]parameter{
	"Kernel": {take: func(r *reader, e *element, x float64) {
		r.choice(e, "kernel", x, map[float64]string{1: "cubic", 2: "wendland"})
	}},
	"ViscoTreatment": {take: func(r *reader, _ *element, x float64) { r.treatment = x }},
	"Visco":          {take: (*reader).viscosity},
	"DensityDT": {take: func(r *reader, e *element, x float64) {
		r.choice(e, "diffusion", x, map[float64]string{0: "none", 1: "molteni-colagrossi", 2: "fourtakas",
			3: "fourtakas"})
	}},
	"DensityDTvalue": {take: func(r *reader, e *element, x float64) {
		if kind, ok := r.physics().Options["diffusion"]; ok && kind != "none" {
			r.limited(e, "xi", x, 0, 1)
		}
	}},
	"DeltaSPH": {off: "0", take: func(r *reader, e *element, x float64) {
		r.option("diffusion", "molteni-colagrossi")
		r.limited(e, "xi", x, 0, 1)
	}},
	"Shifting": {take: func(r *reader, e *element, x float64) {
		if x == 0 {
			r.option("shifting", 0.0)
			return
		}
		r.option("shifting", 2.0) // the usual one, unless ShiftCoef has another
		if x == 1 || x == 2 {
			r.near(e, "it is 2 for all fluid, also near walls")
		}
	}},
	"ShiftCoef": {take: func(r *reader, e *element, x float64) {
		if now, ok := r.physics().Options["shifting"]; ok && now != 0.0 {
			r.limited(e, "shifting", math.Abs(x), 0, 10)
		}
	}},
	"ShiftTFS": {off: "0 1.5 2.75", why: "where the surface is found needs no threshold",
		rank: Information},
	"CFLnumber": {take: func(r *reader, e *element, x float64) { r.limited(e, "cfl", x, 0.001, 1) }},
	"TimeMax":   {take: func(r *reader, e *element, x float64) { r.c.End = r.positive(e, x) }},
	"TimeOut": {take: func(r *reader, e *element, x float64) {
		if r.positive(e, x) > 0 {
			r.run("output-interval", x)
		}
	}},
	"Boundary": {take: func(r *reader, e *element, x float64) {
		r.choice(e, "boundary", x, map[float64]string{1: "dynamic", 2: "mdbc"})
		if x == 2 {
			r.near(e, "walls of mdbc go on from the water around each of their particles, not from "+
				"ghosts that are mirrored at the surface")
		}
	}},
	"StepAlgorithm": {take: func(r *reader, e *element, x float64) {
		if x != 1 {
			r.inform(e, "steps evaluate the forces once, as 1 does, unless diffusion makes them "+
				"short; --scheme predictor-corrector evaluates them twice, as 2 does")
		}
	}},
	"DtFixed": {off: "0", take: func(r *reader, e *element, x float64) {
		if r.positive(e, x) > 0 {
			r.run("dt", x)
			delete(r.physics().Options, "cfl") // one or the other
		}
	}},
	"VerletSteps": {off: "40", rank: Information,
		why: "steps take rates of the step before and need none of another kind in between"},
	"FlowType": {off: "1 2", why: "flows have the fluids that are given", rank: Information},
	"SavePosDouble": {off: "0", why: "positions are as precise everywhere, relative to a cell",
		rank: Information},
	"PosDouble": {off: "0 1", why: "positions are as precise everywhere, relative to a cell",
		rank: Information},
	"ViscoBoundFactor": {off: "1", why: "walls have the viscosity of the fluid", rank: Approximated},
	"SlipMode": {off: "2",
		why: "water sticks to walls of mdbc; slip = true in [physics] lets it slip", rank: Approximated},
	"NoPenetration": {off: "0", why: "the pressure at walls keeps the fluid out",
		rank: Information},
	"RigidAlgorithm": {off: "0 1", why: "bodies rub and bounce", rank: Information},
	"FtPause":        {off: "0", why: "bodies move from the beginning", rank: Approximated},
	"FtIgnoreRadius": {off: "0", why: "their size limits no step", rank: Information},
	"CoefDtMin":      {off: "0", why: timeStep, rank: Information},
	"DtIni":          {off: "0", why: timeStep, rank: Information},
	"DtMin":          {off: "0", why: timeStep, rank: Information},
	"DtFixedFile":    {off: "NONE", why: timeStep, rank: Information},
	"DtAllParticles": {off: "0", why: "walls limit no time step", rank: Information},
	"PartsOutMax": {off: "0 1",
		why: "a run tells of particles that leave, and does not end of them", rank: Information},
	"RhopOutMin":  {off: "0", why: "no particle is removed for its density", rank: Information},
	"RhopOutMax":  {off: "0", why: "no particle is removed for its density", rank: Information},
	"WrnPartsOut": {off: "0 1", why: "a run tells of particles that leave", rank: Information},
	"MinFluidStop": {off: "0", why: "a run does not end of particles that leave",
		rank: Information},
	"IncZ":     {off: "0", take: func(*reader, *element, float64) {}}, // with the domain
	"Symmetry": {off: "0", why: unsupported.Sentence("symmetry")},
	"DomainFixed": {why: "a domain that is given so is old; use <simulationdomain>",
		rank: Approximated},
	"InitialTimeDensity": {off: "0", why: "it is not known here", rank: Approximated},
}

// parameters takes those of the execution that are about physics and time.
func (r *reader) parameters(e *element) {
	if e == nil {
		return
	}
	r.treatment = 1
	all := e.all("parameter")
	slices.SortStableFunc(all, func(a, b *element) int { return order(a) - order(b) })
	for _, p := range all {
		r.parameter(p)
	}
	for _, c := range e.children {
		if c.name != "parameter" && c.name != "simulationdomain" {
			r.near(c, "it is not known here")
		}
	}
}

// order is 1 for parameters that depend on others, which must come first.
func order(e *element) int {
	if slices.Contains([]string{"Visco", "DensityDTvalue", "ShiftCoef", "DtFixed"}, e.value("key")) {
		return 1
	}
	return 0
}

// parameter takes one of them.
func (r *reader) parameter(e *element) {
	key, value := e.value("key"), e.value("value")
	if key == "" || strings.HasPrefix(key, "#") || strings.HasPrefix(key, "_") {
		return // switched off
	}
	if r.period(e, key) {
		return
	}
	p, ok := parametersTaken[key]
	if !ok {
		r.near(e, "it is not known here; it is %s", value)
		return
	}
	x, err := r.number(e, "value")
	for off := range strings.FieldsSeq(p.off) {
		if y, bad := strconv.ParseFloat(off, 64); strings.EqualFold(off, value) || bad == nil &&
			err == nil && x == y {
			return
		}
	}
	switch {
	case p.take == nil:
		r.note(p.rank, e, "%s; it is %s", p.why, value)
	case err != nil && key == "DtFixed": // of a file, in older definitions
		r.inform(e, "%s; it is %s", timeStep, value)
	case err != nil:
		r.fail(e, err)
	default:
		p.take(r, e, x)
	}
}

// positive is a time, or 0 and a note if it is none.
func (r *reader) positive(e *element, x float64) float64 {
	if x <= 0 {
		r.skip(e, "it is %s, but must be more than 0", text.Exact(x))
		return 0
	}
	return x
}

// choice takes an option that has words here and numbers there.
func (r *reader) choice(e *element, name string, x float64, words map[float64]string) {
	if word, ok := words[x]; ok {
		r.option(name, word)
		return
	}
	r.near(e, "there is no %s %s; it is as usual", name, text.Exact(x))
}

// viscosity takes the one of the treatment that is chosen.
func (r *reader) viscosity(e *element, x float64) {
	switch r.treatment {
	case 1:
		r.limited(e, "alpha", x, 0, 10)
		if _, taken := r.physics().Options["alpha"]; taken {
			r.option("residual", false) // it acts on the whole velocity there
			r.option("correction", false)
		}
	case 2, 3:
		r.option("alpha", 0.0)
		r.option("correction", false)
		r.limited(e, "nu", x, 0, 10)
		if r.treatment == 2 {
			r.option("smagorinsky", 0.12)
		}
	default:
		r.skip(e, "there is no ViscoTreatment %s", text.Exact(r.treatment))
	}
}

// period takes periodic axes, and reports whether the parameter is about them.
func (r *reader) period(e *element, key string) bool {
	front, rest, is := strings.Cut(key, "Periodic")
	if !is || front == "" || strings.Trim(front, "XYZ") != "" {
		return false
	}
	x, err := r.number(e, "value")
	if rest != "" && (err != nil || x != 0) {
		r.skip(e, "what leaves at one end comes in at the same height at the other")
	}
	for i, letter := range "XYZ" {
		r.periodic[i] = r.periodic[i] || strings.ContainsRune(front, letter)
	}
	return true
}
