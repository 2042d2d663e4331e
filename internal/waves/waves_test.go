package waves

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"strings"
	"testing"

	"gpusph/sph/wavemaker"
)

// recordOf is a record of a level as a function of time.
func recordOf(t *testing.T, end, interval float64, level func(time float64) float64) *Record {
	t.Helper()
	var times, levels []float64
	for k := 0; float64(k)*interval <= end; k++ {
		times, levels = append(times, float64(k)*interval), append(levels, level(float64(k)*interval))
	}
	r, err := NewRecord(times, levels)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s is %.6g, not %.6g within %g %%", what, got, want, 100*tolerance)
	}
}

// Waves of three heights and periods, one after the other, are found with these.
func TestZeroCrossings(t *testing.T) {
	heights, periods := []float64{0.1, 0.3, 0.2}, []float64{1, 2, 1.5}
	wave := func(time float64) float64 {
		time = math.Mod(time, 4.5)
		for k := range heights {
			if time < periods[k] {
				return 0.4 + heights[k]/2*math.Sin(2*math.Pi*time/periods[k])
			}
			time -= periods[k]
		}
		return 0.4
	}
	r := recordOf(t, 4.5*4+0.3, 0.02, func(time float64) float64 { return wave(time + 4.3) })
	s, err := r.Statistics()
	if err != nil {
		t.Fatal(err)
	}
	if s.Waves != 12 {
		t.Errorf("there are %d waves, not 12", s.Waves)
	}
	near(t, "the mean level", s.Mean, 0.4, 2e-3)
	near(t, "the mean height", s.Hmean, 0.2, 2e-3)
	near(t, "the highest third", s.Hthird, 0.3, 2e-3)
	near(t, "Hrms", s.Hrms, math.Sqrt(0.14/3), 2e-3)
	near(t, "Hmax", s.Hmax, 0.3, 2e-3)
	near(t, "the mean period", s.Tmean, 1.5, 3e-3)
	near(t, "the period of the highest third", s.Tthird, 2, 5e-3)
	near(t, "the greatest crest", s.GreatestCrest, 0.15, 5e-3)
	near(t, "the lowest trough", s.LowestTrough, -0.15, 5e-3)
}

// A level that trembles about its mean makes no waves.
func TestTremblingIsNoWave(t *testing.T) {
	r := recordOf(t, 20, 0.01, func(time float64) float64 {
		return 0.1*math.Sin(2*math.Pi*time/2+0.3) + 0.001*math.Sin(2*math.Pi*time/0.037)
	})
	if s, err := r.Statistics(); err != nil || s.Waves < 8 || s.Waves > 9 {
		t.Errorf("%d waves of 2 s in 20 s: %v", s.Waves, err)
	}
	if _, err := recordOf(t, 5, 0.01, func(float64) float64 { return 0.4 }).Statistics(); err == nil {
		t.Error("still water has waves")
	}
}

// A regular wave is one line of the spectrum, whatever the length of the record is; its parameters
// are known.
func TestSpectrumOfRegularWave(t *testing.T) {
	for _, end := range []float64{20, 23.7} {
		s, err := recordOf(t, end, 0.05,
			func(time float64) float64 { return 0.3 + 0.05*math.Sin(2*math.Pi*time/1.7+1) }).Spectrum()
		if err != nil {
			t.Fatal(err)
		}
		p := s.Parameters()
		near(t, "Hm0", p.Hm0, 4*0.05/math.Sqrt2, 2e-3)
		near(t, "Tp", p.Tp, 1.7, 1e-3)
		near(t, "T(-1,0)", p.Tenerg, 1.7, 1e-3)
		near(t, "T02", p.T02, 1.7, 2e-3)
	}
}

// Two lines of known variance: moments are theirs.
func TestMomentsOfTwoLines(t *testing.T) {
	s, err := recordOf(t, 200, 0.05, func(time float64) float64 {
		return 0.05*math.Sin(2*math.Pi*time/2) + 0.04*math.Sin(2*math.Pi*time/0.8+2)
	}).Spectrum()
	if err != nil {
		t.Fatal(err)
	}
	a, b := 0.05*0.05/2, 0.04*0.04/2
	p := s.Parameters()
	near(t, "Hm0", p.Hm0, 4*math.Sqrt(a+b), 0.002)
	near(t, "T(-1,0)", p.Tenerg, (2*a+0.8*b)/(a+b), 0.002)
	near(t, "T02", p.T02, math.Sqrt((a+b)/(a/4+b/0.64)), 0.002)
}

