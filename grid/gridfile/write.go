// Package gridfile writes the flow on a grid as files that ParaView opens, and reads them back. A
// snapshot is data/grid_00000.vti and so on (VTK XML ImageData, values in cells); one in pieces is
// data/grid_00000.pvti, which lists data/grid_00000_0.vti and so on. grid.pvd lists all with their
// times. Snapshots of stretched grids are .vtr and .pvtr (RectilinearGrid).
//
// Arrays follow the XML as they are in memory, little endian and not compressed: a flow's last bits
// are noise, and a snapshot of 512³ cells is written as fast as the disk takes it. Each has a
// CRC-32C among the field data, so that a damaged file is not read.
package gridfile

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpusph/grid"
	"gpusph/internal/input"
	"gpusph/output"
)

// Names of field data.
const (
	fieldTime = "TimeValue" // VTK's own name
	fieldStep = "Step"
	fieldEnds = "Periodic" // 1 for the axes that are
	fieldSums = "CRC32C"   // of the arrays, in their order

	fieldStaggered = "Staggered" // 1 where velocities are the means of those on faces
	fieldShown     = "Shown"     // the number of the array that shows the flow best
	fieldWalls     = "Walls"     // values at walls: see writeWalls
	fieldFaces     = "Faces"     // and X, Y or Z: of a stretched axis, from Origin on
)

// dataDir is where snapshots are, in the run directory. SeriesFile lists them with their times.
const (
	dataDir    = "data"
	SeriesFile = "grid.pvd"
)

// mostSeries is how long a list of snapshots may be [bytes].
const mostSeries = 64 << 20

// castagnoli is the polynomial that processors have an instruction for.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// WriteSnapshot writes a snapshot of all planes as number n of a run. It returns the file, relative
// to the run directory. The file appears when it is complete.
func WriteSnapshot(dir string, n int, s *grid.Snapshot) (files []string, err error) {
	if s.First != 0 || s.Planes != s.Cells[2] {
		return nil, fmt.Errorf("the snapshot has planes %d to %d of %d, so it is a piece: it is "+
			"written with WritePiece", s.First, s.First+s.Planes-1, s.Cells[2])
	}
	name := SnapshotName(n, s)
	return []string{name}, writeFile(dir, name, s)
}

// SnapshotName is the file of snapshot n, relative to the run directory.
func SnapshotName(n int, s *grid.Snapshot) string {
	return fmt.Sprintf("%s/grid_%05d%s", dataDir, n, formOf(s).ending)
}

// WritePieces writes pieces of one snapshot, in the order of their planes, and their index, and
// returns their files, relative to the run directory, the index first.
func WritePieces(dir string, n int, pieces ...*grid.Snapshot) (files []string, err error) {
	var bounds []int
	for _, s := range pieces {
		bounds = append(bounds, s.First)
	}
	if len(pieces) == 0 {
		return nil, errors.New("a snapshot in pieces has at least one")
	}
	last := pieces[len(pieces)-1]
	bounds = append(bounds, last.First+last.Planes)
	for i, s := range pieces {
		name, err := WritePiece(dir, n, i, s)
		if err != nil {
			return nil, err
		}
		files = append(files, name)
	}
	index, err := WriteIndex(dir, n, pieces[0], bounds)
	return append([]string{index}, files...), err
}

// WritePiece writes what one process has of snapshot n. Process rank's planes follow those of the
// process before it.
func WritePiece(dir string, n, rank int, s *grid.Snapshot) (file string, err error) {
	name := pieceName(n, rank, s)
	return name, writeFile(dir, name, s)
}

// WriteIndex writes the index of snapshot n, of which s is any piece. Piece i has the planes from
// bounds[i] to before bounds[i+1].
func WriteIndex(dir string, n int, s *grid.Snapshot, bounds []int) (file string, err error) {
	if len(bounds) < 2 || bounds[0] != 0 || bounds[len(bounds)-1] != s.Cells[2] {
		return "", fmt.Errorf("the pieces begin at planes %v, which are not those of %d planes", bounds,
			s.Cells[2])
	}
	var x bytes.Buffer
	of := formOf(s)
	fmt.Fprintf(&x, "<?xml version=\"1.0\"?>\n<VTKFile type=%q version=\"1.0\" "+
		"byte_order=\"LittleEndian\" header_type=\"UInt64\">\n  <%s WholeExtent=%q "+
		"GhostLevel=\"0\" Origin=%q Spacing=%q>\n", of.index, of.index,
		extent(s.Cells, 0, s.Cells[2]), lengths(s.Origin), lengths(s.Spacing))
	if of == stretched {
		fmt.Fprint(&x, "    <PCoordinates>\n"+strings.Repeat("      <PDataArray type=\"Float64\"/>\n",
			3)+"    </PCoordinates>\n")
	}
	fmt.Fprintf(&x, "    <PCellData%s>\n", active(s))
	for i := range s.Fields {
		f := &s.Fields[i]
		fmt.Fprintf(&x, "      <PDataArray type=%q Name=%q NumberOfComponents=\"%d\"/>\n",
			vtkType(s), label(f), f.Components)
	}
	fmt.Fprint(&x, "    </PCellData>\n")
	for i := range len(bounds) - 1 {
		fmt.Fprintf(&x, "    <Piece Extent=%q Source=%q/>\n", extent(s.Cells, bounds[i], bounds[i+1]),
			filepath.Base(pieceName(n, i, s)))
	}
	fmt.Fprintf(&x, "  </%s>\n</VTKFile>\n", of.index)
	name := fmt.Sprintf("%s/grid_%05d%s", dataDir, n, of.indexEnding)
	return name, writeTo(dir, name, func(w io.Writer) error {
		_, err := w.Write(x.Bytes())
		return err
	})
}

