// Package casefile reads and writes case files: a user's flow as TOML. It knows what a file may say
// and where it says it; package problems makes a flow of it.
//
// The types here are the format. A key's name, unit and help are tags, from which the reader's
// sentences, the writer's comments, the JSON schema and the tables of docs/reference/cases.md
// follow.
package casefile

// Case is a case file.
type Case struct {
	Name      string  `key:"name" help:"of the flow, in files and titles"`
	About     string  `key:"about" help:"one line"`
	Dimension int     `key:"dimension" words:"2 3" help:"3, or 2 for the plane of x and z, where points are [x, z]; without it 3"`
	Spacing   float64 `key:"spacing" above:"0" unit:"m" help:"distance of the particles at first; --deltap takes another"`
	End       float64 `key:"end" above:"0" unit:"s" help:"simulated time; --tend takes another"`
	SplitAxis string  `key:"split-axis" words:"x y z" help:"slices, which devices share, are perpendicular to it; without it the longest of the domain"`
	Front     string  `key:"front" help:"name of the column that tells where the front of the fluid is, the greatest x; without it there is none"`

	Domain  *Domain   `key:"domain"`
	Physics *Physics  `key:"physics"`
	Turning *Turning  `key:"turning"`
	Fluids  []Fluid   `key:"fluid"`
	Walls   []Wall    `key:"wall"`
	Probes  []Probe   `key:"probe"`
	Gauges  []Gauge   `key:"gauge"`
	Damping []Damping `key:"damping"`
	Run     *Run      `key:"run"`

	where map[string]Position // by path
	text  []byte
	file  string
}

// Domain is the box that has all of the flow. Its sides are walls, unless they are open or
// periodic.
type Domain struct {
	Min      [3]float64            `key:"min" unit:"m" need:"yes" help:"least corner"`
	Max      [3]float64            `key:"max" unit:"m" need:"yes" help:"greatest corner"`
	Open     []string              `key:"open" words:"xmin xmax ymin ymax zmin zmax" help:"sides without a wall: xmin, xmax, ymin, ymax, zmin, zmax"`
	Room     float64               `key:"room" least:"0" unit:"m" help:"beyond open sides, before particles are removed; without it, the reach of the kernel"`
	Periodic []string              `key:"periodic" words:"x y z" help:"axes along which what leaves at one end comes in at the other: x, y, z"`
	Force    string                `key:"force" help:"name of the group of walls whose force and moment are measured together, for the walls of the sides; without it, they are not"`
	Slide    map[string][3]float64 `key:"slide" words:"xmin xmax ymin ymax zmin zmax" unit:"m/s" help:"velocity with which walls of sides slide along themselves, by side"`
}

// Physics is what moves the fluid, and the options of the physics.
type Physics struct {
	Rho0         float64        `key:"rho0" above:"0" unit:"kg/m³" help:"density of the fluid; without it 1000"`
	Gravity      *[3]float64    `key:"gravity" unit:"m/s²" help:"without it 9.81 downwards"`
	GravityTable *GravityTable  `key:"gravity-table" help:"gravity that changes, in place of the constant one"`
	Depth        float64        `key:"depth" above:"0" unit:"m" help:"of the fluid, from which the speed of sound follows; without it, from the lowest to the highest of the fluid at first"`
	Speed        float64        `key:"speed" above:"0" unit:"m/s" help:"greatest of the flow, from which the speed of sound follows in place of the depth"`
	Options      map[string]any `key:"*" help:"options of the physics, as on the command line: kernel, alpha, nu, boundary …"`
}

// GravityTable is gravity at equal intervals from time 0 on, linear between.
type GravityTable struct {
	Interval float64      `key:"interval" above:"0" unit:"s" need:"yes"`
	Values   [][3]float64 `key:"values" items:"1" unit:"m/s²" need:"yes"`
}

// Turning is a frame that turns about an axis, as that of a tank that rolls.
type Turning struct {
	Point    [3]float64 `key:"point" unit:"m" need:"yes" help:"on the axis"`
	Axis     [3]float64 `key:"axis" need:"yes" help:"its direction"`
	Interval float64    `key:"interval" above:"0" unit:"s" need:"yes" help:"between the angles, or those that follow from keyframes"`
	Angles   []float64  `key:"angles" items:"3" unit:"°" group:"turning" help:"from time 0 on; they must be smooth"`

	Keyframes [][4]float64 `key:"keyframes" items:"2" group:"turning" help:"in place of angles: [time, angle, angular velocity, angular acceleration] in s, °, °/s, °/s², from time 0 on; between two of them the angle is the polynomial of fifth order that meets both"`
}

