package problems
import ("testing";"fmt";"math")
func TestZZ(t *testing.T) {
	p, err := FromFile("/tmp/w/bl/e.toml")
	if err != nil { t.Fatal(err) }
	c, err := p.Setup(0)
	if err != nil { t.Fatal(err) }
	q := &c.Particles
	for i, x := range q.Position {
		if math.Abs(x[0]-1.01) < 0.005 || math.Abs(x[0]-0.83)<0.005 {
			rel := float64(q.RelDensity[i])
			fmt.Printf("%v %d %.4f %.5f rel %.3e p/rho g %.4f want %.4f\n", q.Type[i], q.Body[i], x[0], x[2], rel, rel*c.Params.C0*c.Params.C0/9.81, 0.4-x[2])
		}
	}
	fmt.Println(c.Params.C0, c.Params.H/c.Params.DeltaP, c.Params.Boundary)
}
