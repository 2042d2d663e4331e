// Package casefile reads and writes case files: a user's flow as TOML. It knows what a file may say
// and where it says it; package problems makes a flow of it.
//
// The types here are the format. A key's name, unit and help are tags, from which the reader's
// sentences, the writer's comments, the JSON schema and the tables of docs/reference/cases.md
// follow.
package casefile

// Case is a case file.
type Case struct {
	Name      string  `key:"name" help:"name of the flow, in files and titles"`
	About     string  `key:"about" help:"one line about the flow"`
	Engine    string  `key:"engine" words:"particles grid" help:"particles or grid; default particles"`
	Dimension int     `key:"dimension" words:"2 3" help:"3, or 2 for the plane of x and z, where points are [x, z]; default 3"`
	Spacing   float64 `key:"spacing" above:"0" unit:"m" help:"distance between particles; --deltap overrides it"`
	End       float64 `key:"end" above:"0" unit:"s" help:"simulated end time; --tend overrides it"`
	SplitAxis string  `key:"split-axis" words:"x y z" help:"axis that devices divide; default the longest"`
	Front     string  `key:"front" help:"name in gauges.csv of the fluid's largest x; default none"`

	Domain    *Domain    `key:"domain"`
	Grid      *Grid      `key:"grid" help:"equations of a flow on a grid"`
	Physics   *Physics   `key:"physics"`
	Turning   *Turning   `key:"turning" help:"a frame that turns about an axis, as a tank that rolls"`
	Materials []Material `key:"material"`
	Fluids    []Fluid    `key:"fluid"`
	Walls     []Wall     `key:"wall"`
	Bodies    []Body     `key:"body"`
	Probes    []Probe    `key:"probe"`
	Gauges    []Gauge    `key:"gauge"`
	Added
	Run *Run `key:"run"`

	source
}

// source is where a case is from.
type source struct {
	where   map[string]Position // by path
	text    []byte
	file    string
	changes []Change // of the text
	changed []changed
}

// Domain is the box that has all of the flow. Its sides are walls, unless they are open or
// periodic.
type Domain struct {
	Min      [3]float64            `key:"min" unit:"m" need:"yes" help:"lowest corner"`
	Max      [3]float64            `key:"max" unit:"m" need:"yes" help:"highest corner"`
	Open     []string              `key:"open" words:"xmin xmax ymin ymax zmin zmax" help:"sides without a wall: xmin, xmax, ymin, ymax, zmin, zmax"`
	Room     float64               `key:"room" least:"0" unit:"m" help:"distance beyond open sides at which particles are removed; default the support"`
	Periodic []string              `key:"periodic" words:"x y z" help:"periodic axes: x, y, z"`
	Force    string                `key:"force" help:"name in forces.csv of the walls of the sides; default none"`
	Slide    map[string][3]float64 `key:"slide" words:"xmin xmax ymin ymax zmin zmax" unit:"m/s" help:"velocity of the walls of sides along themselves, by side"`
}

// Physics is what moves the fluid, and the options of the physics.
type Physics struct {
	Rho0         float64        `key:"rho0" above:"0" unit:"kg/m³" help:"density of the fluid; default 1000"`
	Gravity      *[3]float64    `key:"gravity" unit:"m/s²" help:"acceleration of gravity; default 9.81 downwards"`
	GravityTable *GravityTable  `key:"gravity-table" help:"instead of gravity: one that changes in time"`
	Depth        float64        `key:"depth" above:"0" unit:"m" help:"height of fall that sets the speed of sound, c0 = 10 √(g depth), not the depth of the water; default the height of the fluid at the start"`
	Speed        float64        `key:"speed" above:"0" unit:"m/s" help:"instead of depth: greatest speed of the flow, c0 = 10 speed"`
	Options      map[string]any `key:"*" help:"options of the physics, as on the command line: kernel, alpha, nu, boundary, slip …"`
}

// GravityTable is gravity from time 0 on, linear between its values.
type GravityTable struct {
	Table    string       `key:"table" group:"gravity" help:"CSV file: time [s], gravity along x, y, z [m/s²]"`
	Interval float64      `key:"interval" above:"0" unit:"s" help:"time between values; of a table needed only where times are uneven"`
	Values   [][3]float64 `key:"values" items:"1" unit:"m/s²" group:"gravity" help:"in place of a table: gravity along x, y, z from time 0 on"`
}

