package program

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tools of the page of a stored run, at the width of a desk with a mouse and keys, and at that
// of a phone with a finger: the slider of snapshots, the ruler, sections with values, and files of
// a picture and of a film.
func TestSpaceInBrowser(t *testing.T) {
	c := browse(t)
	dir, tank := t.TempDir(), t.TempDir()
	mustRun(t, dir, "--problem DamBreak3D --deltap 0.04 --tend 0.4 --output-interval 0.1 "+
		"--devices host:1")
	if err := os.WriteFile(filepath.Join(tank, "tank.toml"), []byte(stillTank), 0o666); err != nil {
		t.Fatal(err)
	}
	mustRun(t, tank, "tank.toml --maxiter 5 --devices host:1")
	s := serve(t, dir, "view out --serve 127.0.0.1:0")
	still := serve(t, tank, "view out --serve 127.0.0.1:0")
	for _, w := range []struct {
		wide, high int
		colours    string
	}{{1280, 800, "light"}, {390, 844, "dark"}} {
		t.Run(fmt.Sprint(w.wide, " pixels"), func(t *testing.T) {
			c.t = t
			v := openSpace(c, s.url, w.wide, w.high, w.colours)
			v.until("gpusph.state().stored == 5 && gpusph.state().frames > 0")
			v.stop()
			testSlider(t, v)
			testRuler(t, v)
			testSection(t, v)
			v.keep(fmt.Sprintf("space_%d.png", w.wide))
			testPicture(t, v)
			testFilm(t, v)
			testNames(t, v)
			if got := v.eval("document.documentElement.scrollWidth"); got != float64(w.wide) {
				t.Errorf("the page is %v pixels wide", got)
			}
			checkRequests(t, v.tab, s.url)
			v.close()
			v = openSpace(c, still.url, w.wide, w.high, w.colours)
			v.until("gpusph.state().frames > 0")
			v.stop()
			testValue(t, v)
			v.close()
		})
	}
	c.t = t
	s.Process.Kill()
	still.Process.Kill()
}

// stillTank is water at rest.
const stillTank = `name = "Tank"
spacing = 0.04
end = 1

[domain]
min = [0, 0, 0]
max = [0.8, 0.4, 0.6]
open = ["zmax"]

[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [0.8, 0.4, 0.4] }
`

// openSpace opens the page of a stored run; a narrow one is used with a finger, and has no encoder
// of films, as where the page is reached without encryption from another machine.
func openSpace(c *chromium, url string, wide, high int, colours string) *spaceView {
	c.t.Helper()
	p := c.open("about:blank", wide, high)
	if wide < 600 {
		p.call(p.session, "Page.enable", nil)
		p.call(p.session, "Page.addScriptToEvaluateOnNewDocument", map[string]any{
			"source": "delete globalThis.VideoEncoder"})
	}
	p.call(p.session, "Page.navigate", map[string]any{"url": url})
	p.call(p.session, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{
		{"name": "prefers-color-scheme", "value": colours}}})
	if wide < 600 {
		p.call(p.session, "Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true})
	}
	return &spaceView{p, wide < 600}
}

// spaceView is the page of a stored run, and whether it is used with a finger.
type spaceView struct {
	*tab
	touch bool
}

// stop ends the playing that the page begins with.
func (v *spaceView) stop() {
	v.t.Helper()
	v.until("document.getElementById('play').textContent == 'Pause'")
	v.tap("#play")
	v.until("document.getElementById('play').textContent == 'Play'")
}

// goTo moves the slider to a snapshot.
func (v *spaceView) goTo(k int) {
	v.t.Helper()
	v.eval(fmt.Sprintf("(s => { s.value = %d; s.oninput() })(document.getElementById('time'))", k))
	v.until(fmt.Sprintf("Math.abs(gpusph.state().t - %g) < 0.01", 0.1*float64(k)))
}

