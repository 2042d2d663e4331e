package surface

// Mesh is triangles in space, or lines in a plane.
type Mesh struct {
	Points    [][3]float32 // [m]
	Normals   [][3]float32 // out of the fluid
	Values    []float32    // of a field, if one is asked for
	Triangles [][3]int32   // of points, counterclockwise as seen from outside
	Lines     [][2]int32   // in two dimensions
}
