package geometry

// Meshes of several parts.

// United is the mesh as a combination of its parts, those that hang together by edges. Where parts go through each other, a mesh's nearest point
// may be on the surface of one inside of another; that of the combination is on what can be seen. Parts that face inwards are hollows.
func (m *Mesh) United() (Shape, error) {
	bodies, _ := m.orientation(m.edges())
	var solid, hollow []Shape
	for _, b := range bodies {
		points, corners, box := []Vec(nil), [][3]int32(nil), nowhere
		number := map[int32]int32{}
		for _, t := range b.triangles {
			var c [3]int32
			for k, p := range m.corners[t] {
				n, ok := number[p]
				if !ok {
					n = int32(len(points))
					number[p] = n
					points = append(points, m.points[p])
					box = box.with(Box{m.points[p], m.points[p]})
				}
				c[k] = n
			}
			corners = append(corners, c)
		}
		part, err := newMesh(points, corners, box.size())
		if err != nil {
			return nil, err
		}
		if part.Flipped {
			hollow = append(hollow, part)
		} else {
			solid = append(solid, part)
		}
	}
	if len(bodies) == 1 || len(solid) == 0 {
		return m, nil
	}
	return Difference(Union(solid[0], solid[1:]...), hollow...), nil
}