// Turning is a frame that turns about an axis, as that of a tank that rolls.
type Turning struct {
	Point    [3]float64 `key:"point" unit:"m" need:"yes" help:"a point on the axis"`
	Axis     [3]float64 `key:"axis" need:"yes" help:"direction of the axis"`
	Interval float64    `key:"interval" above:"0" unit:"s" help:"time between angles, also those of keyframes; of a table needed only where times are uneven"`
	Table    string     `key:"table" group:"turning" help:"CSV file: time [s], angle [°], which must be smooth"`
	Angles   []float64  `key:"angles" items:"3" unit:"°" group:"turning" help:"in place of a table: smooth angles from time 0 on"`

	Keyframes [][4]float64 `key:"keyframes" items:"2" group:"turning" help:"in place of angles: [time, angle, velocity, acceleration] in s, °, °/s, °/s² from time 0 on, with polynomials of fifth order between"`
}

// Fluid is fluid at first: a shape, what a seed comes to, or what covers a height map. Walls take
// what they share with it.
type Fluid struct {
	Name string `key:"name" need:"yes"`
	Shape
	Fill     *Fill        `key:"fill" group:"shape" help:"instead of a shape: the space connected with a seed, up to a level"`
	Cover    *Cover       `key:"cover" group:"shape" help:"instead of a shape: a layer on the ground of a height map"`
	Normal   *NormalDepth `key:"normal-depth" group:"shape" help:"instead of a shape: water of a channel at its normal depth"`
	Surface  *float64     `key:"surface" unit:"m" help:"level of the free surface, which sets the pressure at the start; default the top of the fluid"`
	Velocity *[3]float64  `key:"velocity" unit:"m/s" help:"velocity at the start; default 0"`
	Material string       `key:"material" help:"name of its material; needed where the case has [[material]]"`
	Extra    `of:"fluid"`
	Wave     *Wave      `key:"solitary-wave" help:"solitary wave at the start: surface, velocities and pressure, within the shape"`
	Train    *WaveTrain `key:"wave" help:"periodic wave at the start: surface, velocities and pressure, within the shape"`
}

// WaveTrain is a periodic wave over a level bed. It runs in its direction from the first step on.
type WaveTrain struct {
	Theory    string      `key:"theory" words:"airy stokes2 stokes3" need:"yes" help:"airy, stokes2 or stokes3: first, second or third order in the height"`
	Height    float64     `key:"height" above:"0" unit:"m" need:"yes" help:"height of the crest above the trough"`
	Depth     float64     `key:"depth" above:"0" unit:"m" need:"yes" help:"depth of the mean level"`
	Length    float64     `key:"length" above:"0" unit:"m" group:"wave" help:"distance from crest to crest"`
	Period    float64     `key:"period" above:"0" unit:"s" group:"wave" help:"instead of length: period"`
	Crest     [2]float64  `key:"crest" unit:"m" need:"yes" help:"x and y of a point below a crest"`
	Direction *[2]float64 `key:"direction" help:"direction of travel along x and y; default [1, 0]"`
	Bed       *float64    `key:"bed" unit:"m" help:"z of the bed; default the lowest point of the fluid"`
}

// Wave is a solitary wave over a level bed. It runs in its direction from the first step on.
type Wave struct {
	Height    float64     `key:"height" above:"0" unit:"m" need:"yes" help:"height of the crest above the still water"`
	Depth     float64     `key:"depth" above:"0" unit:"m" need:"yes" help:"depth of the still water"`
	Crest     [2]float64  `key:"crest" unit:"m" need:"yes" help:"x and y of a point below it"`
	Direction *[2]float64 `key:"direction" help:"direction of travel along x and y; default [1, 0]"`
	Bed       *float64    `key:"bed" unit:"m" help:"z of the bed; default the lowest point of the fluid"`
}

// Fill is what is connected with a seed.
type Fill struct {
	Seed  [3]float64 `key:"seed" unit:"m" need:"yes" help:"a point in the fluid"`
	Level float64    `key:"level" unit:"m" need:"yes" help:"highest z of the fluid"`

	Within *Shape `key:"within" help:"shape that the fluid does not leave, as { box = … }; default the whole domain"`
}

// limited calls f for the shape that the fluid does not leave, if there is one.
func (l *Fill) limited(f func(s *Shape)) {
	if l.Within != nil {
		f(l.Within)
	}
}

// Cover is what lies on the ground of a height map.
type Cover struct {
	File  string  `key:"file" need:"yes" help:"ESRI ASCII grid"`
	Depth float64 `key:"depth" above:"0" unit:"m" need:"yes"`

	NoData *float64 `key:"nodata" unit:"m" help:"height of cells without one (NODATA); default no fluid there"`

	Offset [3]float64 // to be added to the coordinates of the grid [m]; Local sets it
}

