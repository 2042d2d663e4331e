package points

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// want is what all files here have.
var want = &Set{Position: [][3]float64{{0.5, 0.25, 1}, {2, -3, 0.125}},
	Velocity: [][3]float64{{1, 2, 3}, {-0.5, 0, 8}}, Density: []float64{1000, 1001},
	Type: []float64{0, 1}}

// bytesOf are numbers of four or eight bytes.
func bytesOf(order binary.ByteOrder, numbers any) []byte {
	var b bytes.Buffer
	binary.Write(&b, order, numbers)
	return b.Bytes()
}

// npy is an array as numpy.save writes it.
func npy(kind, shape string, data []byte) []byte {
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", kind, shape)
	head += strings.Repeat(" ", 117-len(head)) + "\n"
	return append(append([]byte("\x93NUMPY\x01\x00"), bytesOf(binary.LittleEndian, uint16(118))...),
		append([]byte(head), data...)...)
}

func npz(t *testing.T) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, data := range map[string][]byte{
		"Position": npy("<f8", "2, 3", bytesOf(binary.LittleEndian, want.Position)),
		"velocity": npy("<f4", "2, 3", bytesOf(binary.LittleEndian, []float32{1, 2, 3, -0.5, 0, 8})),
		"rho":      npy(">f8", "2,", bytesOf(binary.BigEndian, want.Density)),
		"type":     npy("|u1", "2,", []byte{0, 1}),
	} {
		f, err := z.Create(name + ".npy")
		if err != nil {
			t.Fatal(err)
		}
		f.Write(data)
	}
	z.Close()
	return b.Bytes()
}

const legacyHead = "# vtk DataFile Version 3.0\nparticles\n%s\nDATASET POLYDATA\nPOINTS 2 double\n"

func vtp(format, position, density string, rest string) string {
	return `<?xml version="1.0"?>
<VTKFile type="PolyData" byte_order="LittleEndian" header_type="UInt32">
<PolyData><Piece NumberOfPoints="2"><Points>
<DataArray type="Float64" NumberOfComponents="3" format="` + format + `" ` + position +
		`</DataArray></Points><PointData>
<DataArray type="Float32" Name="Velocity" NumberOfComponents="3" format="ascii">
1 2 3 -0.5 0 8</DataArray>
<DataArray type="Float64" Name="Density" format="` + format + `" ` + density + `</DataArray>
<DataArray type="UInt8" Name="Type" format="ascii">0 1</DataArray>
</PointData></Piece></PolyData>` + rest + `</VTKFile>`
}

// block is an array with its length before it.
func block(numbers any) []byte {
	data := bytesOf(binary.LittleEndian, numbers)
	return append(bytesOf(binary.LittleEndian, uint32(len(data))), data...)
}

// The same particles are read from each format.
func TestFormats(t *testing.T) {
	both := base64.StdEncoding.EncodeToString
	flat := append(append([]float64{}, want.Position[0][:]...), 1, 2, 3, 1000, 0)
	flat = append(append(flat, want.Position[1][:]...), -0.5, 0, 8, 1001, 1)
	raw := string(block(want.Position)) + string(block(want.Density))
	for name, data := range map[string]string{
		"names.csv": "# ours\nx[m],y[m],z[m],vx[m/s],vy[m/s],vz[m/s],Density[kg/m3],Type,Id\n" +
			"0.5,0.25,1,1,2,3,1000,0,7\n2,-3,0.125,-0.5,0,8,1001,1,8\n",
		"paraview.csv": `"Velocity:0","Velocity:1","Velocity:2","Density","Type",` +
			`"Points:0","Points:1","Points:2"` + "\n1,2,3,1000,0,0.5,0.25,1\n-0.5,0,8,1001,1,2,-3,0.125\n",
		"a.npy": string(npy("<f8", "2, 8", bytesOf(binary.LittleEndian, flat))),
		"a.npz": string(npz(t)),
		"text.vtk": fmt.Sprintf(legacyHead, "ASCII") + "0.5 0.25 1\n2 -3 0.125\nVERTICES 1 3\n2 0 1\n" +
			"POINT_DATA 2\nVECTORS Velocity float\n1 2 3 -0.5 0 8\nSCALARS Type int 1\n" +
			"LOOKUP_TABLE default\n0 1\nFIELD FieldData 1\nDensity 1 2 double\n1000 1001\n",
		"binary.vtk": fmt.Sprintf(legacyHead, "BINARY") +
			string(bytesOf(binary.BigEndian, want.Position)) + "\nVERTICES 1 3\n" +
			string(bytesOf(binary.BigEndian, []int32{2, 0, 1})) +
			"\nPOINT_DATA 2\nVECTORS Velocity float\n" +
			string(bytesOf(binary.BigEndian, []float32{1, 2, 3, -0.5, 0, 8})) +
			"\nFIELD FieldData 2\nDensity 1 2 double\n" + string(bytesOf(binary.BigEndian, want.Density)) +
			"\nType 1 2 unsigned_char\n\x00\x01\n",
		"text.vtp": vtp("ascii", ">0.5 0.25 1 2 -3 0.125", ">1000 1001", ""),
		"inline.vtp": vtp("binary", ">"+both(block(want.Position)), ">"+both(block(want.Density)),
			""),
		"appended.vtp": vtp("appended", `offset="0">`, `offset="52">`,
			"<AppendedData encoding=\"raw\">_"+raw+"</AppendedData>"),
	} {
		got, err := Read(name, []byte(data))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v: %+v", name, err, got)
		}
	}
	got, err := Read("plane.csv", []byte("x,z\n1,2\n"))
	if err != nil || !reflect.DeepEqual(got, &Set{Position: [][3]float64{{1, 0, 2}}}) {
		t.Errorf("%v: %+v", err, got)
	}
}

// What is no file of particles is refused, with the reason.
func TestWrong(t *testing.T) {
	for _, w := range []struct{ name, data, why string }{
		{"a.txt", "", "has no ending of particles"},
		{"a.csv", "x,y,z\n1,2,three\n", `has "three" in line 2, column 5, which is no number`},
		{"a.csv", "x,y\n1,2\n", "has no column z"},
		{"a.csv", "t,v\n1,2\n", "has no positions"},
		{"a.csv", "x,y,z\n1,2,NaN\n", "has NaN in particle 1"},
		{"a.csv", "x,y,z,type\n1,2,3,2\n", "has the type 2 in particle 1"},
		{"a.npy", "x", "is no array"},
		{"a.npy", string(npy("<f8", "2, 3", make([]byte, 40))), "is cut"},
		{"a.npy", string(npy("<f8", "3, 2", make([]byte, 48))), "has the shape [3 2]"},
		{"a.npy", string(npy("<c8", "2, 3", make([]byte, 48))), "must be numbers"},
		{"a.npz", "PK", "is no file of numpy.savez"},
		{"a.vtk", "x", "is no file of VTK"},
		{"a.vtp", strings.Replace(vtp("ascii", ">1 2 3", ">1", ""), "header_type",
			`compressor="vtkZLibDataCompressor" header_type`, 1), "is compressed"},
	} {
		if _, err := Read(w.name, []byte(w.data)); err == nil || !strings.Contains(err.Error(), w.why) {
			t.Errorf("%s: %v, not %s", w.name, err, w.why)
		}
	}
}
