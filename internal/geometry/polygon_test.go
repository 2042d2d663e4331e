package geometry

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMisses: an edge that a line is said to miss is none that it would be cut at, also where the
// line passes a corner closely, or runs along an edge. Most edges of a long outline are missed.
func TestMisses(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	missed, all := 0, 0
	for range 300 {
		var corners []point
		n, far := 3+random.IntN(40), math.Pow(10, 6*random.Float64()-2)
		for k := range n {
			r, turn := 0.5+random.Float64(), 2*math.Pi*float64(k)/float64(n)
			corners = append(corners, point{far + r*math.Cos(turn), r * math.Sin(turn)})
		}
		g, err := newPolygon(corners)
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			c := g.p[random.IntN(n)]
			off := math.Pow(10, 15*random.Float64()-15) * (random.Float64() - 0.5)
			d := point{random.NormFloat64(), random.NormFloat64()}
			if i := random.IntN(2 * n); i < n { // along an edge, nearly
				next := g.p[g.after(i)]
				d = point{next[0] - g.p[i][0] + off, next[1] - g.p[i][1]}
			}
			from := 20 * (random.Float64() - 0.5)
			q := point{c[0] + off - from*d[0], c[1] + off - from*d[1]}
			for i, a := range g.p {
				m := g.normal(i)
				slope := m[0]*d[0] + m[1]*d[1]
				s := (m[0]*(a[0]-q[0]) + m[1]*(a[1]-q[1])) / slope
				cut := slope != 0 && finite(s) && (math.Abs(slope) < 1e-6*math.Hypot(d[0], d[1]) ||
					g.onEdge(i, point{q[0] + s*d[0], q[1] + s*d[1]}))
				misses := g.misses(i, q, d)
				if all++; misses {
					missed++
				}
				if misses && cut {
					t.Fatalf("the line from %v along %v misses the edge from %v to %v, and cuts it", q, d, a,
						g.p[g.after(i)])
				}
			}
		}
	}
	if missed < all/2 {
		t.Errorf("only %d of %d edges are missed", missed, all)
	}
}
