package main

import (
	"os"
	"testing"
	"time"
)

func TestShots(t *testing.T) {
	to := os.Getenv("GPUSPH_SHOTS")
	if to == "" {
		t.Skip("GPUSPH_SHOTS names no directory")
	}
	s := serve(t, t.TempDir(), os.Getenv("GPUSPH_SHOTS_RUN")+" --dir out --serve 127.0.0.1:0")
	c := browse(t)
	p := c.open(s.url, 1440, 900)
	p.until("gpusph.state().frames > 3")
	d, _ := time.ParseDuration(os.Getenv("GPUSPH_SHOTS_AFTER"))
	time.Sleep(d)
	p.click("pause")
	p.until("gpusph.state().state == 'paused'")
	time.Sleep(1500 * time.Millisecond)
	_, data := p.shot()
	os.WriteFile(to+"/live.png", data, 0o644)
	t.Log(p.eval("JSON.stringify(gpusph.state())"))
	q := c.open(s.url, 390, 844)
	q.until("gpusph.state().frames > 0 && gpusph.state().drawn > 3")
	time.Sleep(1500 * time.Millisecond)
	_, data = q.shot()
	os.WriteFile(to+"/live_phone.png", data, 0o644)
}
