package program

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The page in a browser: it draws a flow that moves, has charts, and its buttons do what they say.
func TestPageInBrowser(t *testing.T) {
	c := browse(t)
	dir := t.TempDir()
	defer func() { c.t = t }()
	t.Run("a run", func(t *testing.T) { c.t = t; testPageOfRun(t, c, dir) })
	t.Run("warnings", func(t *testing.T) { c.t = t; testWarningsOnPage(t, c, dir) })
	t.Run("its files", func(t *testing.T) { c.t = t; testPageOfFiles(t, c, dir) })
	t.Run("front", func(t *testing.T) { c.t = t; testChartOfFront(t, c) })
	t.Run("tokens", func(t *testing.T) { c.t = t; testPageWithToken(t, c) })
}

// drawn is how many points of a picture of the flow have the colours of particles.
func drawn(picture image.Image) (n int) {
	for x := 240; x < 700; x++ {
		for y := 100; y < 560; y++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			if max(r, g, b)-min(r, g, b) > 70<<8 {
				n++
			}
		}
	}
	return n
}

// differ is how many points of the flow are not as they were.
func differ(a, b image.Image) (n int) {
	for x := 240; x < 700; x++ {
		for y := 100; y < 560; y++ {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}

func testPageOfRun(t *testing.T, c *chromium, dir string) {
	s := serve(t, dir, "--problem DamBreak3D --deltap 0.03 --tend 30 --devices host:2 "+
		"--output-interval 0.05 --sample-interval 0.005 --dir out --serve 127.0.0.1:0")
	p := c.open(s.url, 1100, 700)
	p.until("gpusph.state().frames > 3 && gpusph.state().drawn > 3")
	p.until("['throughput', 'dt', 'energies', 'slices', 'forces'].every(" +
		"id => gpusph.state().points[id] > 1) && gpusph.state().lines > 3")
	first, _ := p.shot()
	if n := drawn(first); n < 1000 {
		t.Errorf("only %d points have the colours of water", n)
	}
	p.until(fmt.Sprintf("gpusph.state().frames > %v", p.eval("gpusph.state().frames + 5")))
	second, _ := p.shot()
	if n := differ(first, second); n < 200 {
		t.Errorf("only %d points differ between two frames", n)
	}

	q := c.open(s.url, 390, 700)
	q.until("gpusph.state().frames > 1 && document.documentElement.scrollWidth <= 390")
	if n := s.status(t)["readers"]; n != 2.0 {
		t.Errorf("%v look on, and not two", n)
	}
	p.front()
	p.click("pause")
	p.until("gpusph.state().state == 'paused' && " +
		"document.getElementById('pause').textContent == 'Resume'")
	q.until("gpusph.state().state == 'paused'")
	p.click("checkpoint")
	p.until("!document.getElementById('told').hidden && " +
		"document.getElementById('told').textContent.includes('checkpoint')")
	before := len(files(t, dir, "out/data/*"))
	p.click("snapshot")
	for end := time.Now().Add(patience); len(files(t, dir, "out/data/*")) == before ||
		len(files(t, dir, "out/checkpoint_*")) == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("there is no checkpoint and no snapshot")
		}
	}
	lookBack(t, p)
	pickParticle(t, p)
	chooseColours(t, p)
	p.click("pause")
	p.until("gpusph.state().state == 'running'")
	filmRun(t, p)
	q.close()
	step := s.status(t)["step"].(float64)
	for s.status(t)["readers"] != 1.0 || s.status(t)["step"].(float64) == step {
		time.Sleep(10 * time.Millisecond)
	}
	p.click("stop")
	p.until("document.getElementById('stop').textContent != 'Stop'")
	p.click("stop")
	p.until("gpusph.state().state == 'ended' && document.getElementById('pause').disabled")
	s.end(t)
	if end := summary(t, filepath.Join(dir, "out")); end.Status != "done" || end.Stopped == nil {
		t.Errorf("the run has ended as %s, %v", end.Status, end.Stopped)
	}
	p.close()
}

// lookBack goes to the first snapshot of a run that computes, and returns to the run.
func lookBack(t *testing.T, p *tab) {
	t.Helper()
	now := p.eval("gpusph.state().t").(float64)
	p.until("gpusph.state().stored > 1 && gpusph.state().now")
	p.eval("(f => { f.value = 0; f.oninput() })(document.getElementById('time'))")
	p.until("gpusph.state().t === 0 && !gpusph.state().now && " +
		"document.getElementById('at').textContent == '0 s'")
	p.click("now")
	p.until(fmt.Sprintf("gpusph.state().t === %v && gpusph.state().now", now))
}

