package gridmeasure

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/dsp/fourier"

	"gpusph/grid"
	"gpusph/output"
)

// Spectrum is the kinetic energy of a flow in a periodic box by wavenumber, and the scales of
// turbulence that follow (Pope, Turbulent Flows, 2000, sections 6.3 and 6.5). The mean velocity is
// that at k = 0, and belongs to no shell.
//
// A snapshot has the mean of the two faces of each cell. Its wave with the number k along the
// component's own axis is the faces' times cos(k h/2), so E would be too small by up to cos²: by 1
// % at a sixteenth of the greatest wavenumber π/h, by a half at its half. The spectrum is that of
// the faces: waves are divided by the cosine. Those of two cells along that axis are lost.
//
// The dissipation is that of the scheme: for k² it has Σ (2 sin(k_a h_a/2) / h_a)², as the
// second-order Laplacian does.
type Spectrum struct {
	Time float64
	Step int

	Wavenumber  []float64 // middle of each shell: a multiple of 2π over the longest side [1/m]
	Energy      []float64 // E(k) [m³/s²]
	Dissipation []float64 // by wavenumber: its sum over k Δk is ε [m³/s³]

	Scales Scales

	Parseval float64 // energy of the waves over that of the cells, less 1
}

// Scales are those of turbulence.
type Scales struct {
	Energy      float64 // without that of the mean velocity [m²/s²]
	Dissipation float64 // ε [m²/s³]
	Speed       float64 // u' = √(2/3 energy) [m/s]
	Integral    float64 // L = π/(2 u'²) ∫ E/k dk [m]
	Taylor      float64 // λ = u' √(15 ν/ε) [m]
	Reynolds    float64 // u' λ/ν
	Kolmogorov  float64 // η = (ν³/ε)^(1/4) [m]
	Resolution  float64 // the greatest wavenumber times η
}

// NewSpectrum takes the spectrum of a snapshot of a periodic box; viscosity is ν [m²/s].
func NewSpectrum(s *grid.Snapshot, viscosity float64) (*Spectrum, error) {
	if err := check(s); err != nil {
		return nil, err
	}
	if !HasSpectrum(s) {
		return nil, fmt.Errorf("the spectrum is of boxes of equal cells that are periodic along all "+
			"axes; this flow of %v cells is periodic along x, y and z: %v", s.Cells, s.Periodic)
	}
	p := newShells(s)
	waves, cells := 0.0, 0.0 // energies
	u := s.Field(Velocity)
	for c := range 3 {
		energy, means := p.add(u, c)
		waves += energy
		cells += means
	}
	result := &Spectrum{Time: s.Time, Step: s.Step}
	dk := p.width
	for i := 1; i < len(p.energy); i++ {
		result.Wavenumber = append(result.Wavenumber, float64(i)*dk)
		result.Energy = append(result.Energy, p.energy[i]/dk)
		result.Dissipation = append(result.Dissipation, viscosity*p.squares[i]/dk)
	}
	if cells > 0 {
		result.Parseval = waves/cells - 1
	}
	if !(math.Abs(result.Parseval) < 1e-12) {
		return nil, fmt.Errorf("the waves of the flow at t = %g s have %g times the energy of its cells",
			s.Time, 1+result.Parseval)
	}
	result.Scales = p.scales(viscosity)
	return result, nil
}

func (p *shells) scales(viscosity float64) (r Scales) {
	inverse := 0.0
	for i := 1; i < len(p.energy); i++ {
		r.Energy += p.energy[i]
		r.Dissipation += viscosity * p.squares[i]
		inverse += p.inverse[i]
	}
	r.Speed = math.Sqrt(2 * r.Energy / 3)
	r.Integral = math.Pi / 2 * inverse / (r.Speed * r.Speed)
	r.Taylor = r.Speed * math.Sqrt(15*viscosity/r.Dissipation)
	r.Reynolds = r.Speed * r.Taylor / viscosity
	r.Kolmogorov = math.Pow(viscosity*viscosity*viscosity/r.Dissipation, 0.25)
	r.Resolution = p.greatest * r.Kolmogorov
	return r
}

// shells are sums over waves whose number is nearest to a multiple of the width.
type shells struct {
	s                        *grid.Snapshot
	width, greatest          float64
	energy, squares, inverse []float64 // of ½u², 2·½u²k² as the scheme has it, and ½u²/k

	// of the waves along each axis: k², that which the scheme sees, and cos² (k h/2)
	k2, seen2, cos2 [3][]float64
}

func newShells(s *grid.Snapshot) *shells {
	p := &shells{s: s, width: math.Inf(1), greatest: math.Inf(1)}
	corner := 0.0
	for a, n := range s.Cells {
		p.width = math.Min(p.width, 2*math.Pi/(float64(n)*s.Spacing[a]))
		p.greatest = math.Min(p.greatest, math.Pi/s.Spacing[a])
		corner += math.Pow(math.Pi/s.Spacing[a], 2)
		for i := range n {
			h := s.Spacing[a]
			k := 2 * math.Pi * float64(min(i, n-i)) / (float64(n) * h)
			sin, cos := math.Sincos(k * h / 2)
			p.k2[a] = append(p.k2[a], k*k)
			p.seen2[a] = append(p.seen2[a], 4/(h*h)*sin*sin)
			p.cos2[a] = append(p.cos2[a], cos*cos)
		}
	}
	count := int(math.Sqrt(corner)/p.width+0.5) + 1
	p.energy, p.squares = make([]float64, count), make([]float64, count)
	p.inverse = make([]float64, count)
	return p
}

