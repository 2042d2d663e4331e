package measure

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// writeListEnds prints what ended lists, and how the particles move for which steps were rejected.
// Spray has fewer than half of the neighbours of a particle inside the fluid.
func writeListEnds(w io.Writer, ends []engine.ListEnd, deltaP, full float64) {
	counts := map[string]int{}
	var nearly, skins, speeds, accelerations []float64
	blocks, steps := 0, 0
	for _, e := range ends {
		steps += e.Steps
		counts[why(e)]++
		if !e.Rejects || e.Layers {
			continue
		}
		counts[kind(e, full)]++
		blocks = max(blocks, e.Blocks)
		nearly, skins = append(nearly, float64(e.Nearly)), append(skins, e.Skin/deltaP)
		speeds, accelerations = append(speeds, e.Speed), append(accelerations, e.Acceleration)
	}
	fmt.Fprintf(w, "Ends of lists    %d lists of %s steps: %s\n", len(ends),
		text.Fixed(ratio(float64(steps), float64(len(ends))), 1), list(counts, causes))
	if len(nearly) == 0 {
		return
	}
	fmt.Fprintf(w, "  used-up skins  %s; of up to %s blocks %s are beyond 90 %% of their skins then\n",
		list(counts, kinds), text.Thousands(blocks), text.Fixed(text.Median(nearly), 0))
	fmt.Fprintf(w, "  medians        skin %s Δp, the particle's relative speed %s m/s, acceleration "+
		"%s m/s²\n", text.Fixed(text.Median(skins), 2), text.Fixed(text.Median(speeds), 2),
		text.Fixed(text.Median(accelerations), 0))
}

// around is how many neighbours a particle inside the fluid has.
func around(p *sph.Params) float64 {
	ball := math.Pi
	if p.Dim == 3 {
		ball *= 4. / 3
	}
	return ball * p.Volume(p.Support()/p.DeltaP)
}

// causes and kinds in the order in which they are printed.
var (
	causes = []string{"as planned", "skin against fluid", "skin against walls", "layers too close",
		"used up before the first step"}
	kinds = []string{"spray", "spray at walls", "fluid at walls", "inner fluid"}
)

// why is what ended a list.
func why(e engine.ListEnd) string {
	switch {
	case !e.Rejects:
		return causes[0]
	case e.Steps == 0:
		return causes[4]
	case e.Layers:
		return causes[3]
	case e.Walls:
		return causes[2]
	}
	return causes[1]
}

// kind is that of the particle which used up a skin.
func kind(e engine.ListEnd, full float64) string {
	spray, walls := float64(e.Fluids+e.Solids) < full/2 || e.Fluids < e.Solids, e.Solids > 0
	switch {
	case spray && walls:
		return kinds[1]
	case spray:
		return kinds[0]
	case walls:
		return kinds[2]
	}
	return kinds[3]
}

// list is the counts that are not 0, in order.
func list(counts map[string]int, order []string) string {
	var parts []string
	for _, name := range order {
		if n := counts[name]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, name))
		}
	}
	return strings.Join(parts, ", ")
}
