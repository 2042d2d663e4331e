package output

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gpusph/internal/input"
	"gpusph/sph"
)

// Pieces is how a run writes snapshots in pieces, each of what one process has: part_00000.pvtp
// lists part_00000_0.vtp and so on.
type Pieces struct {
	Firsts []int // number of the first device of each process, and the end

	// Others lets the other processes write their pieces of a snapshot that is a Part, with
	// WritePiece, and returns when all are there.
	Others func(s *sph.Snapshot, base string) error

	// OthersSums are those of a table that the others have told of the last snapshot which was a Part,
	// added up.
	OthersSums func(t *sph.SnapshotTable) []float64
}

const (
	indexSuffix = "pvtp"
	inPieces    = dataDir + "/part_#." + indexSuffix
	inOne       = dataDir + "/part_#.vtp"
)

// pieceName is that of a process's piece; base is the path of the index without its suffix.
func pieceName(base string, rank int) string { return fmt.Sprintf("%s_%d.vtp", base, rank) }

// fluidOf is what snapshots of the format vtk have: the fluid, and walls that move.
func (k *Selection) fluidOf(s *sph.Snapshot) (*sph.Snapshot, []column) {
	own := moving(k.of(s))
	return own, k.columns(own, hasMoving(s))
}

// WritePiece writes what a process has of a snapshot; base is the path of the index without its
// suffix.
func WritePiece(base string, rank int, keep *Selection, s *sph.Snapshot) error {
	if err := checkSnapshot(s); err != nil {
		return err
	}
	own, values := keep.fluidOf(s)
	return WriteFile(pieceName(base, rank),
		func(w io.Writer) error { return writeVTP(w, own, withoutSurfaces(s, values)) })
}

// addPieces writes the next snapshot of the series in pieces, and its index when all are there.
// Where the particles are all here, this process writes the pieces of all.
func (v *vtkSeries) addPieces(s *sph.Snapshot) error {
	name := v.next(len(v.all))
	base := strings.TrimSuffix(v.path(name), "."+indexSuffix)
	processes := len(v.pieces.Firsts) - 1
	if s.Part {
		if err := errors.Join(WritePiece(base, 0, &v.keep, s), v.pieces.Others(s, base)); err != nil {
			return err
		}
	} else {
		for rank := range processes {
			its := some(s, func(i int) bool {
				return int(s.Device[i]) >= v.pieces.Firsts[rank] && int(s.Device[i]) < v.pieces.Firsts[rank+1]
			})
			if err := WritePiece(base, rank, &v.keep, its); err != nil {
				return err
			}
		}
	}
	_, values := v.keep.fluidOf(s)
	return v.add(s, func(w io.Writer) error {
		return writeIndex(w, filepath.Base(base), processes, withoutSurfaces(s, values))
	})
}

// writeIndex writes VTK XML PPolyData: the arrays that all pieces have, and the pieces.
func writeIndex(w io.Writer, base string, pieces int, values []column) error {
	var x bytes.Buffer
	element := func(c column) {
		fmt.Fprintf(&x, "      <PDataArray type=%q Name=%q NumberOfComponents=\"%d\"/>\n", c.kind.vtk,
			c.label(), len(c.components))
	}
	fmt.Fprint(&x, `<?xml version="1.0"?>
<VTKFile type="PPolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64" compressor="vtkZLibDataCompressor">
  <PPolyData GhostLevel="0">
    <PPoints>
`)
	element(values[0])
	fmt.Fprintf(&x, "    </PPoints>\n    <PPointData%s>\n", active(values))
	for _, c := range values[1:] {
		element(c)
	}
	fmt.Fprint(&x, "    </PPointData>\n")
	for rank := range pieces {
		fmt.Fprintf(&x, "    <Piece Source=%q/>\n", pieceName(base, rank))
	}
	fmt.Fprint(&x, "  </PPolyData>\n</VTKFile>\n")
	_, err := w.Write(x.Bytes())
	return err
}

// readPieces reads the pieces that an index lists, one behind the other.
func readPieces(path string, needs []string) (*sph.Snapshot, error) {
	data, err := input.Read(path, mostList)
	var index struct {
		Pieces []struct {
			Source string `xml:",attr"`
		} `xml:"PPolyData>Piece"`
	}
	if err == nil {
		err = xml.Unmarshal(data, &index)
	}
	if err == nil && len(index.Pieces) == 0 {
		err = errors.New("it lists no pieces")
	}
	var whole *sph.Snapshot
	for _, piece := range index.Pieces {
		if err != nil {
			break
		}
		if filepath.Base(piece.Source) != piece.Source || !strings.HasSuffix(piece.Source, ".vtp") {
			err = fmt.Errorf("it lists %q, which is not a .vtp file in its directory", piece.Source)
			break
		}
		s, e := readVTPWith(filepath.Join(filepath.Dir(path), piece.Source), needs)
		if e != nil {
			return nil, e
		}
		if whole == nil {
			whole = s
		} else {
			join(whole, s)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the snapshot %s cannot be read: %w", path, err)
	}
	return whole, nil
}