// TestBandOfMoments has lines next to both ends of the band, from a third of the peak frequency to
// eight times it: those inside count.
func TestBandOfMoments(t *testing.T) {
	s := &Spectrum{Step: 0.01, Density: make([]float64, 1000)}
	s.Density[100] = 1
	lines := map[int]float64{34: 0.02, 795: 0.03}
	for k, d := range lines {
		s.Density[k] = d
	}
	s.Density[33], s.Density[805] = 0.05, 0.07
	moment := func(n float64) float64 {
		sum := 0.01
		for k, d := range lines {
			sum += 0.01 * d * math.Pow(float64(k)/100, n)
		}
		return sum
	}
	p := s.Parameters()
	near(t, "Hm0", p.Hm0, 4*math.Sqrt(moment(0)), 1e-9)
	near(t, "T(-1,0)", p.Tenerg, moment(-1)/moment(0), 1e-9)
	near(t, "T02", p.T02, math.Sqrt(moment(0)/moment(2)), 1e-9)
	near(t, "Tp", p.Tp, 1, 1e-3)
}

// flume has gauges in waves with a part reflected, of some periods with random phases.
func flume(t *testing.T, at []float64, periods []float64, part, noise float64) (all []Gauge) {
	const depth, gravity = 0.4, 9.81
	random := rand.New(rand.NewPCG(1, 2))
	phases := make([]float64, 2*len(periods))
	for k := range phases {
		phases[k] = 2 * math.Pi * random.Float64()
	}
	for _, x := range at {
		all = append(all, Gauge{x, recordOf(t, 120, 0.05, func(time float64) (z float64) {
			for k, period := range periods {
				number := wavemaker.WaveNumber(1/period, depth, gravity)
				w := 2 * math.Pi / period
				a := 0.05 / math.Sqrt(float64(len(periods)))
				z += a*math.Sin(w*time-number*x+phases[2*k]) + part*a*math.Sin(w*time+number*x+phases[2*k+1])
			}
			return 0.4 + z + noise*(random.Float64()-0.5)
		})})
	}
	return all
}

// Incident and reflected waves come out with the heights they were made with, for regular and for
// irregular waves, with three gauges and with four, and with noise.
func TestSeparate(t *testing.T) {
	irregular := []float64{1.2, 1.31, 1.37, 1.44, 1.5, 1.53, 1.61, 1.72, 1.85, 2.03}
	for _, test := range []struct {
		name      string
		at        []float64
		periods   []float64
		part      float64
		noise     float64
		tolerance float64
	}{
		{"regular", []float64{3, 3.26, 3.66}, []float64{1.5}, 0.2, 0, 0.005},
		{"regular, little reflected", []float64{3, 3.26, 3.66}, []float64{1.5}, 0.05, 0, 0.02},
		{"four gauges", []float64{1, 1.3, 1.7, 2.1}, []float64{1.5}, 0.3, 0, 0.005},
		{"irregular", []float64{3, 3.26, 3.66}, irregular, 0.3, 0, 0.05},
		{"noise", []float64{3, 3.26, 3.66}, []float64{1.5}, 0.2, 0.01, 0.03},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := Separate(flume(t, test.at, test.periods, test.part, test.noise), 0.4, 9.81)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "the reflection coefficient", r.Coefficient, test.part, test.tolerance)
			near(t, "the incident height", r.Hi, 4*0.05/math.Sqrt2, test.tolerance)
			if test.noise == 0 && !(r.Rest < 0.01) {
				t.Errorf("neither wave has %.2g of the variance", r.Rest)
			}
		})
	}
}

