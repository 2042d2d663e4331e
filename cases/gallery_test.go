package cases

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpusph/internal/casefile"
)

var (
	take    = flag.String("take", "", "run directory of a case, whose measures gallery.csv takes")
	seconds = flag.Float64("seconds", 0, "processor time of the run that -take names [s]")
	show    = flag.String("show", "", "case whose options of the run and the picture are printed")
	drawn   = flag.String("drawn", "", "picture of the run that -take names, by gpusph picture")
)

// Limits of the pictures [bytes].
const (
	mostOfPicture  = 40_000
	mostOfPictures = 1_000_000
)

// TestGallery holds that the gallery has all cases but the blank one, that each has a text, a
// picture and a time, and that these are of the case file as it is.
func TestGallery(t *testing.T) {
	found, err := filepath.Glob("*.toml")
	if err != nil {
		t.Fatal(err)
	}
	all, total := List(), 0
	if len(all) != len(found)-1 || len(all) < 24 {
		t.Errorf("the gallery has %d cases, the folder %d files", len(all), len(found))
	}
	for _, c := range all {
		data, _ := Text(c.Name)
		file, err := casefile.Parse(data, c.Name+".toml")
		if err != nil {
			t.Fatal(err)
		}
		if file.About != c.About || file.Spacing != c.Spacing ||
			cmp.Or(file.Dimension, 3) != c.Dimension {
			t.Errorf("%s: the gallery says %q, %g m, dimension %d; the file %q, %g m, dimension %d",
				c.Name, c.About, c.Spacing, c.Dimension, file.About, file.Spacing, file.Dimension)
		}
		if len(c.Text) < 200 || len(c.Shows) == 0 {
			t.Errorf("%s: its text is %q, and it shows %q", c.Name, c.Text, c.Shows)
		}
		if got := Digest(data); got != c.Digest || c.Seconds == 0 || c.Steps == 0 {
			t.Errorf("%s: its time and picture are of another text (%s, now %s): "+
				"scripts/gallery.sh %s takes them", c.Name, c.Digest, got, c.Name)
		}
		picture, ok := Picture(c.Name)
		if _, err := png.Decode(bytes.NewReader(picture)); !ok || err != nil {
			t.Errorf("%s: its picture cannot be read (%v)", c.Name, err)
		}
		if total += len(picture); len(picture) > mostOfPicture {
			t.Errorf("%s: its picture has %d bytes; %d are allowed", c.Name, len(picture), mostOfPicture)
		}
	}
	if pictures, _ := filepath.Glob("pictures/*"); len(pictures) != len(all) {
		t.Errorf("there are %d pictures of %d cases", len(pictures), len(all))
	}
	if total > mostOfPictures {
		t.Errorf("the pictures have %d bytes; %d are allowed", total, mostOfPictures)
	}
}

// TestShow prints the options of the run and of the picture of a case, for scripts/gallery.sh.
func TestShow(t *testing.T) {
	if *show == "" {
		t.Skip("-show names no case")
	}
	c, ok := Find(*show)
	if !ok {
		t.Fatalf("there is no case %q", *show)
	}
	fmt.Printf("run: %s\nview: %s\n", c.Run, c.View)
}