// choose chooses what is at a point of the flow, which an expression makes of flow: with a finger,
// or with the mouse.
func (v *spaceView) choose(expression string) {
	v.t.Helper()
	v.eval("document.getElementById('canvas').scrollIntoView({block: 'center'})")
	at := v.point(expression)
	if v.touch {
		v.call(v.session, "Input.dispatchTouchEvent", map[string]any{"type": "touchStart",
			"touchPoints": []map[string]any{{"x": at[0], "y": at[1]}}})
		v.call(v.session, "Input.dispatchTouchEvent", map[string]any{"type": "touchEnd",
			"touchPoints": []any{}})
		return
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		v.call(v.session, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at[0],
			"y": at[1], "button": "left", "clickCount": 1})
	}
}

// point is where a point of the flow is in the window.
func (v *spaceView) point(expression string) [2]float64 {
	v.t.Helper()
	at := v.eval(fmt.Sprintf(`(() => {
		const flow = gpusph.flow(), s = flow.screen(%s), box = flow.canvas.getBoundingClientRect();
		return [box.left + s.x, box.top + s.y];
	})()`, expression)).([]any)
	return [2]float64{at[0].(float64), at[1].(float64)}
}

// numbers are those that an expression makes.
func (v *spaceView) numbers(expression string) (all []float64) {
	v.t.Helper()
	for _, x := range v.eval(expression).([]any) {
		all = append(all, x.(float64))
	}
	return all
}

// meanX is the mean place along x of the particles of the page.
const meanX = `(() => {
	const flow = gpusph.flow(), all = [];
	for (let i = 0; i < flow.frame.n; i++)
		if (flow.place(i))
			all.push(flow.place(i).x);
	return [all.reduce((sum, x) => sum + x, 0) / all.length, all.length];
})()`

// testSlider goes through the snapshots: the time changes, and the water, which begins at rest from
// x = 0 to 0.4 m, flows on.
func testSlider(t *testing.T, v *spaceView) {
	v.goTo(0)
	first := v.numbers(meanX)
	if math.Abs(first[0]-0.2) > 0.005 || first[1] < 1000 {
		t.Errorf("at first the middle of %v particles is at x = %v m, not 0.2", first[1], first[0])
	}
	v.goTo(4)
	text := v.eval("document.getElementById('at').textContent").(string)
	if !strings.HasPrefix(text, "0.4") {
		t.Errorf("the time of the last snapshot is %v", text)
	}
	last := v.numbers(meanX)
	if last[0] < first[0]+0.1 || last[1] != first[1] {
		t.Errorf("the middle of %v particles moves from x = %v to %v m", last[1], first[0], last[0])
	}
	v.tap("#play") // from the last to the first
	v.until("gpusph.state().t < 0.05")
	v.tap("#play")
	v.goTo(0)
}

// testRuler measures from a corner of the domain to another, whose places the program has told, and
// between two particles of the lattice that the water begins in.
func testRuler(t *testing.T, v *spaceView) {
	v.tap("#rulerButton")
	v.until("!document.getElementById('rulerPanel').hidden")
	v.choose("flow.corner([0, 0, 0])")
	v.choose("flow.corner([1, 0, 1])")
	v.until("gpusph.state().ruler")
	want := v.numbers("(h => [h.max[0] - h.min[0], 0, h.max[2] - h.min[2]])(gpusph.flow().hello)")
	v.checkRuler(t, want, 1e-9)

	v.tap("#rulerClear")
	ends := `(() => {
		const flow = gpusph.flow(), all = [];
		for (let i = 0; i < flow.frame.n; i++) {
			const at = flow.place(i), s = at && flow.screen(at);
			if (at && flow.pointAt(s.x, s.y).equals(at))
				all.push(at);
		}
		all.sort((a, b) => a.x + a.y - b.x - b.y);
		return [all[0], all.at(-1)];
	})()`
	v.choose(ends + "[0]")
	v.choose(ends + "[1]")
	v.until("gpusph.state().ruler")
	by := v.numbers("(r => [r.x, r.y, r.z])(gpusph.state().ruler)")
	for a, x := range by {
		// 17 particles are across the tank, 0.67 m wide
		if n := x / []float64{0.04, 0.67 / 17, 0.04}[a]; math.Abs(n-math.Round(n)) > 0.01 {
			t.Errorf("the difference %d is %v m, which is no multiple of the spacing", a, x)
		}
	}
	if by[0] < 0.2 || by[1] < 0.3 {
		t.Errorf("the ends of the water are %v m apart", by)
	}
	v.checkRuler(t, v.numbers("(([a, b]) => [b.x - a.x, b.y - a.y, b.z - a.z])("+ends+")"), 1e-9)
	if !v.touch {
		testKeys(t, v)
	}
	v.tap("#rulerClear")
	v.tap("#rulerButton")
}

