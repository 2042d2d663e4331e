package program

import (
	"os"
	"testing"
)

// The page of a flow on a grid in a browser: charts and pictures appear while it computes, the end
// comes with the command that continues the run, and the page of the files has the same. It fits
// into 400 pixels.
func TestGridPageInBrowser(t *testing.T) {
	c := browse(t)
	dir := t.TempDir()
	s := serve(t, dir, "GridHeatedCavity --cells 16 --steady 0 --tend 1000000 --devices host:1 "+
		"--dir out --output-interval 5 --sample-interval 0.5 --serve 127.0.0.1:0")
	p := c.open(s.url, 400, 800)
	p.until("gpusph.state().state === 'running' && gpusph.state().drawn === 2")
	p.until("gpusph.state().charts.join() === 'chart-energy,chart-dissipation,chart-temperature," +
		"chart-nusselt' && gpusph.state().points.every((n) => n > 1)")
	if wide := p.eval("document.documentElement.scrollWidth"); wide != 400.0 {
		t.Errorf("the page is %v pixels wide", wide)
	}
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.until("document.getElementById('end').innerText.includes('gpusph --resume out continues')")
	p.close()
	<-s.rest
	s.Wait()
	s = serve(t, dir, "view out --serve 127.0.0.1:0")
	p = c.open(s.url, 1300, 900)
	p.until("gpusph.state().state === 'interrupted' && gpusph.state().drawn === 2 && " +
		"gpusph.state().points.every((n) => n > 1)")
	p.close()
	s.Process.Kill()
}
