package program

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// TestShots makes the pictures of docs/reference/live.md, where GPUSPH_SHOTS names their directory.
func TestShots(t *testing.T) {
	to := os.Getenv("GPUSPH_SHOTS")
	if to == "" {
		t.Skip("GPUSPH_SHOTS names no directory for pictures of the page")
	}
	dir := t.TempDir()
	s := serve(t, dir, "--problem DamBreak3D --deltap 0.0175 --tend 0.8 --gpus 2 --dir out "+
		"--serve 127.0.0.1:0")
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
		p.until("gpusph.state().frames > 1 || gpusph.state().state == 'files' && gpusph.state().frames > 0")
		p.eval("new Promise(done => setTimeout(done, 1500))")
		before(p)
		p.eval("document.getElementById('hint').hidden = true; new Promise(done => setTimeout(done, 2000))")
		_, data := p.shot()
		if err := os.WriteFile(filepath.Join(to, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shot("live.png", s.url, 1440, 900, func(p *tab) {})
	shot("live_phone.png", s.url, 390, 844, func(p *tab) {})
	l.CloseNow()
	s.end(t)
	v := serve(t, dir, "view out --serve 127.0.0.1:0")
	later := func(p *tab) {
		p.click("play")
		p.eval("(t => { t.value = 24; t.oninput() })(document.getElementById('time')); (f => { f.value = 'pressure'; f.onchange() })(document.getElementById('field'))")
	}
	shot("live_view.png", v.url, 1440, 900, later)
	shot("live_view_phone.png", v.url, 390, 844, later)
}