// checkRuler compares the ruler's differences, and what is written, with those that are known.
func (v *spaceView) checkRuler(t *testing.T, want []float64, off float64) {
	t.Helper()
	got := v.numbers("(r => [r.x, r.y, r.z, r.distance])(gpusph.state().ruler)")
	want = append(want, math.Hypot(math.Hypot(want[0], want[1]), want[2]))
	for k := range want {
		if math.Abs(got[k]-want[k]) > off {
			t.Errorf("the ruler has the differences and the distance %v m, not %v", got, want)
		}
	}
	text := fmt.Sprintf("%.4f m", want[3])
	if cell := v.eval("document.querySelector('#lengths td').textContent"); cell != text {
		t.Errorf("the distance is written as %v, not %s", cell, text)
	}
	v.until("document.querySelector('#measure text')")
	if line := v.eval("document.querySelector('#measure text').textContent"); line != text {
		t.Errorf("the line has %v, not %s", line, text)
	}
}

// testKeys measures with keys alone: the cross goes to a corner, and Enter chooses it.
func testKeys(t *testing.T, v *spaceView) {
	v.tap("#rulerClear")
	v.eval("document.getElementById('canvas').focus()")
	for _, corner := range []string{"[0, 0, 0]", "[1, 0, 0]"} {
		at := v.numbers(fmt.Sprintf(`(() => {
			const flow = gpusph.flow(), s = flow.screen(flow.corner(%s)), [x, y] =
				flow.pointer.at ?? [flow.width / 2, flow.height / 2];
			return [Math.round((s.x - x) / 8), Math.round((s.y - y) / 8)];
		})()`, corner))
		for a, names := range [2][2]string{{"ArrowRight", "ArrowLeft"}, {"ArrowDown", "ArrowUp"}} {
			key, number := names[0], [2][2]int{{39, 37}, {40, 38}}[a]
			k := 0
			if at[a] < 0 {
				key, k = names[1], 1
			}
			for range int(math.Abs(at[a])) {
				v.press(key, key, number[k], 8) // 8 is Shift
			}
		}
		v.press("Enter", "Enter", 13, 0)
	}
	v.until("gpusph.state().ruler")
	wide := v.eval("gpusph.flow().hello.max[0] - gpusph.flow().hello.min[0]").(float64)
	by := v.numbers("(r => [r.distance, r.x])(gpusph.state().ruler)")
	if math.Abs(by[0]-wide) > 1e-9 || by[1] <= 0 {
		t.Errorf("with keys the ruler has %v m, not %v", by, wide)
	}
	turned := v.eval("gpusph.flow().camera.position.x")
	v.press("ArrowLeft", "ArrowLeft", 37, 0)
	v.until(fmt.Sprintf("gpusph.flow().camera.position.x != %v", turned))
	v.press("f", "KeyF", 70, 0)
	v.press("Escape", "Escape", 27, 0)
	v.until("!gpusph.state().ruler")
}

// section puts a section across y, coloured by the pressure, and chooses a point on it.
func (v *spaceView) section(y, point string) {
	v.t.Helper()
	v.eval("(f => { f.value = 'pressure'; f.onchange() })(document.getElementById('field'))")
	v.tap("#sectionButton")
	v.tap("#section-y")
	v.eval("(n => { n.value = '" + y + "'; n.onchange() })(document.getElementById('section-y-at'))")
	v.until("Math.abs(gpusph.flow().cuts.at[1] - " + y + ") < 1e-9")
	v.choose(point)
	v.until("!document.getElementById('tip').hidden")
}

