package problems

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gpusph/internal/casefile"
)

func TestZZ(t *testing.T) {
	all, _ := filepath.Glob("../cases/*.toml")
	big := 2e6
	for _, f := range all {
		data, _ := os.ReadFile(f)
		c, err := casefile.Parse(data, f)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := FromCase(c)
		t0 := time.Now()
		k, err := p.Sketch(0, 8e4)
		t1 := time.Now()
		if err != nil {
			fmt.Println(filepath.Base(f), err)
			continue
		}
		o, _ := p.Outline(0)
		n := o.Fluid + o.Wall
		dp := p.DeltaP() * math.Pow(n/big, 1/float64(k.Case.Params.Dim))
		p2, _ := FromCase(c)
		ex, err := p2.Sketch(dp, 1e9)
		if err != nil {
			fmt.Println(filepath.Base(f), "exact", err)
			continue
		}
		p2, _ = FromCase(c)
		t2 := time.Now()
		sm, err := p2.Sketch(dp, 8e4)
		t3 := time.Now()
		if err != nil {
			fmt.Println(filepath.Base(f), "sample", err)
			continue
		}
		fmt.Printf("%-26s own %5d ms %7d | sample %5d ms %7d of %.2e: fluid %.3f wall %.3f spacing %.2f\n", filepath.Base(f), t1.Sub(t0).Milliseconds(), k.Case.Particles.Len(), t3.Sub(t2).Milliseconds(), sm.Case.Particles.Len(), ex.Fluid+ex.Wall, sm.Fluid/ex.Fluid, sm.Wall/ex.Wall, sm.Spacing/dp)
	}
}
