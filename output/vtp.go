package output

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"gpusph/sph"
)

// polyData is what a .vtp file has: points with values, and cells of them.
type polyData struct {
	field  func(x *bytes.Buffer) // writes the field data
	values []column              // of the points, of which the first is Position
	cells  string                // what these are: Verts, Lines or Polys
	count  int                   // of them
	of     [2]column             // their points, one cell after the other, and where each ends in that
}

// writeVTP writes particles as VTK XML PolyData: they are points, each with a vertex
// (ParaView shows nothing without). values are columns of s, of which the first is Position.
func writeVTP(w io.Writer, s *sph.Snapshot, values []column) error {
	n := s.Len()
	p := polyData{func(x *bytes.Buffer) { writeFieldData(x, s); writeNames(x, s) }, values, "Verts", n,
		[2]column{counting("connectivity", 0, n), counting("offsets", 1, n)}}
	return p.write(w)
}

// write writes the file; the arrays follow the XML as zlib blocks. The format is that of the
// VTK File Formats document, "XML File Formats"; the layout of compressed arrays that
// of vtkXMLDataParser.
func (p *polyData) write(w io.Writer) error {
	arrays := append(slices.Clone(p.values), p.of[:]...)
	data, err := compress(arrays)
	if err != nil {
		return err
	}

	var x bytes.Buffer
	offset := 0
	element := func(i int) {
		c := arrays[i]
		fmt.Fprintf(&x, "        <DataArray type=%q Name=%q NumberOfComponents=\"%d\" "+
			"format=\"appended\" offset=\"%d\"/>\n",
			c.kind.vtk, c.label(), len(c.components), offset)
		offset += data[i].size()
	}
	fmt.Fprint(&x, `<?xml version="1.0"?>
<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64" compressor="vtkZLibDataCompressor">
  <PolyData>
    <FieldData>
`)
	p.field(&x)
	fmt.Fprintf(&x, "    </FieldData>\n    <Piece NumberOfPoints=\"%d\"", p.values[0].count)
	for _, cells := range []string{"Verts", "Lines", "Strips", "Polys"} {
		n := 0
		if cells == p.cells {
			n = p.count
		}
		fmt.Fprintf(&x, " NumberOf%s=\"%d\"", cells, n)
	}
	fmt.Fprint(&x, ">\n      <Points>\n")
	element(0)
	fmt.Fprintf(&x, "      </Points>\n      <PointData%s>\n", active(p.values))
	for i := 1; i < len(p.values); i++ {
		element(i)
	}
	fmt.Fprintf(&x, "      </PointData>\n      <%s>\n", p.cells)
	for i := len(p.values); i < len(arrays); i++ {
		element(i)
	}
	fmt.Fprintf(&x, "      </%s>\n    </Piece>\n  </PolyData>\n", p.cells)
	BeginAppended(&x)
	if _, err := w.Write(x.Bytes()); err != nil {
		return err
	}
	for i := range data {
		if err := data[i].write(w); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, "\n  </AppendedData>\n</VTKFile>\n")
	return err
}

// BeginAppended writes the tag that the arrays of a file of VTK follow; x has all that stands
// before. ParaView 5.11 gives it to its XML parser in pieces. An expat that postpones tags in
// pieces, as that of Debian 12 does, then takes the arrays for XML, unless the tag's name ends a
// block of what is read and the tag is about so long.
func BeginAppended(x *bytes.Buffer) {
	const block, name, encoding = 4096, "<AppendedData ", `encoding="raw"`
	over := (x.Len() + len(name)) % block
	fmt.Fprintf(x, "%*s%-32s>\n_", (block-over)%block+len(name), name, encoding)
}

// active says which arrays are shown first.
func active(values []column) (attributes string) {
	for _, c := range values {
		switch c.name {
		case "Pressure":
			attributes += fmt.Sprintf(" Scalars=%q", c.label())
		case "Velocity":
			attributes += fmt.Sprintf(" Vectors=%q", c.label())
		case "Normal":
			attributes += fmt.Sprintf(" Normals=%q", c.label())
		}
	}
	return attributes
}

// compressed is an array as VTK reads it: UInt64 numbers that say how many blocks
// there are, how long each was, how long the last was if it was shorter (else 0),
// and how long each is now; then the blocks.
type compressed struct {
	header []uint64
	blocks [][]byte
}

func (c *compressed) size() int {
	n := 8 * len(c.header)
	for _, b := range c.blocks {
		n += len(b)
	}
	return n
}

func (c *compressed) write(w io.Writer) error {
	if err := binary.Write(w, binary.LittleEndian, c.header); err != nil {
		return err
	}
	for _, b := range c.blocks {
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// blockBytes is how long a block is, before it is compressed, at most.
const blockBytes = 1 << 16

// compress compresses the blocks of all arrays on all cores. What comes out does
// not depend on how many there are. The standard library is slower than klauspost's, but of floats
// that fast levels there leave as they are it takes off a tenth to a fifth (docs/lab/files.md).
func compress(arrays []column) ([]compressed, error) {
	type job struct{ array, block int }
	var jobs []job
	all := make([]compressed, len(arrays))
	for i, c := range arrays {
		each := blockBytes / c.size() // particles
		count := (c.count + each - 1) / each
		all[i].blocks = make([][]byte, count)
		all[i].header = append(make([]uint64, 0, 3+count), uint64(count), uint64(each*c.size()),
			uint64(c.count%each*c.size()))
		for b := range count {
			jobs = append(jobs, job{i, b})
		}
	}
	workers := min(runtime.GOMAXPROCS(0), len(jobs))
	errs := make([]error, workers)
	var wait sync.WaitGroup
	for k := range workers {
		wait.Go(func() {
			raw := make([]byte, 0, blockBytes)
			var out bytes.Buffer
			z, err := zlib.NewWriterLevel(&out, zlib.BestSpeed)
			for j := k; j < len(jobs) && err == nil; j += workers {
				c, block := &arrays[jobs[j].array], jobs[j].block
				each := blockBytes / c.size()
				raw = c.write(raw[:0], block*each, min((block+1)*each, c.count))
				out.Reset()
				z.Reset(&out)
				if _, err = z.Write(raw); err == nil {
					err = z.Close()
				}
				all[jobs[j].array].blocks[block] = bytes.Clone(out.Bytes())
			}
			errs[k] = err
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	for i := range all {
		for _, b := range all[i].blocks {
			all[i].header = append(all[i].header, uint64(len(b)))
		}
	}
	return all, nil
}