// Wall is a solid.
type Wall struct {
	Name string `key:"name" need:"yes"`
	Shape
	Lattice  string      `key:"lattice" help:"own: particles of an upright box follow its faces; default the domain's, better under water"`
	Force    string      `key:"force" help:"name in forces.csv, which walls may share; default none"`
	Centre   *[3]float64 `key:"centre" unit:"m" help:"reference point of the moments; default the middle of the base of the first wall of the name"`
	Velocity *[3]float64 `key:"velocity" unit:"m/s" help:"velocity of the wall along itself"`
	Motion   *Motion     `key:"motion" help:"motion of the wall, and of all walls with the same force name"`
}

// Shape is one of the shapes or of the operations, and how it is moved: scaled first, then turned,
// then shifted.
type Shape struct {
	Box          *Box       `key:"box" group:"shape"`
	Sphere       *Sphere    `key:"sphere" group:"shape"`
	Cylinder     *Cylinder  `key:"cylinder" group:"shape"`
	Cone         *Cone      `key:"cone" group:"shape"`
	Plane        *Plane     `key:"plane" group:"shape"`
	Prism        *Prism     `key:"prism" group:"shape"`
	Revolved     *Revolved  `key:"revolved" group:"shape"`
	HeightMap    *HeightMap `key:"height-map" group:"shape"`
	STL          *STL       `key:"stl" group:"shape"`
	Union        []Shape    `key:"union" items:"2" group:"shape" help:"points in any of the shapes"`
	Difference   []Shape    `key:"difference" items:"2" group:"shape" help:"points in the first shape and in no other"`
	Intersection []Shape    `key:"intersection" items:"2" group:"shape" help:"points in all of the shapes"`

	Scale     []float64   `key:"scale" above:"0" items:"1" help:"one factor, or three for x, y, z"`
	Rotate    *Rotate     `key:"rotate"`
	Translate *[3]float64 `key:"translate" unit:"m"`
}

// Box is what lies between two corners.
type Box struct {
	Min [3]float64 `key:"min" unit:"m" need:"yes"`
	Max [3]float64 `key:"max" unit:"m" need:"yes"`
}

// Sphere is a ball.
type Sphere struct {
	Centre [3]float64 `key:"centre" unit:"m" need:"yes"`
	Radius float64    `key:"radius" above:"0" unit:"m" need:"yes"`
}

// Cylinder has its axis between two points.
type Cylinder struct {
	From   [3]float64 `key:"from" unit:"m" need:"yes"`
	To     [3]float64 `key:"to" unit:"m" need:"yes"`
	Radius float64    `key:"radius" above:"0" unit:"m" need:"yes"`
}

// Cone has its axis between two points, and a radius at each.
type Cone struct {
	From  [3]float64 `key:"from" unit:"m" need:"yes"`
	To    [3]float64 `key:"to" unit:"m" need:"yes"`
	Radii [2]float64 `key:"radii" least:"0" unit:"m" need:"yes"`
}

// Plane is all that is behind a plane.
type Plane struct {
	Point  [3]float64 `key:"point" unit:"m" need:"yes"`
	Normal [3]float64 `key:"normal" need:"yes" help:"normal out of the solid"`
}

// Prism is a polygon that is extruded along an axis.
type Prism struct {
	Outline [][2]float64 `key:"outline" items:"3" unit:"m" need:"yes" help:"coordinates along the other axes, in order: x and z for a prism along y"`
	Along   string       `key:"along" words:"x y z" need:"yes" plane:"y" help:"x, y or z; in two dimensions default y"`
	From    float64      `key:"from" unit:"m" need:"yes" plane:"-0.5" help:"not needed in two dimensions"`
	To      float64      `key:"to" unit:"m" need:"yes" plane:"0.5" help:"not needed in two dimensions"`
}

// Revolved is a profile that is turned about an axis.
type Revolved struct {
	From    [3]float64   `key:"from" unit:"m" need:"yes" help:"a point on the axis"`
	Axis    [3]float64   `key:"axis" need:"yes" help:"its direction"`
	Profile [][2]float64 `key:"profile" items:"3" unit:"m" need:"yes" help:"corners: distance from the axis, and position along it from the point"`
}

