package lattice

// Link is an exchange of a border with one neighbour, both ways at once.
type Link struct {
	Bandwidth float64 // of what is sent [B/s]
	Latency   float64 // of an exchange [s]; in the paper bandwidth depends on the size
}

// seconds is how long bytes take.
func (l Link) seconds(bytes float64) float64 { return l.Latency + bytes/l.Bandwidth }

// Tiling is how many devices a lattice is cut to along x and along y.
type Tiling [2]int

// Devices is the number of tiles.
func (t Tiling) Devices() int { return t[0] * t[1] }

// TilingModel predicts the time of a step on tiles of a lattice: equations 11 to 20 of Calore,
// Gabbana, Kraus, Pellegrini, Schifano and Tripiccione, Parallel Computing 58, 2016. Each device
// computes a tile and exchanges borders with its neighbours. Without overlap
//
//	T = β V + Σ S b/B
//
// with V the sites of a tile, b the sites along one of its borders, and the sum over borders that
// have a neighbour. With overlap the sites within Reach of such borders are computed at the end,
// the exchange along Overlapped runs while the others are computed, and that along the other axis
// comes first:
//
//	T = Σ first S b/B + max(β (V - Reach Σ b), Σ overlapped S b/B) + β Reach Σ b.
//
// The printed equations are these: 12 to 15 both axes without overlap, with the best tiling of
// equation 13 (Best has whole numbers); 16 one axis; 19 one axis with overlap, which is Overlapped;
// 20 both with overlap on a square lattice, with as many tiles along x as along y. We checked the
// derivation. All are correct, with this in mind:
//
//   - B_y is the bandwidth of a border along y, which is exchanged along x, though the text has
//     transfers "in the Y direction". So it is Links[0] here. Equation 16 and the text below
//     it have the lattice cut along x, though it says "tile in just one dimension (e.g., Y)".
//   - Both axes are periodic, and each device exchanges all its borders, also with itself:
//     equations 15 and 16 have communication on one device. Here an axis with one tile has none.
//   - A tile has 12 b sites within three of its four borders of b sites where corners count
//     twice; without that 36 fewer.
//   - Equation 18 has its last sign ≈ only where N is far above N_p.
type TilingModel struct {
	Sites      [2]int  // of the lattice along x and y
	Periodic   [2]bool // else tiles at an end have one neighbour
	Site       float64 // β, the time to compute a site [s]
	Bytes      float64 // S, of populations that cross a site of a border: BorderBytes
	Links      [2]Link // to a neighbour along x and along y
	Overlap    bool    // of exchange and computation
	Overlapped int     // the axis that overlaps: its borders are contiguous in memory
}

// BorderBytes is S: a number of eight bytes for each population that crosses a site of a border, 15
// of its first row, 8 of its second and 3 of its third.
const BorderBytes = 8 * (15 + 8 + 3)

// Prediction is a step on one tiling, of the device that takes the longest.
type Prediction struct {
	Tiling    Tiling
	Bulk      float64 // time of the sites that need no neighbour; of all without overlap [s]
	Edges     float64 // time of the sites near borders [s]; 0 without overlap
	First     float64 // exchange before the bulk [s]
	Overlap   float64 // exchange while the bulk is computed [s]
	Step      float64 // time of a step [s]
	Violation float64 // n T(n)/T(1), which is 1 where n devices are n times as fast as one
}

// Predict is a step on a tiling. Tiles are as wide as the widest.
func (m *TilingModel) Predict(tiles Tiling) Prediction {
	p := Prediction{Tiling: tiles}
	var wide [2]int
	for axis, n := range tiles {
		wide[axis] = (m.Sites[axis] + n - 1) / n
	}
	sites, near := wide[0]*wide[1], 0
	for axis := range tiles {
		borders := m.borders(axis, tiles[axis])
		long := wide[1-axis] // sites along a border that is exchanged along this axis
		near += borders * Reach * long
		time := float64(borders) * m.Links[axis].seconds(m.Bytes*float64(long))
		switch {
		case borders == 0:
		case m.Overlap && axis == m.Overlapped:
			p.Overlap = time
		default:
			p.First += time
		}
	}
	if !m.Overlap {
		near = 0
	}
	near = min(near, sites)
	p.Bulk, p.Edges = m.Site*float64(sites-near), m.Site*float64(near)
	p.Step = p.First + max(p.Bulk, p.Overlap) + p.Edges
	p.Violation = float64(tiles.Devices()) * p.Step / (m.Site * float64(m.Sites[0]*m.Sites[1]))
	return p
}

// borders are how many borders of a tile have a neighbour along an axis.
func (m *TilingModel) borders(axis, tiles int) int {
	switch {
	case tiles == 1:
		return 0
	case tiles == 2 && !m.Periodic[axis]:
		return 1
	}
	return 2
}

// Tilings are all of a number of devices, from those along x only to those along y only.
func Tilings(devices int) (all []Tiling) {
	for y := 1; y <= devices; y++ {
		if devices%y == 0 {
			all = append(all, Tiling{devices / y, y})
		}
	}
	return all
}

// Best is the fastest tiling of a number of devices. Tiles have at least Reach sites along an axis
// that is cut.
func (m *TilingModel) Best(devices int) (best Prediction) {
	for _, t := range Tilings(devices) {
		if m.Sites[0]/t[0] < Reach || m.Sites[1]/t[1] < Reach {
			continue
		}
		if p := m.Predict(t); best.Step == 0 || p.Step < best.Step {
			best = p
		}
	}
	return best
}
