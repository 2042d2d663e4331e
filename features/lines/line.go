package lines

// Flow is what a case has of lines.
type Flow struct {
	Lines []Line
	Bed   Bed
	Water Water
	Level float64 // of fluid at rest: of all there is with StillWater, or else beside the domain [m]

	net *Net // once a case has them
}

// Water is where the fluid around lines is known from.
type Water int

const (
	NoWater    Water = iota
	StillWater       // at rest below a level
	Particles
)

// Line is a chain, a rope or a tether between two ends.
type Line struct {
	Name     string
	From, To End
	Length   float64 // without tension [m]
	Segments int
	Kind
	Clumps []Clump
}

// Kind is what a line is made of.
type Kind struct {
	Mass      float64    // of a metre [kg/m]
	Diameter  float64    // of a cylinder of the same volume [m]
	Stiffness float64    // EA [N]
	Damping   float64    // of the strain, as a part of the critical one of a segment
	Bending   float64    // EI [N m²]
	Drag      [2]float64 // coefficients across, by the diameter, and along, by the circumference
	Added     [2]float64 // coefficients of added mass across and along
	Friction  float64    // coefficient on the bed
}

// EndKind is what holds an end.
type EndKind int

const (
	Fixed  EndKind = iota
	OnBody         // a point of a body
	Loose          // nothing but other lines and a clump
	OnLine         // a node of another line
)

// End is an end of a line.
type End struct {
	Kind  EndKind
	At    [3]float64 // at time 0; of a loose end about where it is [m]
	Body  int        // from 1 on
	Line  int        // index of the other line
	Along float64    // from that line's first end [m]
}

// Clump is a weight or a buoy at a node of a line.
type Clump struct {
	Along    float64 // from the first end [m]
	Mass     float64 // [kg]
	Volume   float64 // [m³]
	DragArea float64 // drag coefficient times area [m²]
	Added    float64 // coefficient of added mass
}

// Step is how far the nodes of a line are apart without tension [m].
func (l *Line) Step() float64 { return l.Length / float64(l.Segments) }
