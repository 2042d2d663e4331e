package movie

import (
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/output"
)

// files are as the commands have them.
var files = Files{Write: output.WriteFile, List: output.List}

const width, height = 91, 60 // an odd width

// ball is the k-th picture of a disc that moves over a slope of colours.
func ball(k int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{255, 255, 255, 255}
			switch {
			case math.Hypot(float64(x-10-7*k), float64(y-30)) < 8:
				c = color.RGBA{200, 20, uint8(20 * k), 255}
			case y > 45:
				c = color.RGBA{uint8(2 * x), uint8(4 * y), 60, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

func made(t *testing.T, path string, rate float64) {
	t.Helper()
	m, err := Open(path, width, height, rate, files)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 10 {
		if err := m.Add(ball(k)); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestGIF reads a film back: all its pictures, with nearly their colours, at their times.
func TestGIF(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.gif")
	made(t, path, 12)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := gif.DecodeAll(f)
	if err != nil || len(g.Image) != 10 {
		t.Fatalf("%d pictures: %v", len(g.Image), err)
	}
	duration := 0
	shown := image.NewRGBA(image.Rect(0, 0, width, height))
	for k, img := range g.Image {
		duration += g.Delay[k]
		draw.Draw(shown, img.Bounds(), img, img.Bounds().Min, draw.Over)
		want, off := ball(k), 0
		for i := range want.Pix {
			off = max(off, int(want.Pix[i])-int(shown.Pix[i]), int(shown.Pix[i])-int(want.Pix[i]))
		}
		if off > 16 {
			t.Errorf("in picture %d a colour is off by %d", k, off)
		}
	}
	if duration != 83 {
		t.Errorf("it takes %d hundredths of a second, not 83", duration)
	}
	if info, _ := os.Stat(path); info.Size() > 12000 {
		t.Errorf("it has %d bytes: what stays is written again", info.Size())
	}
}

// TestFFmpeg asks ffmpeg what it has made.
func TestFFmpeg(t *testing.T) {
	if !Installed() {
		if err := Check("a.mp4"); err == nil || !strings.Contains(err.Error(), ".gif") {
			t.Errorf("without ffmpeg: %v", err)
		}
		t.Skip("there is no ffmpeg here")
	}
	path := filepath.Join(t.TempDir(), "a.mp4")
	made(t, path, 12)
	out, err := exec.Command("ffprobe", "-v", "error", "-count_frames", "-show_entries",
		"stream=width,height,nb_read_frames,r_frame_rate", "-of", "csv=p=0", path).CombinedOutput()
	if got := strings.TrimSpace(string(out)); err != nil || got != "92,60,12/1,10" {
		t.Errorf("it is %s: %v", got, err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("%d files are there", len(left))
	}
	if _, err := Open(filepath.Join(t.TempDir(), "not", "a.mp4"), width, height, 10, files); err == nil {
		m, _ := Open(filepath.Join(t.TempDir(), "not", "a.mp4"), width, height, 10, files)
		m.Add(ball(0))
		if err := m.Close(); err == nil || !strings.Contains(err.Error(), "ffmpeg says") {
			t.Errorf("where there is no directory: %v", err)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, path := range []string{"a", "a.png", "a.gif.txt"} {
		if err := Check(path); err == nil || !strings.Contains(err.Error(), ".gif") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := Check("A.GIF"); err != nil {
		t.Error(err)
	}
}
