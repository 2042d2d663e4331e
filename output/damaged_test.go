package output

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"gpusph/sph"
)

// mostOfBomb is what reading a small file that says it is large may take [bytes].
const mostOfBomb = 64 << 20

// refusesFile holds that a file is refused, in a sentence that names it, without much memory.
func refusesFile(t *testing.T, about string, data []byte, suffix string,
	read func(string) (*sph.Snapshot, error)) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file"+suffix)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s, err := read(path)
	runtime.ReadMemStats(&after)
	if err == nil {
		t.Errorf("%s: %d particles are read", about, s.Len())
		return
	}
	if !strings.Contains(err.Error(), path+" cannot be read: ") {
		t.Errorf("%s: the error is %v", about, err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > mostOfBomb {
		t.Errorf("%s: it took %d MB to say %v", about, took>>20, err)
	}
}

// vtpOf is a .vtp file of a snapshot, and where its data begin.
func vtpOf(t *testing.T, s *sph.Snapshot) (data []byte, at int) {
	t.Helper()
	var b bytes.Buffer
	if err := WriteVTP(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), regexp.MustCompile(`<AppendedData +encoding="raw" *>\n_`).FindIndex(b.Bytes())[1]
}

// offsetOf is where an array begins in the data.
func offsetOf(t *testing.T, data []byte, name string) (at int) {
	t.Helper()
	found := regexp.MustCompile(regexp.QuoteMeta(fmt.Sprintf("Name=%q", name)) +
		`.* offset="(\d+)"`).FindSubmatch(data)
	if found == nil {
		t.Fatalf("there is no %s", name)
	}
	fmt.Sscan(string(found[1]), &at)
	return at
}

// A .vtp file that is cut anywhere, or of which any byte of what is read of the particles is
// another, is refused.
func TestDamagedVTP(t *testing.T) {
	whole, data := vtpOf(t, testSnapshot(20_000, 1)) // blocks of all lengths, and full ones
	for part := 0; part < len(whole)-100; part += 1 + len(whole)/97 {
		refusesFile(t, fmt.Sprintf("of %d bytes", part), whole[:part], ".vtp", readVTP)
	}
	end := data + offsetOf(t, whole, "connectivity") // which is not read
	for at := data; at < end; at += 1 + (end-data)/199 {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x40
		refusesFile(t, fmt.Sprintf("with another byte at %d", at-data), damaged, ".vtp", readVTP)
	}
}

// A .vtp file that says of itself what cannot be, or is of another form, is refused, and takes no
// memory.
func TestWrongVTP(t *testing.T) {
	whole, data := vtpOf(t, testSnapshot(2000, 1))
	for _, change := range [][2]string{
		{`NumberOfPoints="2000"`, `NumberOfPoints="2000000000"`},
		{`NumberOfPoints="2000"`, `NumberOfPoints="1999"`},
		{`NumberOfPoints="2000"`, `NumberOfPoints="-1"`},
		{`NumberOfPoints="2000"`, `Number="2000"`},
		{`compressor="vtkZLibDataCompressor"`, `compressor="vtkLZ4DataCompressor"`},
		{` compressor="vtkZLibDataCompressor"`, ``},
		{`header_type="UInt64"`, `header_type="UInt32"`},
		{`format="ascii">0.02<`, `format="ascii">nan<`},
		{`format="ascii">0.02<`, `format="ascii">0<`},
		{`>1.66 0.73 0.66<`, `>1.66 -0.73 0.66<`},
		{`>1.66 0.73 0.66<`, `>1.66 +Inf 0.66<`},
		{`Name="TimeValue" NumberOfTuples="1" NumberOfComponents="1" format="ascii">1<`,
			`Name="TimeValue" NumberOfTuples="1" NumberOfComponents="1" format="ascii">-1<`},
		{`>1234567<`, `>-1e300<`},
		{`"LittleEndian"`, `"BigEndian"`},
		{`"PolyData"`, `"UnstructuredGrid"`},
	} {
		refusesFile(t, change[1], bytes.Replace(whole, []byte(change[0]), []byte(change[1]), 1), ".vtp",
			readVTP)
	}
	for name, values := range map[string][]uint64{
		"blocks without end":    {1 << 40, 65532, 0},
		"no blocks":             {0, 65532, 0},
		"long blocks":           {1, 1 << 40, 24000},
		"blocks without length": {1, 0, 0},
		"a last block too long": {1, 65532, 65532},
		"an endless last block": {1, 65532, 1 << 63},
		"a long zip":            {1, 65532, 24000, 1 << 62},
	} {
		damaged := bytes.Clone(whole)
		for i, v := range values {
			binary.LittleEndian.PutUint64(damaged[data+8*i:], v)
		}
		refusesFile(t, name, damaged, ".vtp", readVTP)
	}
}

// A file whose few bytes become many gigabytes is refused before there is memory for them.
func TestBombs(t *testing.T) {
	// 200 million points, all alike: 32-bit zeros in blocks that take 80 bytes each, as far as the
	// file goes.
	points := 200_000_000
	whole, data := vtpOf(t, testSnapshot(1, 1))
	bomb := bytes.Replace(whole, []byte(`NumberOfPoints="1"`),
		[]byte(fmt.Sprintf(`NumberOfPoints="%d"`, points)), 1)
	data += len(bomb) - len(whole)
	const each = blockBytes / 12 * 12
	blocks := (12*points + each - 1) / each
	head := []uint64{uint64(blocks), each, uint64(12 * points % each)}
	for range blocks {
		head = append(head, 80)
	}
	tail := make([]byte, 8*len(head)+80*3)
	for i, v := range head {
		binary.LittleEndian.PutUint64(tail[8*i:], v)
	}
	refusesFile(t, "a bomb of VTK", append(bomb[:data:data], tail...), ".vtp", readVTP)

	// An array of MessagePack that says it has four gigabytes.
	var b bytes.Buffer
	s := testSnapshot(5, 1)
	if err := writeSnapshot(&b, s, columns(s)); err != nil {
		t.Fatal(err)
	}
	before, _, _ := bytes.Cut(b.Bytes(), []byte("\xa8Velocity"))
	at := bytes.LastIndex(before, []byte("\xa4data")) + len("\xa4data")
	refusesFile(t, "a bomb of MessagePack", append(before[:at:at], 0xc6, 0xff, 0xff, 0xff, 0xff, 0, 0),
		".msgpack", ReadSnapshot)
	before, _, _ = bytes.Cut(b.Bytes(), []byte("\xa6arrays"))
	refusesFile(t, "a map without end",
		append(before[:len(before):len(before)], []byte("\xa6arrays\xdf\xff\xff\xff\xff")...), ".msgpack",
		ReadSnapshot)
}

// No flipped bit of a snapshot is read as sound, wherever it is.
func TestFlippedBits(t *testing.T) {
	var b bytes.Buffer
	s := testSnapshot(5, 0.25)
	if err := writeSnapshot(&b, s, columns(s)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "part.msgpack")
	for at := range b.Len() {
		flipped := bytes.Clone(b.Bytes())
		flipped[at] ^= 1 << (at % 8)
		if err := os.WriteFile(path, flipped, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadSnapshot(path); err == nil {
			t.Errorf("byte %d of %d is changed, and it is not noticed", at, b.Len())
		}
	}
}
