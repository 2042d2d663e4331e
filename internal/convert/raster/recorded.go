package raster

import (
	"errors"
	"math"
	"sort"
	"strconv"
	"strings"
)

// A Record is what GenCase wrote into <execution>: the particles that it made and the constants
// that it computed. Numbers that the file does not have are NaN, counts −1.
type Record struct {
	Result // extents of its groups are NaN; floating ones have centres

	App        string // program and version that wrote the file
	NP         int    // all particles
	NB         int    // particles of boundaries and bodies
	NBFixed    int    // particles of fixed boundaries
	FirstBound int    // mk of mkbound 0
	FirstFluid int    // mk of mkfluid 0
	Min, Max   [3]float64

	Constants Constants
	Bodies    []Body
	Periodic  []Periodic
}

// Constants of <execution><constants>.
type Constants struct {
	Gravity    [3]float64 // [m/s²]
	CFL        float64
	Gamma      float64
	Rho0       float64 // [kg/m³]
	DP         float64 // [m]
	H          float64 // smoothing length [m]
	B          float64 // c0² ρ0 / γ [Pa]
	MassBound  float64 // mass of a particle [kg]; in two dimensions per metre
	MassFluid  float64
	Data2D     bool
	Data2DPosY float64 // [m]
}

// C0 is the speed of sound [m/s] that follows from B = c0² ρ0 / γ.
func (c Constants) C0() float64 { return math.Sqrt(c.B * c.Gamma / c.Rho0) }

// A Body is a floating body of the record.
type Body struct {
	MkBound  int
	Mass     float64 // [kg]
	MassPart float64 // mass of a particle [kg]
	Center   [3]float64
}

// Periodic is one of the parameters that make the domain periodic, e.g. XPeriodicIncZ or
// XYPeriodic.
type Periodic struct {
	Key   string
	Value float64
	Line  int
}

// ErrNoRecord is the error of a definition that GenCase has not run on.
var ErrNoRecord = errors.New("the file has no <execution><particles> by GenCase")

// Recorded reads what GenCase wrote into a file.
func Recorded(xml []byte) (Record, error) {
	root, err := parse(xml)
	if err != nil {
		return Record{}, err
	}
	execution := root.path("case", "execution")
	particles := execution.child("particles")
	if particles == nil {
		return Record{}, ErrNoRecord
	}
	if _, is := particles.get("np"); !is {
		return Record{}, ErrNoRecord
	}
	r := Record{NP: whole(particles, "np"), NB: whole(particles, "nb"),
		NBFixed: whole(particles, "nbf"), FirstBound: whole(particles, "mkboundfirst"),
		FirstFluid: whole(particles, "mkfluidfirst")}
	r.App, _ = root.child("case").get("app")
	for _, n := range particles.children {
		if g, is := recordedGroup(n); is {
			r.Groups = append(r.Groups, g)
		}
		if n.name == "floating" {
			r.Bodies = append(r.Bodies, recordedBody(n))
			r.Groups[len(r.Groups)-1].Center = r.Bodies[len(r.Bodies)-1].Center
		}
	}
	sort.SliceStable(r.Groups, func(i, j int) bool { return r.Groups[i].Mk < r.Groups[j].Mk })
	positions := particles.path("_summary", "positions")
	r.Min, r.Max = triple(positions.child("posmin")), triple(positions.child("posmax"))
	r.Constants = recordedConstants(execution.child("constants"))
	r.DP, r.TwoD = r.Constants.DP, r.Constants.Data2D
	if definition := root.path("case", "casedef", "geometry", "definition"); definition != nil &&
		execution.path("constants", "data2d") == nil {
		lo, hi := triple(definition.child("pointmin")), triple(definition.child("pointmax"))
		r.TwoD = lo[1] == hi[1]
	}
	r.Periodic = periodicOf(execution)
	return r, nil
}

var none = [3]float64{nan, nan, nan}

func recordedGroup(n *node) (Group, bool) {
	for _, kind := range []Kind{Fixed, Moving, Floating, Fluid} {
		if n.name != kind.String() {
			continue
		}
		of := "mkbound"
		if kind == Fluid {
			of = "mkfluid"
		}
		return Group{Mk: whole(n, "mk"), Kind: kind, MkOf: whole(n, of), Count: whole(n, "count"),
			Min: none, Max: none, Center: none}, true
	}
	return Group{}, false
}

func recordedBody(n *node) Body {
	return Body{MkBound: whole(n, "mkbound"), Mass: real(n.child("massbody"), "value"),
		MassPart: real(n.child("masspart"), "value"), Center: triple(n.child("center"))}
}

func recordedConstants(n *node) Constants {
	value := func(name string) float64 { return real(n.child(name), "value") }
	c := Constants{Gravity: triple(n.child("gravity")), CFL: value("cflnumber"),
		Gamma: value("gamma"), Rho0: value("rhop0"), DP: value("dp"), H: value("h"),
		B: value("b"), MassBound: value("massbound"), MassFluid: value("massfluid"),
		Data2DPosY: value("data2dposy")}
	if flat := n.child("data2d"); flat != nil {
		text, _ := flat.get("value")
		c.Data2D = text == "true" || text == "1"
	}
	return c
}

func periodicOf(execution *node) []Periodic {
	var found []Periodic
	for _, n := range execution.child("parameters").all("parameter") {
		key, _ := n.get("key")
		if strings.Contains(key, "Periodic") && !strings.HasPrefix(key, "_") {
			found = append(found, Periodic{Key: key, Value: real(n, "value"), Line: n.line})
		}
	}
	return found
}

// whole is the whole number of an attribute, or −1.
func whole(n *node, name string) int {
	text, _ := n.get(name)
	x, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return -1
	}
	return x
}

// real is the number of an attribute, or NaN.
func real(n *node, name string) float64 {
	if n == nil {
		return nan
	}
	text, _ := n.get(name)
	if x, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
		return x
	}
	return nan
}

func triple(n *node) [3]float64 {
	return [3]float64{real(n, "x"), real(n, "y"), real(n, "z")}
}