// HeightMap is the ground of a grid of heights, down to a level.
type HeightMap struct {
	File string   `key:"file" need:"yes" help:"ESRI ASCII grid"`
	Base *float64 `key:"base" unit:"m" help:"level down to which the ground is solid; default below the domain and all heights"`

	NoData *float64 `key:"nodata" unit:"m" help:"height of cells without one (NODATA); default walls up to the top of the domain"`

	Offset [3]float64 // to be added to the coordinates of the grid [m]; Local sets it
}

// STL is a mesh.
type STL struct {
	File string `key:"file" need:"yes" help:"binary or ASCII STL"`
	Unit string `key:"unit" words:"m cm mm in ft" help:"unit of its lengths: m, cm, mm, in or ft; default m"`

	Thickness float64 `key:"thickness" above:"0" unit:"m" help:"of the wall that an open sheet becomes"`
	Side      string  `key:"side" words:"back front both" help:"of its triangles, where that is; default back"`

	Offset [3]float64 // to be added to the coordinates of the mesh [m]; Local sets it

	// Corners of the box around the mesh before it is moved [m], for who makes a case and knows
	// them; files do not have it.
	Corners *[2][3]float64
}

// Rotate turns a shape about a line.
type Rotate struct {
	Axis  [3]float64  `key:"axis" need:"yes" plane:"0 -1 0" help:"direction of the line; in two dimensions default [0, -1, 0]"`
	Angle float64     `key:"angle" unit:"°" need:"yes" help:"counterclockwise, with the axis pointing to the viewer"`
	About *[3]float64 `key:"about" unit:"m" help:"point on the line; default the origin"`
}

// Probe is where the pressure of the fluid is measured: at a point, at a line or a plane of points,
// or as the mean over a patch. With a normal points are on a face, and it reads at a distance
// before that what is on the fluid's side.
type Probe struct {
	Name  string      `key:"name" need:"yes"`
	At    *[3]float64 `key:"at" unit:"m" group:"probe"`
	Line  *ProbeLine  `key:"line" group:"probe"`
	Plane *Raster     `key:"plane" group:"probe"`
	Patch *Patch      `key:"patch" group:"probe"`

	Normal   *[3]float64 `key:"normal" help:"of a wall into the fluid: the probe reads on this side only"`
	Distance *float64    `key:"distance" least:"0" unit:"m" help:"from the wall to where it reads; default half a spacing"`
	Velocity bool        `key:"velocity" help:"true: velocities.csv has the velocity there"`
	Body     string      `key:"body" help:"moving wall, or its force name, with which the probe moves"`
}

// ProbeLine is points at equal distances. They are called name1, name2 …
type ProbeLine struct {
	From  [3]float64 `key:"from" unit:"m" need:"yes"`
	To    [3]float64 `key:"to" unit:"m" need:"yes"`
	Count int        `key:"count" least:"2" need:"yes"`
}

// Raster is points in rows. They are called name1, name2 …, row by row.
type Raster struct {
	Origin [3]float64 `key:"origin" unit:"m" need:"yes" help:"first point"`
	First  [3]float64 `key:"first" unit:"m" need:"yes" help:"vector from there to the end of the first row"`
	Second [3]float64 `key:"second" unit:"m" need:"yes" help:"vector from there to the first point of the last row"`
	Counts [2]int     `key:"counts" least:"1" need:"yes" help:"points in a row, and number of rows"`
}

// Patch is a square of a sensor's size before a wall. What is told is the mean over it, of what is
// on the fluid's side.
type Patch struct {
	Centre   [3]float64 `key:"centre" unit:"m" need:"yes" help:"point on the wall"`
	Normal   [3]float64 `key:"normal" need:"yes" help:"normal into the fluid"`
	Size     float64    `key:"size" above:"0" unit:"m" need:"yes" help:"side of the square"`
	Distance *float64   `key:"distance" least:"0" unit:"m" help:"from the wall to where it reads; default half a spacing"`
}

// Gauge is a vertical line at which the height of the free surface is measured, from the ground up,
// or from a height.
type Gauge struct {
	Name string     `key:"name" need:"yes"`
	At   [2]float64 `key:"at" unit:"m" need:"yes" short:"yes" help:"x and y; in two dimensions x alone"`
	From *float64   `key:"from" unit:"m" help:"height, e.g. above a deck: the next wall below is the ground; default the lowest ground"`
	To   *float64   `key:"to" unit:"m" help:"highest z that the gauge gives; default the next wall above, or none"`
}

// Run is options of the command line, by their names: formats, output-interval, gpus …; the command
// line wins.
type Run struct {
	Options map[string]any `key:"*"`
}
