package picture

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"gpusph/sph"
)

// rgb is a colour, sRGB from 0 to 1.
type rgb [3]float32

func (c rgb) times(f float32) rgb { return rgb{c[0] * f, c[1] * f, c[2] * f} }

func (c rgb) rgba() color.RGBA {
	return color.RGBA{uint8(c[0]*255 + 0.5), uint8(c[1]*255 + 0.5), uint8(c[2]*255 + 0.5), 255}
}

// turbo is the colour map Turbo (Mikhailov, Google AI Blog, 20 August 2019) in the
// polynomial approximation of Ruofei Du, at x from 0 to 1.
func turbo(x float64) rgb {
	return polynomial(x, [][3]float64{
		{0.13572138, 0.09140261, 0.10667330},
		{4.61539260, 2.19418839, 12.64194608},
		{-42.66032258, 4.84296658, -60.58204836},
		{132.13108234, -14.18503333, 110.36276771},
		{-152.94239396, 4.27729857, -89.90310912},
		{59.28637943, 2.82956604, 27.34824973},
	})
}

func polynomial(x float64, coefficients [][3]float64) (c rgb) {
	for a := range c {
		y := 0.0
		for i := len(coefficients) - 1; i >= 0; i-- {
			y = y*x + coefficients[i][a]
		}
		c[a] = float32(min(max(y, 0), 1))
	}
	return c
}

// scaleColour is the colour of a value at x from 0 to 1 in its scale. It leaves out
// the darkest end of the map, which would make water at rest look black.
func scaleColour(x float64) rgb { return turbo(0.1 + 0.9*min(max(x, 0), 1)) }

// solidColour is that of a value of a solid: dark violet over red to pale yellow, as the colour map
// Inferno (van der Walt and Smith, 2015), which is not taken for that of the fluid.
func solidColour(x float64) rgb {
	stops := [...]uint32{0x210c4a, 0x56106e, 0x89226a, 0xbb3754, 0xe35932, 0xf98e09, 0xf9c932,
		0xfcffa4}
	at := min(max(x, 0), 1) * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	return mixed(ofHex(stops[i]), ofHex(stops[i+1]), float32(at-float64(i)))
}

// mixed is a colour between two.
func mixed(a, b rgb, part float32) (c rgb) {
	for k := range c {
		c[k] = a[k] + part*(b[k]-a[k])
	}
	return c
}

// ScaleColour is the same for other pictures.
func ScaleColour(x float64) color.RGBA { return scaleColour(x).rgba() }

// diverging are the colours from blue to red of the scheme RdBu (Harrower and Brewer,
// ColorBrewer.org, The Cartographic Journal 40, 2003), which differ for all kinds of eyes.
var diverging = [...]uint32{0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xd1e5f0, 0xf7f7f7, 0xfddbc7,
	0xf4a582, 0xd6604d, 0xb2182b, 0x67001f}

// DivergingColour is that of a value at x from -1 to 1: blue below 0, nearly white there, and red
// above.
func DivergingColour(x float64) color.RGBA {
	last := len(diverging) - 1
	at := (min(max(x, -1), 1) + 1) / 2 * float64(last)
	i := min(int(at), last-1)
	return mixed(ofHex(diverging[i]), ofHex(diverging[i+1]), float32(at-float64(i))).rgba()
}

func ofHex(hex uint32) rgb {
	return rgb{float32(hex>>16) / 255, float32(hex>>8&255) / 255, float32(hex&255) / 255}
}

// deviceCount is how many colours of devices there are.
const deviceCount = 8

// deviceColour is one of eight that differ for all kinds of eyes (Okabe & Ito,
// Color Universal Design, 2008; its black is a grey here), and after eight devices
// begins anew.
func deviceColour(device int) rgb {
	hex := [...]uint32{0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0xf0e442,
		0x777777}[device%deviceCount]
	return ofHex(hex)
}

// materialColour is that of a material, or, where it has none, that of the device of its number.
func materialColour(k int, m *sph.Properties) rgb {
	hex, err := strconv.ParseUint(strings.TrimPrefix(m.Colour, "#"), 16, 24)
	if err != nil {
		return deviceColour(k)
	}
	return ofHex(uint32(hex))
}

// Other colours of the picture.
var (
	bodyColour = rgb{0.62, 0.62, 0.63}
	wallColour = rgb{0.97, 0.975, 0.98}
	lineColour = rgb{0.60, 0.62, 0.65}

	contourColour = rgb{0.12, 0.14, 0.20} // of the surface in two dimensions
	waterColour   = rgb{0.20, 0.52, 0.80} // without a field
)

// roundUp is the first of 1, 1.2, 1.5, 2 and so on times a power of ten that is not
// below x.
func roundUp(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}
