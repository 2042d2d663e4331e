package output

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/output/picture"
)

// What the program makes again replaces what it made before, and nothing else.
func TestCheckRemade(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 2, 2))
	var own, other bytes.Buffer
	if err := picture.Encode(&own, img); err != nil {
		t.Fatal(err)
	}
	if back, err := png.Decode(bytes.NewReader(own.Bytes())); err != nil || back.Bounds() != img.Bounds() {
		t.Fatalf("a picture with the program's name cannot be read: %v", err)
	}
	if err := png.Encode(&other, img); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, path, text string
		listed           bool
		kind             Kind
		want             string // of the error; "" is none
	}{
		{"nothing", "a.png", "-", false, KindPicture, ""},
		{"own picture", "a.png", own.String(), false, KindPicture, ""},
		{"other picture", "a.png", other.String(), false, KindPicture,
			"a.png is there, and is not a picture of gpusph"},
		{"listed picture of before", "picture_a.png", other.String(), true, KindPicture, ""},
		{"listed frame of before", "data/frame_00000.png", other.String(), true, KindPicture, ""},
		{"notes in the place of a listed picture", "picture_a.png", "my notes", true, KindPicture,
			"is not a picture of gpusph"},
		{"empty file", "a.png", "", false, KindPicture, "is not a picture of gpusph"},
		{"another page", "report.html", "<!DOCTYPE html><title>mine</title>", false, KindReportPage,
			"is not a page of gpusph report"},
		{"a page of before", "report.html", "<!DOCTYPE html><title>gpusph report</title>", true,
			KindReportPage, ""},
		{"another table", "measure_points.csv", "x,y\n", false, KindMeasured,
			"is not a table of gpusph measure"},
		{"other JSON", "report.json", `{"format": "gpusph bench"}`, false, KindReportJSON,
			"is not a file of gpusph report"},
		{"marker too far", "report.json", "{" + strings.Repeat(" ", 2*markerWithin) +
			`"format": "gpusph report"}`, false, KindReportJSON, "is not a file"},
		{"another movie", "movie.gif", "GIF89a", false, KindOfMovie("movie.gif"),
			"is not a movie of gpusph"},
		{"listed movie", "movie.gif", "GIF89a", true, KindOfMovie("movie.gif"), ""},
		{"listed film", "movie.mp4", "....ftyp", true, KindOfMovie("movie.mp4"), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, test.path)
			os.Mkdir(filepath.Join(dir, dataDir), 0o777)
			if test.listed {
				os.WriteFile(filepath.Join(dir, listName), []byte(test.path+"\n"), 0o666)
			}
			if test.text != "-" {
				os.WriteFile(path, []byte(test.text), 0o666)
			}
			err := CheckRemade(path, test.kind)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, not %q", err, test.want)
			}
			link := filepath.Join(dir, "link")
			if err := os.Symlink(path, link); err != nil {
				t.Fatal(err)
			}
			if err := CheckRemade(link, test.kind); err == nil ||
				!strings.Contains(err.Error(), "is a symbolic link, which is not followed") {
				t.Errorf("by a link: %v", err)
			}
		})
	}
}