// TestTake takes the measures of a run into gallery.csv, and its picture into pictures.
func TestTake(t *testing.T) {
	if *take == "" {
		t.Skip("-take names no run")
	}
	name := filepath.Base(*take)
	var summary struct {
		Steps     int
		Particles struct{ Total int }
		Time      float64 `json:"simulated_time_s"`
	}
	var onGrid struct {
		Steps  int
		Cells  []int
		Time   float64 `json:"t_s"`
		Steady bool
	}
	data, err := os.ReadFile(filepath.Join(*take, "summary.json"))
	if err == nil {
		err = json.Unmarshal(data, &summary)
	} else if data, err = os.ReadFile(filepath.Join(*take, "report.json")); err == nil {
		err = json.Unmarshal(data, &onGrid)
		summary.Steps, summary.Particles.Total, summary.Time = onGrid.Steps, 1, onGrid.Time
		for _, n := range onGrid.Cells {
			summary.Particles.Total *= n
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name + ".toml")
	if err != nil {
		t.Fatal(err)
	}
	file, err := casefile.Parse(text, name+".toml")
	if err != nil {
		t.Fatal(err)
	}
	// A run may end early, for a picture: steps and time are then those of a whole one.
	whole := max(1, file.End/summary.Time)
	if onGrid.Steady {
		whole = 1
	}
	err = edit(name, map[string]string{
		"particles": strconv.Itoa(summary.Particles.Total),
		"steps":     fmt.Sprintf("%.0f", whole*float64(summary.Steps)),
		"seconds":   twoDigits(whole * *seconds / 2),
		"digest":    Digest(text),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := reduce(*drawn, filepath.Join("pictures", name+".png")); err != nil {
		t.Fatal(err)
	}
}

// twoDigits is a number of seconds with two digits.
func twoDigits(x float64) string {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 2, 64), 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// edit replaces fields in the row of a case in gallery.csv.
func edit(name string, fields map[string]string) error {
	table, err := os.ReadFile("gallery.csv")
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(table), "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, name+",") {
			continue
		}
		row, err := csv.NewReader(strings.NewReader(line)).Read()
		if err != nil {
			return err
		}
		for k, column := range columns {
			if value, ok := fields[column]; ok {
				row[k] = value
			}
		}
		var b strings.Builder
		w := csv.NewWriter(&b)
		if err := w.Write(row); err != nil {
			return err
		}
		w.Flush()
		lines[i] = b.String()
		return os.WriteFile("gallery.csv", []byte(strings.Join(lines, "")), 0o666)
	}
	return fmt.Errorf("gallery.csv has no row of %s", name)
}

// reduce writes a picture at half its size, with few colours: the most frequent of 4096. It takes
// fewer of them until the file is small enough.
func reduce(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return err
	}
	half := halved(img)
	for n := 128; ; n /= 2 {
		var b bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&b, paletted(half, n)); err != nil {
			return err
		}
		if b.Len() <= mostOfPicture || n == 8 {
			return os.WriteFile(to, b.Bytes(), 0o666)
		}
	}
}

// halved is a picture of half the width and height: means of four pixels.
func halved(img image.Image) *image.RGBA {
	size := img.Bounds().Size().Div(2)
	out := image.NewRGBA(image.Rect(0, 0, size.X, size.Y))
	for y := range size.Y {
		for x := range size.X {
			var sum [3]uint32
			for k := range 4 {
				r, g, b, _ := img.At(img.Bounds().Min.X+2*x+k%2, img.Bounds().Min.Y+2*y+k/2).RGBA()
				sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+b>>8
			}
			out.SetRGBA(x, y, color.RGBA{uint8(sum[0] / 4), uint8(sum[1] / 4), uint8(sum[2] / 4), 255})
		}
	}
	return out
}

// paletted is a picture with n colours at most.
func paletted(img *image.RGBA, n int) *image.Paletted {
	type sum struct{ r, g, b, count int }
	var cells [4096]sum
	cell := func(c color.RGBA) int { return int(c.R>>4)<<8 | int(c.G>>4)<<4 | int(c.B>>4) }
	bounds := img.Bounds()
	for i := range bounds.Dx() * bounds.Dy() {
		c := img.RGBAAt(i%bounds.Dx(), i/bounds.Dx())
		s := &cells[cell(c)]
		s.r, s.g, s.b, s.count = s.r+int(c.R), s.g+int(c.G), s.b+int(c.B), s.count+1
	}
	order := slices.Clone(cells[:])
	slices.SortStableFunc(order, func(a, b sum) int { return b.count - a.count })
	// The most frequent colours, first those far from the ones before, so that no hue is missing.
	var palette color.Palette
	for _, apart := range []int{80, 40, 20, 1} {
		for _, s := range order {
			if s.count == 0 || len(palette) == n {
				break
			}
			c := color.RGBA{uint8(s.r / s.count), uint8(s.g / s.count), uint8(s.b / s.count), 255}
			if !slices.ContainsFunc(palette, func(p color.Color) bool {
				return distance(p.(color.RGBA), c) < apart
			}) {
				palette = append(palette, c)
			}
		}
	}
	out := image.NewPaletted(bounds, palette)
	var nearest [4096]int // 1 more than the place in the palette
	for i := range bounds.Dx() * bounds.Dy() {
		x, y := i%bounds.Dx(), i/bounds.Dx()
		c := img.RGBAAt(x, y)
		k := &nearest[cell(c)]
		if *k == 0 {
			*k = palette.Index(c) + 1
		}
		out.SetColorIndex(x, y, uint8(*k-1))
	}
	return out
}

// distance is that of two colours, the sum of the differences of their channels.
func distance(a, b color.RGBA) (sum int) {
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		sum += max(d, -d)
	}
	return sum
}
