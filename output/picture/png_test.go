package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
)

// TestTitles checks that titles are found in pictures that have one, and in nothing else.
func TestTitles(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 3, 2))
	img.SetGray(1, 1, color.Gray{200})
	for _, title := range []string{"", "Potential temperature"} {
		var b bytes.Buffer
		if err := EncodeTitled(&b, img, title); err != nil {
			t.Fatal(err)
		}
		if got := TitleOf(b.Bytes()); got != title {
			t.Errorf("the title is %q, not %q", got, title)
		}
		for n := range b.Len() {
			if got := TitleOf(b.Bytes()[:n]); got != "" && got != title {
				t.Errorf("of %d bytes the title is %q", n, got)
			}
		}
		if got, err := png.Decode(&b); err != nil || got.At(1, 1) != img.At(1, 1) {
			t.Errorf("another picture is read: %v", err)
		}
	}
	if got := TitleOf(bytes.Repeat([]byte{0xff}, 100)); got != "" {
		t.Errorf("noise has the title %q", got)
	}
}

// TestDivergingColours checks the ends and the middle of the scale, and that its colours get
// darker both ways.
func TestDivergingColours(t *testing.T) {
	for x, want := range map[float64]color.RGBA{-1: {5, 48, 97, 255}, 0: {247, 247, 247, 255},
		1: {103, 0, 31, 255}, -9: {5, 48, 97, 255}, 9: {103, 0, 31, 255}} {
		if got := DivergingColour(x); got != want {
			t.Errorf("at %g the colour is %v, not %v", x, got, want)
		}
	}
	light := func(x float64) int {
		c := DivergingColour(x)
		return 2126*int(c.R) + 7152*int(c.G) + 722*int(c.B)
	}
	for x := 0.0; x < 1; x += 0.01 {
		if light(x+0.01) >= light(x) || light(-x-0.01) >= light(-x) {
			t.Errorf("beyond %g the colours are not darker", x)
		}
	}
}