// filmRun films a run that computes for a second.
func filmRun(t *testing.T, p *tab) {
	t.Helper()
	p.click("exportButton")
	p.until("document.getElementById('saveFilm').textContent == 'Record film'")
	p.click("saveFilm")
	// A busy host takes more than a second for a frame, and does not show each.
	p.until("/^Stop .[1-9]/.test(document.getElementById('saveFilm').textContent)")
	p.click("saveFilm")
	p.until("gpusph.state().file?.name.endsWith('.webm')")
	frames, size := p.eval("gpusph.state().file.frames"), p.eval("gpusph.state().file.size")
	if frames.(float64) < 2 || size.(float64) < 3000 {
		t.Errorf("the film of the run has %v frames in %v bytes", frames, size)
	}
}

// pickParticle clicks on a particle, of which the page then shows the values.
func pickParticle(t *testing.T, p *tab) {
	t.Helper()
	at := p.eval(`(() => {
		const flow = gpusph.flow(), all = [];
		for (let i = 0; i < flow.frame.n; i++)
			if (flow.place(i))
				all.push(flow.screen(flow.place(i)));
		all.sort((a, b) => a.depth - b.depth);
		const box = flow.canvas.getBoundingClientRect();
		return {x: box.left + all[0].x, y: box.top + all[0].y};
	})()`).(map[string]any)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		p.call(p.session, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at["x"],
			"y": at["y"], "button": "left", "clickCount": 1})
	}
	p.until("gpusph.state().picked !== null && document.querySelector('#picked table')" +
		".textContent.match(/particle\\d+.*density[\\d.]+ kg/)")
}

// chooseColours goes through what colours may mean, and cuts the flow.
func chooseColours(t *testing.T, p *tab) {
	t.Helper()
	for _, field := range []string{"pressure", "device", "velocity along z", "density", "speed"} {
		p.eval(fmt.Sprintf("(f => { f.value = %q; f.onchange() })(document.getElementById('field'))",
			field))
		p.until(fmt.Sprintf("document.getElementById('quantity').textContent.startsWith(%q)",
			field))
	}
	whole, _ := p.shot()
	drawings := p.eval("gpusph.state().drawn")
	p.click("sectionButton")
	p.click("section-x")
	p.eval("(f => { f.value = '100'; f.oninput() })(document.getElementById('section-x-slider'))")
	p.until(fmt.Sprintf("gpusph.state().drawn > %v", drawings))
	p.eval("new Promise(done => setTimeout(done, 100))")
	cut, _ := p.shot()
	if a, b := drawn(whole), drawn(cut); b > a/2 {
		t.Errorf("cut, %d points have the colours of water, of %d", b, a)
	}
	p.click("section-x")
}

// testWarningsOnPage has the warnings of a shallow flow above its log.
func testWarningsOnPage(t *testing.T, c *chromium, dir string) {
	s := serve(t, dir, endless+"--dir shallow --serve 127.0.0.1:0")
	p := c.open(s.url, 1100, 700)
	p.until("[...document.querySelectorAll('#warnings:not([hidden]) li')]" +
		".filter(l => l.textContent.includes('8 spacings deep')).length === 1")
}

func testPageOfFiles(t *testing.T, c *chromium, dir string) {
	s := serve(t, dir, "view out --serve 127.0.0.1:0")
	p := c.open(s.url, 1100, 700)
	p.until("gpusph.state().state == 'files' && gpusph.state().frames > 0 && " +
		"gpusph.state().points.energies > 5 && gpusph.state().lines > 3")
	if p.eval("document.getElementById('buttons').hidden") != true {
		t.Error("the page of a run that is over has buttons for one that runs")
	}
	p.until("gpusph.state().frames > 1") // it plays
	p.click("play")
	p.eval("(f => { f.value = 0; f.oninput() })(document.getElementById('time'))")
	p.until("document.getElementById('at').textContent == '0 s'")
	first, _ := p.shot()
	p.eval("(f => { f.value = f.max; f.oninput() })(document.getElementById('time'))")
	p.until("document.getElementById('at').textContent != '0 s'")
	p.eval("new Promise(done => setTimeout(done, 100))")
	last, _ := p.shot()
	if n := drawn(first); n < 1000 {
		t.Errorf("only %d points have the colours of water", n)
	}
	if n := differ(first, last); n < 200 {
		t.Errorf("only %d points differ between the first snapshot and the last", n)
	}
	p.close()
	s.Process.Kill()
}