// Fluid is fluid at first: a shape, what a seed comes to, or what covers a height map. Walls take
// what they share with it.
type Fluid struct {
	Name string `key:"name" need:"yes"`
	Shape
	Fill     *Fill       `key:"fill" group:"shape" help:"in place of a shape: what is connected with a seed, up to a level"`
	Cover    *Cover      `key:"cover" group:"shape" help:"in place of a shape: up to a depth above the ground of a height map"`
	Surface  *float64    `key:"surface" unit:"m" help:"level of the free surface, from which its pressure follows; without it, its top"`
	Velocity *[3]float64 `key:"velocity" unit:"m/s" help:"at first; without it at rest"`
	Wave     *Wave       `key:"solitary-wave" help:"with which the fluid begins: its surface, velocities and pressure, within the shape"`
	Train    *WaveTrain  `key:"wave" help:"periodic wave with which the fluid begins: its surface, velocities and pressure, within the shape"`
}

// WaveTrain is a periodic wave over a level bed. It runs in its direction from the first step on.
type WaveTrain struct {
	Theory    string      `key:"theory" words:"airy stokes2 stokes3" need:"yes" help:"airy, stokes2 or stokes3: of the first, second or third order in the height"`
	Height    float64     `key:"height" above:"0" unit:"m" need:"yes" help:"of the crest above the trough"`
	Depth     float64     `key:"depth" above:"0" unit:"m" need:"yes" help:"of the mean level"`
	Length    float64     `key:"length" above:"0" unit:"m" group:"wave" help:"from crest to crest"`
	Period    float64     `key:"period" above:"0" unit:"s" group:"wave" help:"in place of length, which follows from it"`
	Crest     [2]float64  `key:"crest" unit:"m" need:"yes" help:"x and y of a point below a crest"`
	Direction *[2]float64 `key:"direction" help:"in which it runs, along x and y; without it [1, 0]"`
	Bed       *float64    `key:"bed" unit:"m" help:"z of the bed; without it the lowest of the fluid's shape"`
}

// Wave is a solitary wave over a level bed. It runs in its direction from the first step on.
type Wave struct {
	Height    float64     `key:"height" above:"0" unit:"m" need:"yes" help:"of the crest above the still water"`
	Depth     float64     `key:"depth" above:"0" unit:"m" need:"yes" help:"of the still water"`
	Crest     [2]float64  `key:"crest" unit:"m" need:"yes" help:"x and y of a point below it"`
	Direction *[2]float64 `key:"direction" help:"in which it runs, along x and y; without it [1, 0]"`
	Bed       *float64    `key:"bed" unit:"m" help:"z of the bed; without it the lowest of the fluid's shape"`
}

// Fill is what is connected with a seed.
type Fill struct {
	Seed  [3]float64 `key:"seed" unit:"m" need:"yes" help:"a point in the fluid"`
	Level float64    `key:"level" unit:"m" need:"yes" help:"highest z of the fluid"`
}

// Cover is what lies on the ground of a height map.
type Cover struct {
	File  string  `key:"file" need:"yes" help:"ESRI ASCII grid, relative to the case file"`
	Depth float64 `key:"depth" above:"0" unit:"m" need:"yes"`

	NoData *float64 `key:"nodata" unit:"m" help:"height of cells that have none (NODATA); without it no fluid begins there"`

	Offset [3]float64 // to be added to the coordinates of the grid [m]; Local sets it
}

// Wall is a solid.
type Wall struct {
	Name string `key:"name" need:"yes"`
	Shape
	Lattice  string      `key:"lattice" help:"own: the particles of a box that stands upright follow its faces; without it they lie on the lattice of the domain, which is better under water"`
	Force    string      `key:"force" help:"name of the group of walls whose force and moment are measured together; without it, they are not"`
	Centre   *[3]float64 `key:"centre" unit:"m" help:"point that moments of the group are about; without it, the middle of the base of the first wall"`
	Velocity *[3]float64 `key:"velocity" unit:"m/s" help:"with which the wall slides along itself"`
	Motion   *Motion     `key:"motion" help:"how the wall moves; all walls of its group move with it"`
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
	Union        []Shape    `key:"union" items:"2" group:"shape" help:"what is in any of them"`
	Difference   []Shape    `key:"difference" items:"2" group:"shape" help:"what is in the first and in none of the others"`
	Intersection []Shape    `key:"intersection" items:"2" group:"shape" help:"what is in all of them"`

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
	Normal [3]float64 `key:"normal" need:"yes" help:"out of the solid"`
}

// Prism is a polygon that is extruded along an axis.
type Prism struct {
	Outline [][2]float64 `key:"outline" items:"3" unit:"m" need:"yes" help:"coordinates along the other two axes, the first one first: x and z for a prism along y"`
	Along   string       `key:"along" words:"x y z" need:"yes" plane:"y" help:"x, y or z; in two dimensions, without it y"`
	From    float64      `key:"from" unit:"m" need:"yes" plane:"-0.5" help:"in two dimensions it may be left out"`
	To      float64      `key:"to" unit:"m" need:"yes" plane:"0.5" help:"in two dimensions it may be left out"`
}