// WriteSeries lists the snapshots of a run with their times, in grid.pvd, which ParaView opens.
func WriteSeries(dir string, all []output.Instant) error {
	return output.WriteFile(filepath.Join(dir, SeriesFile),
		func(w io.Writer) error { return output.WriteSeries(w, all) })
}

// Choose is the snapshots that grid.pvd lists and that are meant: one at least.
func Choose(dir string, when output.When) ([]output.Instant, error) {
	path := filepath.Join(dir, SeriesFile)
	data, err := input.Read(path, mostSeries)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s has no %s, which lists the snapshots of a run", dir, SeriesFile)
	}
	if err != nil {
		return nil, err
	}
	var list struct {
		All []struct {
			Time float64 `xml:"timestep,attr"`
			File string  `xml:"file,attr"`
		} `xml:"Collection>DataSet"`
	}
	if err := xml.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("the list of snapshots %s cannot be read: %w", path, err)
	}
	var all []output.Instant
	for _, s := range list.All {
		if !filepath.IsLocal(s.File) {
			return nil, fmt.Errorf("the list of snapshots %s has %q, which is not in its directory", path,
				s.File)
		}
		all = append(all, output.Instant{Time: s.Time, File: s.File})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the list of snapshots %s has none", path)
	}
	return when.Of(dir, all)
}

func pieceName(n, rank int, s *grid.Snapshot) string {
	return fmt.Sprintf("%s/grid_%05d_%d%s", dataDir, n, rank, formOf(s).ending)
}

func writeFile(dir, name string, s *grid.Snapshot) error {
	if err := check(s); err != nil {
		return fmt.Errorf("%s cannot be written: %w", filepath.Join(dir, name), err)
	}
	return writeTo(dir, name, func(w io.Writer) error { return Write(w, s) })
}

func writeTo(dir, name string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Join(dir, dataDir), 0o777); err != nil {
		return fmt.Errorf("the directory for snapshots cannot be made: %w", err)
	}
	return output.WriteFile(filepath.Join(dir, name), write)
}

// check refuses snapshots whose parts do not fit together.
func check(s *grid.Snapshot) error {
	cells := s.Cells[0] * s.Cells[1] * s.Planes
	if cells <= 0 || s.First < 0 || s.First+s.Planes > s.Cells[2] {
		return fmt.Errorf("a snapshot of %v cells has no planes %d to %d", s.Cells, s.First,
			s.First+s.Planes-1)
	}
	for i := range s.Fields {
		if f := &s.Fields[i]; len(f.Values) != f.Components*cells {
			return fmt.Errorf("%s has %d values, but %d cells with %d components each", f.Name,
				len(f.Values), cells, f.Components)
		}
	}
	return nil
}

