package program

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"math"
	"strings"
	"testing"
)

// file is what the page has saved last.
func (v *spaceView) file() []byte {
	v.t.Helper()
	text := v.eval(`new Promise((done) => { const reader = new FileReader();
		reader.onload = () => done(reader.result.split(",")[1]);
		reader.readAsDataURL(gpusph.file()) })`)
	data, err := base64.StdEncoding.DecodeString(text.(string))
	if err != nil {
		v.t.Fatal(err)
	}
	return data
}

// testPicture saves a picture, which has the size that was chosen, the flow, and a colour bar.
func testPicture(t *testing.T, v *spaceView) {
	v.tap("#exportButton")
	v.eval("document.getElementById('size').value = '2'")
	v.tap("#savePicture")
	v.until("gpusph.state().file?.name.endsWith('.png')")
	picture, err := png.Decode(bytes.NewReader(v.file()))
	if err != nil {
		t.Fatal(err)
	}
	size := v.numbers("[2 * gpusph.flow().width, 2 * gpusph.flow().height]")
	if got := picture.Bounds().Size(); got != image.Pt(int(size[0]), int(size[1])) {
		t.Errorf("the picture has %v points, not %v", got, size)
	}
	// the bar lies 30 points above the lower end, from blue at the left to red at the right
	y := picture.Bounds().Dy() - 2*30
	left, _, _, _ := picture.At(2*16, y).RGBA()
	right, _, blue, _ := picture.At(2*(14+min(190, int(size[0])/4-28)-3), y).RGBA()
	if left > 0x6000 || right < 0xb000 || blue > 0x7000 {
		t.Errorf("the colour bar has %x at the left, %x and %x at the right", left, right, blue)
	}
	if n := blueOrSo(picture); n < 2000 {
		t.Errorf("only %d points have the colours of water", n)
	}
}

// blueOrSo is how many points of a picture have a colour.
func blueOrSo(picture image.Image) (n int) {
	b := picture.Bounds()
	for x := b.Min.X; x < b.Max.X; x++ {
		for y := b.Min.Y; y < b.Max.Y; y++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			if max(r, g, b)-min(r, g, b) > 70<<8 {
				n++
			}
		}
	}
	return n
}

// testFilm saves a film of all snapshots, and shows it.
func testFilm(t *testing.T, v *spaceView) {
	if has := v.eval("typeof VideoEncoder !== 'undefined'"); has == v.touch {
		t.Errorf("that the browser encodes is %v", has)
	}
	v.eval("document.getElementById('rate').value = '5'")
	text := fmt.Sprint(v.eval("document.getElementById('formats').textContent"))
	if !strings.Contains(text, "WebM") {
		t.Errorf("the page says of formats: %s", text)
	}
	v.tap("#saveFilm")
	v.until("gpusph.state().file?.name.endsWith('.webm')")
	film := v.file()
	if len(film) < 3000 || !bytes.HasPrefix(film, []byte{0x1a, 0x45, 0xdf, 0xa3}) ||
		!bytes.Contains(film[:200], []byte("webm")) {
		t.Fatalf("the film has %d bytes, beginning with % x", len(film), film[:min(16, len(film))])
	}
	if n := v.eval("gpusph.state().file.frames"); n != 5.0 {
		t.Errorf("the film has %v frames, not one of each snapshot", n)
	}
	size := v.numbers("[gpusph.state().file.width, gpusph.state().file.height]")
	viewer := v.open("about:blank", 800, 600)
	defer viewer.close()
	got := (&spaceView{viewer, false}).numbers(fmt.Sprintf(`new Promise((done) => {
		const video = document.createElement("video");
		document.body.append(video);
		video.onerror = () => done([0, 0, 0, 0]);
		video.onseeked = () =>
			done([video.videoWidth, video.videoHeight, video.duration, video.currentTime]);
		video.onloadeddata = () => (video.currentTime = 0.9);
		video.src = "data:video/webm;base64,%s";
	})`, base64.StdEncoding.EncodeToString(film)))
	// a recorder takes its own time
	off := map[bool]float64{false: 0.01, true: 1}[v.touch]
	if got[0] != size[0] || got[1] != size[1] || math.Abs(got[2]-1) > off ||
		math.Abs(got[3]-0.9) > off {
		t.Errorf("the film has the size and the duration %v, not %v and 1 s", got, size)
	}
	v.front()
}

// testNames holds that all controls have names for those who do not see them.
func testNames(t *testing.T, v *spaceView) {
	controls := 0
	for _, name := range []string{"view", "section", "ruler", "export"} {
		if v.eval(fmt.Sprintf("document.getElementById('%sPanel').hidden", name)) == true {
			v.tap("#" + name + "Button")
		}
		tree := v.call(v.session, "Accessibility.getFullAXTree", nil)["nodes"].([]any)
		for _, node := range tree {
			n := node.(map[string]any)
			role, _ := n["role"].(map[string]any)
			switch role["value"] {
			case "button", "checkbox", "slider", "spinbutton", "combobox", "application":
				controls++
				if of, _ := n["name"].(map[string]any); of["value"] == nil || of["value"] == "" {
					t.Errorf("a %v has no name, in the panel %s: %v", role["value"], name,
						n["properties"])
				}
			}
		}
	}
	if controls < 30 {
		t.Errorf("only %d controls are found", controls)
	}
}
