package program

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// TestReportPageFits opens the report on a phone and on a desk: nothing is wider than the page but
// tables in boxes that scroll and say so, charts are as wide as it, and legends name all curves.
func TestReportPageFits(t *testing.T) {
	c := browse(t)
	dir := t.TempDir()
	for _, line := range []string{
		"--problem DamBreak3D --deltap 0.06 --tend 0.1 --devices host:2 --dir out", "report out",
	} {
		if r := gpusph(t, dir, line); r.code != 0 {
			t.Fatal(r.stderr)
		}
	}
	for _, wide := range []int{390, 1280} {
		p := c.open("file://"+filepath.Join(dir, "out", "report.html"), wide, 844)
		for end := time.Now().Add(patience); p.eval("!!(window.charts && charts.length > 2)") != true; {
			if time.Now().After(end) {
				t.Fatalf("the page has no charts: %v", p.eval("document.body.innerText.slice(0, 400)"))
			}
			time.Sleep(20 * time.Millisecond)
		}
		for what, expression := range map[string]string{
			"the page scrolls sideways": "document.documentElement.scrollWidth > innerWidth",
			"a chart is narrower than nine tenths of the page": "[...document.querySelectorAll(" +
				"'.zooms .uplot')].some((c) => c.clientWidth < 0.85 * innerWidth)",
			"the picture is not on the first screen": "!(document.querySelector('img')." +
				"getBoundingClientRect().top < innerHeight / 2)",
			"the flow's figures come after a table": "document.querySelector('.facts')." +
				"getBoundingClientRect().top > document.querySelector('table').getBoundingClientRect().top",
			"a table is cut without a hint": "[...document.querySelectorAll('.wide')].some((b) => " +
				"b.scrollWidth > b.clientWidth + 1 && !(b.previousElementSibling?.checkVisibility() && " +
				"b.previousElementSibling.classList.contains('hint')))",
			"a hint stands where nothing is cut": "[...document.querySelectorAll('.hint.shown')].some(" +
				"(h) => h.nextElementSibling.scrollWidth <= h.nextElementSibling.clientWidth)",
			"a legend has dashes for values": "document.body.innerText.includes('--\\n') || " +
				"[...document.querySelectorAll('.legend')].some((l) => l.textContent.includes('--'))",
			"two curves of a chart have the same line": "[...document.querySelectorAll('.legend')]" +
				".some((l) => { const all = [...l.querySelectorAll('path')].map((p) => p.outerHTML); " +
				"return new Set(all).size < all.length; })",
			"something is wider than the page": fmt.Sprintf("[...document.querySelectorAll('body *')]"+
				".some((e) => !e.closest('.wide, svg, .uplot') && e.getBoundingClientRect().right > %d)", wide),
		} {
			if p.eval(expression) != false {
				t.Errorf("at %d pixels %s", wide, what)
			}
		}
		n := p.eval("document.querySelectorAll('.hint.shown').length").(float64)
		if (n > 0) != (wide < 600) {
			t.Errorf("at %d pixels %v tables say that they scroll", wide, n)
		}
		p.close()
	}
}