// Write writes a snapshot, or a piece, as VTK XML ImageData or RectilinearGrid. The format is that
// of the VTK File Formats document, "XML File Formats".
func Write(w io.Writer, s *grid.Snapshot) error {
	var x bytes.Buffer
	own, of := extent(s.Cells, s.First, s.First+s.Planes), formOf(s)
	fmt.Fprintf(&x, "<?xml version=\"1.0\"?>\n<VTKFile type=%q version=\"1.0\" "+
		"byte_order=\"LittleEndian\" header_type=\"UInt64\">\n  <%s WholeExtent=%q "+
		"Origin=%q Spacing=%q>\n    <FieldData>\n", of.kind, of.kind, extent(s.Cells, 0, s.Cells[2]),
		lengths(s.Origin), lengths(s.Spacing))
	writeFieldData(&x, s)
	fmt.Fprintf(&x, "    </FieldData>\n    <Piece Extent=%q>\n", own)
	if of == stretched {
		writeCoordinates(&x, s)
	}
	fmt.Fprintf(&x, "      <CellData%s>\n", active(s))
	offset := 0
	for i := range s.Fields {
		f := &s.Fields[i]
		fmt.Fprintf(&x, "        <DataArray type=%q Name=%q NumberOfComponents=\"%d\" "+
			"format=\"appended\" offset=\"%d\"/>\n", vtkType(s), label(f), f.Components, offset)
		offset += 8 + len(f.Values)*s.Precision.Bytes()
	}
	fmt.Fprintf(&x, "      </CellData>\n    </Piece>\n  </%s>\n", of.kind)
	output.BeginAppended(&x)
	if _, err := w.Write(x.Bytes()); err != nil {
		return err
	}
	for i := range s.Fields {
		values := s.Fields[i].Values
		size := uint64(len(values) * s.Precision.Bytes())
		if err := binary.Write(w, binary.LittleEndian, size); err != nil {
			return err
		}
		if err := writeValues(w, values, s.Precision); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n  </AppendedData>\n</VTKFile>\n")
	return err
}

// writeFieldData writes what is not of cells.
func writeFieldData(x *bytes.Buffer, s *grid.Snapshot) {
	number := func(name, kind string, values ...string) {
		fmt.Fprintf(x, "      <DataArray type=%q Name=%q NumberOfTuples=\"%d\" "+
			"format=\"ascii\">%s</DataArray>\n", kind, name, len(values), strings.Join(values, " "))
	}
	number(fieldTime, "Float64", strconv.FormatFloat(s.Time, 'g', -1, 64))
	number(fieldStep, "Int64", strconv.Itoa(s.Step))
	bit := map[bool]string{true: "1", false: "0"}
	number(fieldEnds, "Int64", bit[s.Periodic[0]], bit[s.Periodic[1]], bit[s.Periodic[2]])
	number(fieldStaggered, "Int64", bit[s.Staggered])
	if n := slices.IndexFunc(s.Fields,
		func(f grid.Field) bool { return f.Name == s.Shown }); n >= 0 {
		number(fieldShown, "Int64", strconv.Itoa(n))
	}
	for d, faces := range s.Faces {
		if faces != nil {
			number(fieldFaces+"XYZ"[d:d+1], "Float64", words(faces)...)
		}
	}
	if walls := wallWords(s); len(walls) > 0 {
		number(fieldWalls, "Float64", walls...)
	}
	var sums []string
	for i := range s.Fields {
		sum := crc32.New(castagnoli)
		writeValues(sum, s.Fields[i].Values, s.Precision) // a sum takes everything
		sums = append(sums, strconv.FormatUint(uint64(sum.Sum32()), 10))
	}
	number(fieldSums, "UInt32", sums...)
}

// wordsOfEnd is how many numbers a value at a wall has in a file.
const wordsOfEnd = 5

// wallWords are the values at walls: of each the number of the array, the component, the axis, 0
// for its lower end or 1 for the upper, and the value.
func wallWords(s *grid.Snapshot) (words []string) {
	for i := range s.Fields {
		for _, e := range s.Fields[i].Ends {
			end := "0"
			if e.Upper {
				end = "1"
			}
			words = append(words, strconv.Itoa(i), strconv.Itoa(e.Component), strconv.Itoa(e.Axis), end,
				strconv.FormatFloat(e.Value, 'g', -1, 64))
		}
	}
	return words
}

// writeValues writes numbers, little endian, some at a time.
func writeValues(w io.Writer, values []float64, p grid.Precision) error {
	const most = 1 << 13
	buffer := make([]byte, 0, most*8)
	for len(values) > 0 {
		n := min(most, len(values))
		buffer = buffer[:0]
		for _, v := range values[:n] {
			if p == grid.Single {
				buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(float32(v)))
			} else {
				buffer = binary.LittleEndian.AppendUint64(buffer, math.Float64bits(v))
			}
		}
		if _, err := w.Write(buffer); err != nil {
			return err
		}
		values = values[n:]
	}
	return nil
}

// extent is planes of a grid as VTK writes them: the first and the last point along each axis.
func extent(cells [3]int, first, end int) string {
	return fmt.Sprintf("0 %d 0 %d %d %d", cells[0], cells[1], first, end)
}

func lengths(of [3]float64) string { return strings.Join(words(of[:]), " ") }

func words(of []float64) (all []string) {
	for _, x := range of {
		all = append(all, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return all
}

// label is the name of an array, as in files of particles.
func label(f *grid.Field) string {
	if f.Unit == "" {
		return f.Name
	}
	return fmt.Sprintf("%s [%s]", f.Name, f.Unit)
}

func vtkType(s *grid.Snapshot) string {
	return map[grid.Precision]string{grid.Double: "Float64", grid.Single: "Float32"}[s.Precision]
}

// active is which arrays ParaView shows first.
func active(s *grid.Snapshot) (attributes string) {
	scalars := s.Field(s.Shown)
	if scalars == nil || scalars.Components > 1 {
		scalars = s.Field("Pressure")
	}
	if scalars != nil {
		attributes += fmt.Sprintf(" Scalars=%q", label(scalars))
	}
	if f := s.Field("Velocity"); f != nil {
		attributes += fmt.Sprintf(" Vectors=%q", label(f))
	}
	return attributes
}
