package timeline

import (
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gpusph/gpu"
)

// TestDots holds that there is a dot above a stream's row where the host issued each
// piece of work from the beginning on, and none above other rows.
func TestDots(t *testing.T) {
	r := madeUp()
	p := r.picture()
	var c recorder.Canvas
	p.draw(draw.NewCanvas(&c, pictureWidth, p.height()))
	drawn := map[vg.Point]bool{}
	for _, a := range c.Actions {
		if f, ok := a.(*recorder.Fill); ok && f.Path[0].Type == vg.MoveComp && len(f.Path) > 1 &&
			f.Path[1].Type == vg.ArcComp {
			drawn[f.Path[1].Pos] = true
		}
	}
	const legend = 1
	want := 0
	p.rows(func(track gpu.Track, y vg.Length) {
		stream := track.Stream != gpu.HostTrack && track.Stream != PhaseTrack
		for _, s := range track.Spans {
			if !stream || s.Issued < p.whole.from {
				continue
			}
			want++
			if at := (vg.Point{X: p.x(s.Issued), Y: y - dotHeight/2}); !drawn[at] {
				t.Errorf("no dot at %v for %s, which was issued at %v on %s", at, s.Name, s.Issued,
					track.Stream)
			}
		}
	})
	if len(drawn) > want+legend || want < 10 {
		t.Errorf("there are %d dots for %d pieces of work", len(drawn)-legend, want)
	}
}
