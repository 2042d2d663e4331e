package gridfile

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpusph/grid"
)

// form is the kind of a VTK file.
type form struct {
	kind, index         string // of a file, and of an index of pieces
	ending, indexEnding string
}

var (
	uniform   = form{"ImageData", "PImageData", ".vti", ".pvti"}
	stretched = form{"RectilinearGrid", "PRectilinearGrid", ".vtr", ".pvtr"}
)

func formOf(s *grid.Snapshot) form {
	if isStretched(s) {
		return stretched
	}
	return uniform
}

func isStretched(s *grid.Snapshot) bool {
	return slices.ContainsFunc(s.Faces[:], func(f []float64) bool { return f != nil })
}

// writeCoordinates writes the faces of the cells of a piece along each axis.
func writeCoordinates(x *bytes.Buffer, s *grid.Snapshot) {
	fmt.Fprint(x, "      <Coordinates>\n")
	for d := range 3 {
		first, end := 0, s.Cells[d]
		if d == 2 {
			first, end = s.First, s.First+s.Planes
		}
		var places []float64
		for i := first; i <= end; i++ {
			places = append(places, s.Face(d, i))
		}
		fmt.Fprintf(x, "        <DataArray type=\"Float64\" Name=%q format=\"ascii\">%s</DataArray>\n",
			"xyz"[d:d+1], strings.Join(words(places), " "))
	}
	fmt.Fprint(x, "      </Coordinates>\n")
}

// readFaces reads the faces along stretched axes.
func (m *image) readFaces(s *grid.Snapshot) error {
	for d := range s.Faces {
		name := fieldFaces + "XYZ"[d:d+1]
		var faces []float64
		for _, word := range strings.Fields(m.text(name)) {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return fmt.Errorf("its %s has %q", name, word)
			}
			faces = append(faces, x)
		}
		if faces == nil {
			continue
		}
		if err := grid.CheckFaces(faces); err != nil || len(faces) != s.Cells[d]+1 {
			return fmt.Errorf("its %s has %d numbers, which are no faces of %d cells", name, len(faces),
				s.Cells[d])
		}
		s.Faces[d] = faces
	}
	return nil
}
