package movie

import (
	"bufio"
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"slices"
)

// animation is a GIF in the making. It keeps all pictures, in 16 bits a pixel, as the colours of
// all are known at the end only.
type animation struct {
	file          func(path string, write func(io.Writer) error) error
	path          string
	width, height int
	rate          float64
	frames        [][]uint16
	count         [1 << 16]int // of each colour
}

// pack is a colour in 16 bits: 5 of red, 6 of green, 5 of blue.
func pack(r, g, b uint8) uint16 { return uint16(r>>3)<<11 | uint16(g>>2)<<5 | uint16(b>>3) }

// unpack is the other way round. White and black stay what they are.
func unpack(c uint16) [3]int {
	r, g, b := int(c>>11), int(c>>5&63), int(c&31)
	return [3]int{r<<3 | r>>2, g<<2 | g>>4, b<<3 | b>>2}
}

func (a *animation) Add(img *image.RGBA) error {
	frame := make([]uint16, a.width*a.height)
	for i := range frame {
		p := img.Pix[4*i:]
		frame[i] = pack(p[0], p[1], p[2])
		a.count[frame[i]]++
	}
	a.frames = append(a.frames, frame)
	return nil
}

// mostColours leaves one for what is as in the picture before.
const mostColours = 255

func (a *animation) Close() error {
	palette, nearest := a.colours()
	palette = append(palette, color.RGBA{})
	same := uint8(len(palette) - 1)
	film := gif.GIF{Config: image.Config{ColorModel: color.Palette(palette), Width: a.width,
		Height: a.height}}
	shown := make([]uint8, a.width*a.height)
	last := 0
	for k, frame := range a.frames {
		img := image.NewPaletted(image.Rect(0, 0, a.width, a.height), palette)
		for i, c := range frame {
			img.Pix[i] = nearest[c]
			if k > 0 && img.Pix[i] == shown[i] {
				img.Pix[i] = same
			} else {
				shown[i] = img.Pix[i]
			}
		}
		film.Image = append(film.Image, img)
		film.Disposal = append(film.Disposal, gif.DisposalNone)
		// Times are whole hundredths of a second, which add up to the right one.
		until := int(math.Round(100 * float64(k+1) / a.rate))
		film.Delay = append(film.Delay, until-last)
		last = until
	}
	return a.file(a.path, func(w io.Writer) error {
		b := bufio.NewWriter(w)
		if err := gif.EncodeAll(b, &film); err != nil {
			return err
		}
		return b.Flush()
	})
}

// group is colours that become one.
type group []uint16

// colours are those that stand for all, by median cut (Heckbert, SIGGRAPH 1982): the group that is
// most and widest is parted in two until there are enough. nearest is the number of that of each.
func (a *animation) colours() (palette []color.Color, nearest [1 << 16]uint8) {
	var all group
	for c, n := range a.count {
		if n > 0 {
			all = append(all, uint16(c))
		}
	}
	groups := []group{all}
	for len(groups) < mostColours {
		best, most := -1, 0.0
		for k, g := range groups {
			if _, spread := a.widest(g); spread > most {
				best, most = k, spread
			}
		}
		if best < 0 {
			break
		}
		one, other := a.part(groups[best])
		groups[best] = one
		groups = append(groups, other)
	}
	for k, g := range groups {
		palette = append(palette, a.mean(g))
		for _, c := range g {
			nearest[c] = uint8(k)
		}
	}
	return palette, nearest
}

// widest is the channel in which colours of a group differ most, and by how much: the sum of
// squares. Few pixels count for more than they are.
func (a *animation) widest(g group) (channel int, spread float64) {
	var n, sum, squares [3]float64
	for _, c := range g {
		weight := math.Sqrt(float64(a.count[c]))
		for k, v := range unpack(c) {
			n[k] += weight
			sum[k] += weight * float64(v)
			squares[k] += weight * float64(v*v)
		}
	}
	for k := range 3 {
		if n[k] > 0 {
			if s := squares[k] - sum[k]*sum[k]/n[k]; s > spread+1e-6*squares[k] {
				channel, spread = k, s
			}
		}
	}
	return channel, spread
}

// part parts a group of two colours or more at its mean.
func (a *animation) part(g group) (one, other group) {
	channel, _ := a.widest(g)
	slices.SortFunc(g, func(x, y uint16) int {
		return cmp.Or(cmp.Compare(unpack(x)[channel], unpack(y)[channel]), cmp.Compare(x, y))
	})
	var n, sum float64
	for _, c := range g {
		weight := math.Sqrt(float64(a.count[c]))
		n += weight
		sum += weight * float64(unpack(c)[channel])
	}
	at, _ := slices.BinarySearchFunc(g, sum/n,
		func(c uint16, mean float64) int { return cmp.Compare(float64(unpack(c)[channel]), mean) })
	at = max(1, min(at, len(g)-1))
	return g[:at:at], g[at:]
}

// mean is the colour of a group.
func (a *animation) mean(g group) color.Color {
	var n int
	var sum [3]int
	for _, c := range g {
		n += a.count[c]
		for k, v := range unpack(c) {
			sum[k] += a.count[c] * v
		}
	}
	n = max(n, 1)
	return color.RGBA{uint8((sum[0] + n/2) / n), uint8((sum[1] + n/2) / n), uint8((sum[2] + n/2) / n),
		255}
}