// hover moves the mouse over a point of the flow.
func (v *spaceView) hover(expression string) {
	v.t.Helper()
	at := v.point(expression)
	v.call(v.session, "Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": at[0],
		"y": at[1]})
}

// testValue has a section in water at rest: the pressure is that of the depth, also off the
// particles.
func testValue(t *testing.T, v *spaceView) {
	v.section("0.21", "flow.centre.clone().set(0.39, 0.21, 0.13)")
	value, _ := v.eval("gpusph.state().value").(float64)
	const want = 1000 * 9.81 * (0.4 - 0.13)
	if math.Abs(value-want) > 0.01*want {
		t.Errorf("the pressure in a depth of 0.27 m is %v Pa, not %v", value, want)
	}
	t.Logf("the pressure in a depth of 0.27 m is %+.2f %% off", 100*(value/want-1))
	v.keep(fmt.Sprintf("space_value_%v.png", v.eval("innerWidth")))
	if v.touch {
		return
	}
	v.press("Escape", "Escape", 27, 0)
	v.until("document.getElementById('tip').hidden")
	v.hover("flow.centre.clone().set(0.6, 0.21, 0.3)")
	v.until("!document.getElementById('tip').hidden")
	if value := v.eval("gpusph.state().value").(float64); math.Abs(value-981) > 30 {
		t.Errorf("under the mouse the pressure in a depth of 0.1 m is %v Pa, not 981", value)
	}
	v.hover("flow.centre.clone().set(0.6, 0.21, 0.5)") // above the water
	v.until("document.getElementById('tip').hidden")
}

// testSection has a section across y: it is drawn in the colours of its values, what lies in front
// is left out, and a value that is kept follows the time.
func testSection(t *testing.T, v *spaceView) {
	v.goTo(0)
	v.section("0.3", "flow.centre.clone().set(0.2, 0.3, 0.12)")
	value, _ := v.eval("gpusph.state().value").(float64)
	text := fmt.Sprint(v.eval("document.getElementById('tip').textContent"))
	if !strings.Contains(text, " kPax 0.2") || !strings.Contains(text, "y 0.3, z 0.12") {
		t.Errorf("the section's value is told as %q", text)
	}
	if x := v.eval(`(() => {
		const flow = gpusph.flow();
		let front = 0;
		for (let i = 0; i < flow.frame.n; i++)
			if (flow.place(i)?.y < 0.28 && !flow.cuts.hides(flow.place(i)))
				front++;
		return front;
	})()`); x != 0.0 {
		t.Errorf("%v particles in front of the section are left", x)
	}
	v.eval("new Promise(done => setTimeout(done, 200))")
	v.checkColour(t, "flow.centre.clone().set(0.12, 0.3, 0.2)")
	v.goTo(4)
	v.until(fmt.Sprintf("Math.abs(gpusph.state().value - %v) > 50", value))
	v.goTo(0)
	v.tap("#section-y")
	v.until("gpusph.flow().cuts.at[1] === null && document.getElementById('tip').hidden")
	v.tap("#section-y")
}

// checkColour compares what is seen at a point of the section with the colour of its value.
func (v *spaceView) checkColour(t *testing.T, point string) {
	t.Helper()
	want := v.numbers(fmt.Sprintf(`(() => {
		const flow = gpusph.flow(), { from, to, colours } = flow.uniforms;
		const part = (flow.sections.valueAt(%s) - from.value) / (to.value - from.value);
		return [...colours.value.image.data.slice(4 * Math.round(255 * part)).slice(0, 3)];
	})()`, point))
	v.eval("document.getElementById('canvas').scrollIntoView({block: 'center'})")
	at := v.point(point)
	picture, _ := v.shot()
	r, g, b, _ := picture.At(int(at[0]), int(at[1])).RGBA()
	for k, got := range []uint32{r, g, b} {
		if math.Abs(float64(got>>8)-want[k]) > 12 {
			t.Errorf("the section has the colour %d %d %d, not %v", r>>8, g>>8, b>>8, want)
			break
		}
	}
}
