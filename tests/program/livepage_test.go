package program

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// TestShots makes the pictures of docs/reference/live.md, where GPUSPH_SHOTS names their directory.
// Without it one of a coarse run is made and looked at.
func TestShots(t *testing.T) {
	to, of, wait := os.Getenv("GPUSPH_SHOTS"), "--deltap 0.0175 --tend 0.8 --devices host:2", 2000
	small := to == ""
	if small {
		to, of, wait = t.TempDir(), "--deltap 0.05 --tend 60 --devices host:1", 100
	}
	dir := t.TempDir()
	s := serve(t, dir, "--problem DamBreak3D "+of+" --dir out --serve 127.0.0.1:0")
	l := look(t, s)
	l.say("ready", 0)
	until, _ := strconv.ParseFloat(os.Getenv("GPUSPH_SHOTS_AT"), 64)
	for l.status["t"] == nil || l.status["t"].(float64) < until {
		l.until("it goes on", func() bool { n := l.status; l.status = nil; return n != nil })
		time.Sleep(200 * time.Millisecond)
		l.status = s.status(t)
	}
	c := browse(t)
	shot := func(name, url string, width, height int, before func(*tab)) {
		p := c.open(url, width, height)
		defer p.close()
		p.until("gpusph.state().frames > 1 || gpusph.state().frames > 0 && " +
			"['ended', 'files'].includes(gpusph.state().state)") // a fast run has ended with one
		later := fmt.Sprintf("new Promise(done => setTimeout(done, %d))", wait)
		p.eval(later)
		before(p)
		p.eval("document.getElementById('hint').hidden = true; " + later)
		picture, data := p.shot()
		if n := coloursOf(picture); n < 100 {
			t.Errorf("the picture %s has %d colours", name, n)
		}
		if err := os.WriteFile(filepath.Join(to, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shot("live.png", s.url, 1440, 900, func(p *tab) {})
	if small {
		return
	}
	shot("live_phone.png", s.url, 390, 844, func(p *tab) {})
	l.CloseNow()
	s.end(t)
	v := serve(t, dir, "view out --serve 127.0.0.1:0")
	tools := func(p *tab) {
		p.click("play")
		p.eval("(t => { t.value = 18; t.oninput() })(document.getElementById('time')); " +
			"(f => { f.value = 'pressure'; f.onchange() })(document.getElementById('field'))")
		p.click("sectionButton")
		p.click("section-y")
		p.until("Math.abs(gpusph.state().t - 0.48) < 0.02")
		p.eval(`(() => { const f = gpusph.flow(), at = (x, z) => f.screen(f.centre.clone().set(x, 0.335, z)),
			a = at(0.02, 0.02), b = at(0.88, 0.02), c = at(0.12, 0.03);
			document.getElementById("rulerButton").click();
			f.pointer.chosen(a.x, a.y); f.pointer.chosen(b.x, b.y);
			document.getElementById("sectionButton").click(); f.pointer.chosen(c.x, c.y) })()`)
	}
	shot("live_tools.png", v.url, 1280, 800, tools)
}

// coloursOf is how many colours a picture has.
func coloursOf(picture image.Image) int {
	all, in := map[color.Color]bool{}, picture.Bounds()
	for y := in.Min.Y; y < in.Max.Y; y += 3 {
		for x := in.Min.X; x < in.Max.X; x += 3 {
			all[picture.At(x, y)] = true
		}
	}
	return len(all)
}