// TestColoursStayWhileItPlays plays a run from rest: colours mean the same in each snapshot, and
// their range is wide enough for the last.
func TestColoursStayWhileItPlays(t *testing.T) {
	c := browse(t)
	dir := t.TempDir()
	if r := gpusph(t, dir, "--problem DambreakColumn --deltap 0.0028575 --tend 0.1 --output-interval "+
		"0.025 --devices host:1 --dir out"); r.code != 0 {
		t.Fatal(r.stderr)
	}
	s := serve(t, dir, "view out --serve 127.0.0.1:0")
	defer s.Process.Kill()
	p := c.open(s.url, 1100, 700)
	defer p.close()
	seen, ranges := map[any]bool{}, map[string]bool{}
	for end := time.Now().Add(patience); len(seen) < 4 && time.Now().Before(end); {
		state, _ := p.eval("window.gpusph && gpusph.state().frames > 0 ? [gpusph.state().t, " +
			"...gpusph.state().range] : null").([]any)
		if state != nil {
			seen[state[0]], ranges[fmt.Sprint(state[1:])] = true, true
		}
	}
	if len(seen) < 4 || len(ranges) != 1 {
		t.Errorf("in %d snapshots the colours have the ranges %v", len(seen), ranges)
	}
	most := p.eval("Math.max(...gpusph.flow().frame.velocity)")
	if high := p.eval("gpusph.state().range[1]"); !(high.(float64) > 0.5) {
		t.Errorf("colours end at %v m/s, of up to %v", high, most)
	}
}

// Where the front of the fluid is has a chart of its own: it is no height.
func testChartOfFront(t *testing.T, c *chromium) {
	dir := t.TempDir()
	mustRun(t, dir, "--problem DambreakColumn --deltap 0.005715 --tend 0.02 "+
		"--sample-interval 0.002 --devices host:1")
	s := serve(t, dir, "view out --serve 127.0.0.1:0")
	p := c.open(s.url, 1100, 900)
	p.until("gpusph.state().points.gauges == 11 && gpusph.state().points.front == 11")
	labels := func(id string) any {
		return p.eval("[...document.querySelectorAll('#chart-" + id +
			" .u-series .u-label')].slice(1).map(e => e.textContent).join()")
	}
	if a, b := fmt.Sprint(labels("gauges")), labels("front"); !strings.Contains(a, ",") ||
		strings.Contains(a, "front") || b != "front" && b != "" {
		t.Errorf("the chart of gauges has %v, that of the front %v", a, b)
	}
	title := fmt.Sprint(p.eval("document.querySelector('#chart-front h2').textContent"))
	if !strings.HasPrefix(title, "Front of the fluid along x") {
		t.Errorf("the title is %s", title)
	}
	p.close()
	s.Process.Kill()
}

func testPageWithToken(t *testing.T, c *chromium) {
	s := serve(t, t.TempDir(), "--problem DamBreak3D --deltap 0.04 --tend 30 --devices host:1 "+
		"--dir out --formats none --serve 0.0.0.0:0")
	wrong := c.open(s.url[:len(s.url)-3]+"AAA", 800, 600)
	const refused = "document.body?.innerText.includes('needs the token')"
	for end := time.Now().Add(patience); wrong.eval(refused) != true; {
		if time.Now().After(end) {
			t.Fatalf("with a wrong token there is %q", wrong.eval("document.body.innerText"))
		}
		time.Sleep(20 * time.Millisecond)
	}
	wrong.close()
	right := c.open(s.url, 800, 600)
	right.until("gpusph.state().frames > 0 && location.search == ''")
	right.close()
	s.Process.Kill()
}

// The page colours parts that bend by their stress, of a run that computes and of its files.
func TestStressOnPage(t *testing.T) {
	c := browse(t)
	dir := t.TempDir()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(here, root, "features/flexible/testdata/gate.toml")
	run := serve(t, dir, file+" --deltap 0.01 --tend 30 --devices host:1 --output-interval 0.01 "+
		"--dir out --serve 127.0.0.1:0")
	look := func(s *served, what string) {
		p := c.open(s.url, 1100, 700)
		defer p.close()
		p.until("gpusph.state().frames > 3")
		p.eval("(f => { f.value = 'von mises'; f.onchange() })(document.getElementById('field'))")
		p.until("document.getElementById('quantity').textContent.startsWith('von mises [')")
		p.until("gpusph.state().frames > 5 && gpusph.state().range[0] == 0 && " +
			"gpusph.state().range[1] > 1")
		if shown, _ := p.shot(); drawn(shown) < 1000 {
			t.Errorf("%s: only %d points are coloured", what, drawn(shown))
		}
	}
	look(run, "a run")
	run.Process.Kill()
	run.Wait()
	look(serve(t, dir, "view out --serve 127.0.0.1:0"), "its files")
}
