package program

import (
	"path/filepath"
	"testing"
	"time"
)

// TestReportZooms drags over a figure of the report in a browser: the figure then shows a part of
// its time, and a double click brings all of it back.
func TestReportZooms(t *testing.T) {
	c := browse(t)
	dir := t.TempDir()
	for _, line := range []string{
		"--problem DambreakColumn --deltap 0.0028575 --tend 0.05 --sample-interval 0.0005 --devices " +
			"host:1 --dir out",
		"report out",
	} {
		if r := gpusph(t, dir, line); r.code != 0 {
			t.Fatal(r.stderr)
		}
	}
	p := c.open("file://"+filepath.Join(dir, "out", "report.html"), 1100, 700)
	defer p.close()
	for end := time.Now().Add(patience); p.eval("!!(window.charts && "+
		"charts.length > 2)") != true; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the page has no charts: %v", p.eval("document.body.innerText.slice(0, 400)"))
		}
	}
	const width = "(charts[0].scales.x.max - charts[0].scales.x.min)"
	p.eval("charts[0].root.scrollIntoView()")
	all := p.eval(width).(float64)
	p.eval("window.box = charts[0].over.getBoundingClientRect()")
	box := p.eval("[box.left, box.top, box.width]").([]any)
	mouse := func(kind string, at float64, buttons, clicks int) {
		p.call(
			p.session,
			"Input.dispatchMouseEvent",
			map[string]any{"type": kind, "button": "left", "buttons": buttons,
				"clickCount": clicks, "x": box[0].(float64) + at*box[2].(float64), "y": box[1].(float64) + 40},
		)
	}
	mouse("mouseMoved", 0.25, 0, 0)
	mouse("mousePressed", 0.25, 1, 1)
	mouse("mouseMoved", 0.5, 1, 0)
	mouse("mouseReleased", 0.5, 0, 1)
	time.Sleep(200 * time.Millisecond)
	if part := p.eval(width).(float64); part > 0.4*all || part < 0.1*all {
		t.Errorf("after a drag over a quarter the figure shows %g of %g s", part, all)
	}
	for clicks := 1; clicks <= 2; clicks++ {
		mouse("mousePressed", 0.5, 1, clicks)
		mouse("mouseReleased", 0.5, 0, clicks)
	}
	time.Sleep(200 * time.Millisecond)
	if part := p.eval(width).(float64); part != all {
		t.Errorf("after a double click the figure shows %g of %g s", part, all)
	}
}