// add adds a component. It returns the energy of its waves before they are divided, and of its
// cells. Sums are of planes first, so that rounding stays small.
func (p *shells) add(u *grid.Field, c int) (waves, cells float64) {
	n := p.s.Cells
	plane := n[0] * n[1]
	values := make([]float64, plane*n[2])
	for k := range n[2] {
		sum := 0.0
		for i := k * plane; i < (k+1)*plane; i++ {
			v := u.Values[3*i+c]
			values[i] = v
			sum += v * v / 2
		}
		cells += sum
	}
	transform := transformed(values, n)
	half := n[0]/2 + 1 // waves along x; the others are their conjugates
	plane = half * n[1]
	scale := 1 / (float64(len(values)) * float64(len(values)))
	for k := range n[2] {
		sum := 0.0
		for i, z := range transform[k*plane : (k+1)*plane] {
			weight := 2 * scale
			if x := i % half; x == 0 || 2*x == n[0] {
				weight = scale
			}
			energy := weight * (real(z)*real(z) + imag(z)*imag(z)) / 2
			sum += energy
			p.wave([3]int{i % half, i / half, k}, c, energy)
		}
		waves += sum
	}
	return waves, cells / float64(len(values))
}

// wave adds the energy of one wave of component c.
func (p *shells) wave(x [3]int, c int, energy float64) {
	k2 := p.k2[0][x[0]] + p.k2[1][x[1]] + p.k2[2][x[2]]
	if k2 == 0 || 2*x[c] == p.s.Cells[c] {
		return
	}
	energy /= p.cos2[c][x[c]]
	k := math.Sqrt(k2)
	shell := int(k/p.width + 0.5)
	p.energy[shell] += energy
	p.squares[shell] += 2 * energy * (p.seen2[0][x[0]] + p.seen2[1][x[1]] + p.seen2[2][x[2]])
	p.inverse[shell] += energy / k
}

// transformed is the Fourier transform of real values: n[0]/2+1 waves along x, and n[1] and n[2]
// along y and z. Lines are transformed on all cores, each as a whole, so the result does not depend
// on how many there are.
func transformed(values []float64, n [3]int) []complex128 {
	half := n[0]/2 + 1
	all := make([]complex128, half*n[1]*n[2])
	inParts(n[1]*n[2], func() func(line int) {
		fft := fourier.NewFFT(n[0])
		return func(line int) {
			fft.Coefficients(all[line*half:(line+1)*half], values[line*n[0]:(line+1)*n[0]])
		}
	})
	for k := range n[2] {
		alongColumns(all[k*half*n[1]:(k+1)*half*n[1]], n[1])
	}
	alongColumns(all, n[2])
	return all
}

// alongColumns transforms the columns of a matrix with a number of rows. Some columns that are
// beside each other are done together, since memory comes in lines.
func alongColumns(matrix []complex128, rows int) {
	const together = 16
	width := len(matrix) / rows
	inParts((width+together-1)/together, func() func(block int) {
		fft := fourier.NewCmplxFFT(rows)
		columns := make([]complex128, together*rows)
		return func(block int) {
			first, end := block*together, min((block+1)*together, width)
			for r := range rows {
				for c, z := range matrix[r*width+first : r*width+end] {
					columns[c*rows+r] = z
				}
			}
			for c := range end - first {
				column := columns[c*rows : (c+1)*rows]
				fft.Coefficients(column, column)
			}
			for r := range rows {
				for c := range end - first {
					matrix[r*width+first+c] = columns[c*rows+r]
				}
			}
		}
	})
}

// inParts does what start gives for numbers before n, on all cores; each has its own.
func inParts(n int, start func() func(i int)) {
	var wait sync.WaitGroup
	parts := min(n, runtime.GOMAXPROCS(0))
	for part := range parts {
		wait.Go(func() {
			do := start()
			for i := n * part / parts; i < n*(part+1)/parts; i++ {
				do(i)
			}
		})
	}
	wait.Wait()
}

// Write writes data/spectrum_00000.csv and so on: the spectrum by wavenumber. It returns the file,
// relative to the run directory.
func (r *Spectrum) Write(dir string, n int) (file string, err error) {
	name := fmt.Sprintf("data/spectrum_%05d.csv", n)
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o777); err != nil {
		return "", fmt.Errorf("the directory for spectra cannot be made: %w", err)
	}
	columns := []string{"k[1/m]", "E[m3/s2]", "D[m3/s3]"}
	return name, output.WriteTable(filepath.Join(dir, name), columns,
		func(row func(...float64) error) error {
			for i, k := range r.Wavenumber {
				if err := row(k, r.Energy[i], r.Dissipation[i]); err != nil {
					return err
				}
			}
			return nil
		})
}