// TestSeparateLines has lines of a spectrum, each reflected by a part of its own, besides lines out
// of the band and one that is no wave, over whole periods of the record. All of them come out.
func TestSeparateLines(t *testing.T) {
	const depth, period, begins = 0.4, 20., 0.2
	at := []float64{2, 2.26, 2.66}
	number := func(n int) float64 { return wavemaker.WaveNumber(float64(n)/period, depth, 9.81) }
	type line struct{ incident, reflected complex128 }   // amplitudes at the first gauge
	lines := map[int]line{6: {0.012, 0}, 27: {0.011, 0}} // below half and above 1.9 times the peak
	inBand := map[int][2]float64{8: {0.01, 0.8}, 13: {0.03, 0.1}, 14: {0.04, 0.5}, 15: {0.02, 0},
		26: {0.01, 0.3}}
	for n, of := range inBand { // each crosses its mean upwards with all others
		late := 0.2 + 0.03*float64(n)
		early := -math.Asin(of[1] * math.Sin(late))
		if of[1] == 0 {
			early = 0
		}
		lines[n] = line{cmplx.Rect(of[0], early), cmplx.Rect(of[0]*of[1], late)}
	}
	// Σ rest_i e^(±ikx_i) = 0, so neither wave has any of it.
	const restAt, restSize = 17, 0.01
	k := number(restAt)
	rest := []float64{math.Sin(k * (at[2] - at[1])), math.Sin(k * (at[0] - at[2])),
		math.Sin(k * (at[1] - at[0]))}
	var gauges []Gauge
	whole, peak, weight, restSum := 0.0, 0.0, 0.0, 0.0
	for i, x := range at {
		gauges = append(gauges, Gauge{x, recordOf(t, 6*period+2*begins, 0.05, func(time float64) float64 {
			z := 0.4 + restSize*rest[i]*math.Sin(2*math.Pi*restAt/period*(time-begins))
			for n, l := range lines {
				turn := cmplx.Rect(1, 2*math.Pi*float64(n)/period*(time-begins))
				way := cmplx.Rect(1, number(n)*(x-at[0]))
				z += imag(turn * (l.incident/way + l.reflected*way))
			}
			return z
		})})
		restSum += 0.5 * restSize * restSize * rest[i] * rest[i] / 3
	}
	variances := map[int]float64{restAt: restSum} // means of the gauges
	for n, l := range lines {
		for _, x := range at {
			way := cmplx.Rect(1, number(n)*(x-at[0]))
			variances[n] += 0.5 * squared(l.incident/way+l.reflected*way) / 3
		}
	}
	for n, v := range variances {
		peak, weight = peak+float64(n)/period*v*v*v*v, weight+v*v*v*v
		if n > 6 && n < 27 {
			whole += v
		}
	}
	r, err := Separate(gauges, depth, 9.81)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "Tp", r.Tp, weight/peak, 1e-3)
	near(t, "the length", r.Length, 2*math.Pi/wavemaker.WaveNumber(1/r.Tp, depth, 9.81), 1e-9)
	near(t, "what neither wave has", r.Rest, restSum/whole, 2e-3)
	var m0 [2]float64
	for j, f := range r.Frequency {
		n := int(math.Round(f * period))
		if math.Abs(f*period-float64(n)) > 0.01 { // six frequencies for each of the lines
			n = 0
		}
		l := line{}
		if inBand[n][0] > 0 {
			l = lines[n]
			near(t, "k", r.Number[j], number(n), 1e-4)
		}
		for i, of := range [2]complex128{l.incident, l.reflected} {
			got := [2]float64{r.Incident[j], r.Reflected[j]}[i] / (6 * period)
			want := 0.5 * squared(of)
			if m0[i] += want; math.Abs(got-want) > 2e-3*want+2e-9 {
				t.Errorf("wave %d at %.3f Hz has the variance %g m², not %g", i, f, got, want)
			}
		}
	}
	near(t, "the incident height", r.Hi, 4*math.Sqrt(m0[0]), 1e-3)
	near(t, "the reflected height", r.Hr, 4*math.Sqrt(m0[1]), 1e-3)
	near(t, "the reflection coefficient", r.Coefficient, math.Sqrt(m0[1]/m0[0]), 1e-3)
}

// Of three gauges the amplitudes are those that Mansard and Funke (1980) write out.
func TestMansardAndFunke(t *testing.T) {
	const k = 2.4
	gauges := []Gauge{{At: 0}, {At: 0.26}, {At: 0.66}}
	of := []complex128{0.3 + 0.1i, -0.2 + 0.4i, 0.1 - 0.5i}
	a, b, _ := leastSquares(gauges, k, func(i int) complex128 { return of[i] })
	beta, gamma := k*0.26, k*0.66
	sb, cb := math.Sincos(beta)
	sg, cg := math.Sincos(gamma)
	sd, cd := math.Sincos(gamma - beta)
	d := 2 * (sb*sb + sg*sg + sd*sd)
	r := [3]float64{sb*sb + sg*sg, sg * sd, -sb * sd}
	q := [3]float64{sb*cb + sg*cg, sg*cd - 2*sb, sb*cd - 2*sg}
	var incident, reflected complex128
	for i := range of { // with e^(iωt): their B has the other sign of i
		incident += of[i] * complex(r[i]/d, -q[i]/d)
		reflected += of[i] * complex(r[i]/d, q[i]/d)
	}
	if squared(a-incident) > 1e-24 || squared(b-reflected) > 1e-24 {
		t.Errorf("the amplitudes are %.6g and %.6g, not %.6g and %.6g", a, b, incident, reflected)
	}
}

// Gauges that stand half a wavelength apart are refused, with distances that are good.
func TestGaugesThatStandBadly(t *testing.T) {
	half := math.Pi / wavemaker.WaveNumber(1/1.5, 0.4, 9.81)
	_, err := Separate(flume(t, []float64{3, 3 + half, 3 + 2*half}, []float64{1.5}, 0.2, 0), 0.4, 9.81)
	if err == nil || !strings.Contains(err.Error(), "here 0.262 and 0.654 m") {
		t.Error(err)
	}
}