// Revolved is a profile that is turned about an axis.
type Revolved struct {
	From    [3]float64   `key:"from" unit:"m" need:"yes" help:"a point on the axis"`
	Axis    [3]float64   `key:"axis" need:"yes" help:"its direction"`
	Profile [][2]float64 `key:"profile" items:"3" unit:"m" need:"yes" help:"corners: distance from the axis, and place along it from the point on"`
}

// HeightMap is the ground of a grid of heights, down to a level.
type HeightMap struct {
	File string   `key:"file" need:"yes" help:"ESRI ASCII grid, relative to the case file"`
	Base *float64 `key:"base" unit:"m" help:"level down to which it is solid; without it, below the domain and all heights"`

	NoData *float64 `key:"nodata" unit:"m" help:"height of cells that have none (NODATA); without it they are walls, up to the top of the domain"`

	Offset [3]float64 // to be added to the coordinates of the grid [m]; Local sets it
}

// STL is a mesh.
type STL struct {
	File string `key:"file" need:"yes" help:"binary or ASCII STL, relative to the case file"`
	Unit string `key:"unit" words:"m cm mm in ft" help:"of its lengths: m, cm, mm, in or ft; without it m"`

	Offset [3]float64 // to be added to the coordinates of the mesh [m]; Local sets it
}

// Rotate turns a shape about a line.
type Rotate struct {
	Axis  [3]float64  `key:"axis" need:"yes" plane:"0 -1 0" help:"direction of the line; in two dimensions, without it that which makes angles counterclockwise with x to the right and z upwards"`
	Angle float64     `key:"angle" unit:"°" need:"yes" help:"counterclockwise for who looks against the axis"`
	About *[3]float64 `key:"about" unit:"m" help:"point on the line; without it the origin"`
}

// Probe is where the pressure of the fluid is measured: at a point, at a line or a plane of points,
// or as the mean over a patch. With a normal points are on a face, and it reads at a distance
// before that what is on the fluid's side.
type Probe struct {
	Name  string      `key:"name" need:"yes"`
	At    *[3]float64 `key:"at" unit:"m" group:"probe"`
	Line  *Line       `key:"line" group:"probe"`
	Plane *Raster     `key:"plane" group:"probe"`
	Patch *Patch      `key:"patch" group:"probe"`

	Normal   *[3]float64 `key:"normal" help:"into the fluid, of a point, line or plane on a wall: it reads as a sensor there would, on this side only"`
	Distance *float64    `key:"distance" least:"0" unit:"m" help:"along the normal, from the wall to where it reads; without it half a spacing"`
	Velocity bool        `key:"velocity" help:"true: the velocity there is measured, too, in velocities.csv"`
	Body     string      `key:"body" help:"name of the wall that moves, or of its group, with which the probe moves"`
}

// Line is points at equal distances. They are called name1, name2 …
type Line struct {
	From  [3]float64 `key:"from" unit:"m" need:"yes"`
	To    [3]float64 `key:"to" unit:"m" need:"yes"`
	Count int        `key:"count" least:"2" need:"yes"`
}

// Raster is points in rows. They are called name1, name2 …, row by row.
type Raster struct {
	Origin [3]float64 `key:"origin" unit:"m" need:"yes" help:"first point"`
	First  [3]float64 `key:"first" unit:"m" need:"yes" help:"from it to the end of its row"`
	Second [3]float64 `key:"second" unit:"m" need:"yes" help:"from it to the first point of the last row"`
	Counts [2]int     `key:"counts" least:"1" need:"yes" help:"points in a row, and rows"`
}

// Patch is a square of a sensor's size before a wall. What is told is the mean over it, of what is
// on the fluid's side.
type Patch struct {
	Centre   [3]float64 `key:"centre" unit:"m" need:"yes" help:"on the wall"`
	Normal   [3]float64 `key:"normal" need:"yes" help:"into the fluid"`
	Size     float64    `key:"size" above:"0" unit:"m" need:"yes" help:"side"`
	Distance *float64   `key:"distance" least:"0" unit:"m" help:"along the normal, from the wall to where it reads; without it half a spacing"`
}

// Gauge is a vertical line at which the height of the free surface is measured, from the ground up,
// or from a height.
type Gauge struct {
	Name string     `key:"name" need:"yes"`
	At   [2]float64 `key:"at" unit:"m" need:"yes" short:"yes" help:"x and y; in two dimensions x alone"`
	From *float64   `key:"from" unit:"m" help:"z in the fluid's room, as above a deck: the ground is the wall next below; without it the lowest"`
	To   *float64   `key:"to" unit:"m" help:"highest z that it tells; without it the wall next above, or none"`
}

// Run is options of the command line, by their names: formats, output-interval, gpus …; the command
// line wins.
type Run struct {
	Options map[string]any `key:"*"`
}
