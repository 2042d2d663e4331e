package gridrun

import (
	"context"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/commands/picture"
	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/internal/movie"
	"gpusph/output"
	pictures "gpusph/output/picture"
)

// drawnRun has three snapshots of a flow in a plane that begins at x = -1 m, with heat from -n to
// 2n in the n-th.
func drawnRun(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	var all []output.Instant
	for n := range 3 {
		s := &grid.Snapshot{Time: float64(n) / 4, Cells: [3]int{6, 1, 4}, Planes: 4,
			Spacing: [3]float64{0.25, 0.25, 0.25}, Origin: [3]float64{-1, 0, 0},
			Periodic: [3]bool{true, true, false}, Shown: "PotentialTemperature"}
		velocity := grid.Field{Name: "Velocity", Components: 3, Unit: "m/s"}
		heat := grid.Field{Name: "PotentialTemperature", Components: 1, Unit: "K"}
		for i := range 24 {
			velocity.Values = append(velocity.Values, float64(i/6+n), 0, 0)
			heat.Values = append(heat.Values, float64(n)*(3*float64(i)/23-1))
		}
		s.Fields = []grid.Field{velocity, heat}
		files, err := gridfile.WriteSnapshot(dir, n, s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, output.Instant{Time: s.Time, File: files[0]})
	}
	if err := gridfile.WriteSeries(dir, all); err != nil {
		t.Fatal(err)
	}
	return dir
}

func pictured(dir, words string) error {
	return picture.Run(context.Background(), cli.Line{Words: append([]string{dir},
		strings.Fields(words)...)})
}

func rendered(dir, words string) error {
	return picture.Render(context.Background(), cli.Line{Words: append([]string{dir},
		strings.Fields(words)...)})
}

func decoded(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// A picture of a run of a grid is a section, of the last snapshot or of another, across the view,
// of the field that shows the flow best or of another.
func TestGridPicture(t *testing.T) {
	dir := drawnRun(t)
	for words, name := range map[string]string{
		"":                                  "picture_potential-temperature_front_0.5s.png",
		"--time 0.1 --field vx":             "picture_vx_front_0s.png",
		"--field Vorticity":                 "picture_vorticity_front_0.5s.png",
		"--view side --range 0,4":           "picture_potential-temperature_side_0.5s.png",
		"--view top --to " + dir + "/a.png": "a.png",
	} {
		if err := pictured(dir, words); err != nil {
			t.Errorf("%q: %v", words, err)
			continue
		}
		decoded(t, filepath.Join(dir, name))
	}
	if err := pictured(dir, "--size 640x480 --field speed"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "picture_speed_front_0.5s.png")
	if size := decoded(t, path).Bounds().Size(); size != image.Pt(640, 480) {
		t.Errorf("of 640x480 the size is %v", size)
	}
	if data, err := os.ReadFile(path); err != nil || pictures.TitleOf(data) != "Speed" {
		t.Errorf("the title is %q: %v", pictures.TitleOf(data), err)
	}
	for words, want := range map[string]string{
		"--surface":       "--surface has no effect: the picture of a flow on a grid is a section",
		"--field density": "use speed, vx, vy, vz, vorticity or potential-temperature",
		"--field device":  "the flow has no device",
		"--range 4,0":     "use 0,4 or ,4",
		"--size 640":      "use 1280x720",
	} {
		for _, command := range []func(string, string) error{pictured, rendered} {
			if err := command(dir, words); !cli.IsUsageError(err) || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: the error is %v; it does not have %q", words, err, want)
			}
		}
	}
}

// Frames of a run of a grid have one size and one scale: the colour of a value is the same in all.
// The movie has all of them.
func TestGridFilm(t *testing.T) {
	dir := drawnRun(t)
	film := filepath.Join(dir, "movie.gif")
	if err := rendered(dir, "--fps 5 --to "+film); err != nil {
		t.Fatal(err)
	}
	var scales []string
	for n := range 3 {
		img := decoded(t, filepath.Join(dir, "data", fmt.Sprintf("frame_%05d.png", n)))
		size := img.Bounds().Size()
		if size.X > 1281 || size.Y > 721 || size.Y < 700 {
			t.Errorf("frame %d has %v pixels", n, size)
		}
		// the first has 0 everywhere, which is white in a scale from -2 to 4
		r, g, b, _ := img.At(size.X/3, size.Y/2+7).RGBA()
		if n == 0 && (r>>8 != 247 || r != g || g != b) {
			t.Errorf("0 is drawn in %x, %x, %x", r, g, b)
		}
		var scale []byte
		for x := size.X * 5 / 6; x < size.X; x++ {
			for y := size.Y / 4; y < size.Y; y++ {
				r, g, b, _ := img.At(x, y).RGBA()
				scale = append(scale, byte(r>>8), byte(g>>8), byte(b>>8))
			}
		}
		scales = append(scales, string(scale))
	}
	if slices.Sort(scales); len(slices.Compact(scales)) != 1 {
		t.Error("the frames have several scales")
	}
	f, err := os.Open(film)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := gif.DecodeAll(f)
	if err != nil || len(all.Image) != 3 || !slices.Equal(all.Delay, []int{20, 20, 20}) {
		t.Errorf("the movie has %d frames of %v: %v", len(all.Image), all.Delay, err)
	}
}

// A part of the frames is drawn, in the pixels that are asked for, and where there is ffmpeg as a
// movie of its own.
func TestGridFilmOptions(t *testing.T) {
	dir := drawnRun(t)
	if err := rendered(dir, "--from 0.2 --every 2 --field vz --size 400x300 --to none"); err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob(filepath.Join(dir, "data", "frame_*.png"))
	if err != nil || len(all) != 1 {
		t.Errorf("the frames are %v: %v", all, err)
	}
	if size := decoded(t, all[0]).Bounds().Size(); size != image.Pt(400, 300) {
		t.Errorf("the size is %v", size)
	}
	if err := rendered(dir, "--from 3"); !cli.IsUsageError(err) {
		t.Errorf("from after the end on: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := picture.Render(ctx, cli.Line{Words: []string{dir}}); err != cli.ErrInterrupted {
		t.Errorf("interrupted: %v", err)
	}
	if !movie.Installed() {
		t.Skip("ffmpeg is not here")
	}
	if err := rendered(dir, "--frames none --size 401x301"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, "movie.mp4")); err != nil || info.Size() == 0 {
		t.Errorf("the movie is %v: %v", info, err)
	}
}
