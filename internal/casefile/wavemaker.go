package casefile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/text"
)

// WaveMaker makes a wall a paddle, a piston or a flap, that makes waves by a theory.
type WaveMaker struct {
	Kind       string       `key:"kind" words:"regular irregular focused solitary record" need:"yes" help:"regular, irregular, focused, solitary or record"`
	Depth      float64      `key:"depth" above:"0" unit:"m" need:"yes" help:"of the still water before the paddle"`
	Paddle     string       `key:"paddle" words:"piston flap" help:"piston, or flap, which turns about its hinge; default piston"`
	Hinge      *[3]float64  `key:"hinge" unit:"m" help:"a point on the axis of a flap"`
	Bed        *float64     `key:"bed" unit:"m" help:"z of the bed; default the lowest of the domain"`
	Direction  *[2]float64  `key:"direction" help:"of the waves along x and y; default [1, 0]"`
	Height     float64      `key:"height" above:"0" unit:"m" help:"regular: of the crest above the trough; irregular: significant, 4 √m0; focused and solitary: of the crest above the still water"`
	Period     float64      `key:"period" above:"0" unit:"s" help:"of regular waves, or of the peak of a spectrum"`
	Order      int          `key:"order" help:"1 or 2 of regular waves; default 2, without free waves of twice the frequency"`
	Phase      float64      `key:"phase" unit:"°" help:"of regular waves: 0 begins in the middle of the stroke, forwards"`
	Spectrum   string       `key:"spectrum" words:"jonswap pierson-moskowitz table" help:"jonswap, pierson-moskowitz or table; default jonswap"`
	Gamma      *float64     `key:"gamma" least:"1" help:"peakedness of jonswap; default 3.3"`
	Seed       *int         `key:"seed" help:"of the phases of irregular waves"`
	Components int          `key:"components" help:"of a spectrum; default 256"`
	Band       *[2]float64  `key:"band" help:"lowest and highest frequency of a spectrum over that of its peak; default [0.5, 3]"`
	Bound      bool         `key:"bound" help:"true: with the long waves that groups carry"`
	Theory     string       `key:"theory" words:"schaffer madsen rayleigh boussinesq kdv" help:"of the second order: schaffer (default), or madsen for long waves; of a solitary wave: rayleigh (default), boussinesq or kdv"`
	Distance   float64      `key:"focus-distance" above:"0" unit:"m" help:"of the focus before the paddle"`
	Time       float64      `key:"focus-time" above:"0" unit:"s" help:"of the focus after the start"`
	Quantity   string       `key:"quantity" words:"level displacement velocity" help:"of a record: level at the paddle [m], or displacement [m] or velocity [m/s] of the paddle at the still water's level"`
	Table      string       `key:"table" help:"CSV file: time [s], quantity of a record, or frequency [Hz], density [m² s] of a spectrum"`
	Rows       [][2]float64 `key:"rows" help:"in place of a table"`
	Start      float64      `key:"start" least:"0" unit:"s" help:"when the paddle begins; default 0"`
	Ramp       *float64     `key:"ramp" least:"0" unit:"s" help:"time in which the motion grows; default one period"`
	Segments   int          `key:"segments" help:"of a piston across it, each with a motion of its own; default 1"`
	Angle      float64      `key:"angle" unit:"°" help:"of waves of segments, to the left of the direction"`
	Spreading  float64      `key:"spreading" above:"0" help:"s of directions, cos²ˢ((θ - angle)/2); default one direction"`
	Layers     int          `key:"layers" help:"of a piston upwards, each with a column of a record; default 1"`
	Absorb     bool         `key:"absorb" help:"true: the piston absorbs waves that come back to it"`
}

// makerKeys are the keys of kinds of waves, beyond those that all have. Those before the bar are
// needed.
var makerKeys = map[string]string{
	"regular": "height period | order theory phase ramp segments angle",
	"irregular": "seed | height period spectrum gamma components band bound table rows ramp " +
		"segments angle spreading",
	"focused": "height focus-distance focus-time | period spectrum gamma components band bound " +
		"table rows ramp",
	"solitary": "height | theory",
	"record":   "quantity | table rows ramp segments layers",
}

// makerHints are values of keys that are needed.
var makerHints = map[string]string{
	"height": "0.1", "period": "1.5", "seed": "1", "focus-distance": "5", "focus-time": "20",
	"quantity": `"level"`,
}

// commonMakerKeys are those of all kinds.
var commonMakerKeys = strings.Fields("kind depth paddle hinge bed direction start absorb")

// makerTheories are those that a kind of waves has.
func makerTheories(kind string) string {
	if kind == "regular" {
		return "schaffer madsen"
	}
	return "rayleigh boussinesq kdv"
}

// checkMaker refuses keys of other kinds of waves, and values that no waves have.
func (c *Case) checkMaker(w *WaveMaker, path string) error {
	words := []struct{ key, value, words string }{
		{"kind", w.Kind, "regular irregular focused solitary record"},
		{"paddle", w.Paddle, "piston flap"},
		{"spectrum", w.Spectrum, "jonswap pierson-moskowitz table"},
		{"theory", w.Theory, makerTheories(w.Kind)},
		{"quantity", w.Quantity, "level displacement velocity"},
	}
	for _, v := range words {
		if v.value != "" || v.key == "kind" {
			if err := c.Word(path+"."+v.key, v.value, strings.Fields(v.words)); err != nil {
				return err
			}
		}
	}
	needs, may, _ := strings.Cut(makerKeys[w.Kind], "|")
	for _, key := range strings.Fields(needs) {
		if c.text != nil && !c.Given(path+"."+key) {
			return c.Errorf(path, "%s has no %s, which %s waves need; use %s = %s", c.Label(path),
				key,
				w.Kind, key, makerHints[key])
		}
	}
	keys := slices.Concat(commonMakerKeys, strings.Fields(needs), strings.Fields(may))
	for _, f := range makerFields() {
		if c.Given(path+"."+f) && !slices.Contains(keys, f) {
			return c.Errorf(path+"."+f, "%s has no effect on %s waves; leave it out",
				c.Label(path+"."+f), w.Kind)
		}
	}
	return First([]error{c.checkMakerNumbers(w, path), c.checkMakerPaddle(w, path),
		c.checkMakerSpectrum(w, path), c.checkMakerTable(w, path)})
}

// makerFields are the keys of a wave maker.
func makerFields() (keys []string) {
	for _, table := range Tables() {
		if table.Name == "wall.motion.waves" {
			for _, key := range table.Keys {
				keys = append(keys, key.Name)
			}
		}
	}
	return keys
}

func (c *Case) checkMakerNumbers(w *WaveMaker, path string) error {
	for _, v := range []struct {
		key, unit string
		value     float64
	}{{"height", "m", w.Height}, {"period", "s", w.Period}, {"focus-distance", "m", w.Distance},
		{"focus-time", "s", w.Time}} {
		if at := path + "." + v.key; c.Given(at) && !(v.value > 0) {
			return c.Above(at, v.value, v.unit)
		}
	}
	switch {
	case w.Theory != "" && w.Order == 1:
		return c.Errorf(path+".theory", "%s has no effect on waves of first order; leave it out",
			c.Label(path+".theory"))
	case !(w.Depth > 0):
		return c.Errorf(path+".depth", "%s is %s m, so the paddle is dry; use the depth of the "+
			"still water before it", c.Label(path+".depth"), text.Exact(w.Depth))
	case w.Order != 0 && w.Order != 1 && w.Order != 2:
		return c.Errorf(path+".order", "%s is %d, but must be 1 or 2", c.Label(path+".order"),
			w.Order)
	case w.Start < 0:
		return c.Errorf(path+".start", "%s is %s s, but must not be below 0",
			c.Label(path+".start"),
			text.Exact(w.Start))
	case w.Ramp != nil && *w.Ramp < 0:
		return c.Errorf(path+".ramp", "%s is %s s, but must not be below 0", c.Label(path+".ramp"),
			text.Exact(*w.Ramp))
	}
	return nil
}

func (c *Case) checkMakerPaddle(w *WaveMaker, path string) error {
	switch {
	case w.Paddle == "flap" && w.Hinge == nil:
		example := "[0.3, 0, 0]"
		if c.Dimension == 2 {
			example = "[0.3, 0]"
		}
		return c.Errorf(path+".paddle", "%s is a flap, but has no hinge; use hinge = %s, a point "+
			"on its axis",
			c.Label(path), example)
	case w.Paddle != "flap" && w.Hinge != nil:
		return c.Errorf(path+".hinge",
			`%s has a hinge, but is a piston; use paddle = "flap" to turn`,
			c.Label(path))
	}
	if err := First([]error{c.checkAbsorb(w, path), c.checkSegments(w, path)}); err != nil {
		return err
	}
	return c.waveDirection(path+".direction", w.Direction)
}

// checkAbsorb refuses paddles that cannot absorb waves.
func (c *Case) checkAbsorb(w *WaveMaker, path string) error {
	switch {
	case !w.Absorb:
		return nil
	case w.Paddle == "flap":
		return c.Errorf(path+".absorb", "%s: a flap does not absorb waves, a piston does; use "+
			`paddle = "piston", or leave absorb out`, c.Label(path))
	case w.Kind == "record" && w.Quantity != "level":
		return c.Errorf(path+".absorb", "%s: to absorb waves, the level that the paddle makes must "+
			`be known, but its record is of the %s; use a record with quantity = "level", or leave `+
			"absorb out", c.Label(path), w.Quantity)
	}
	return nil
}

// MostSegments is how many segments or layers a paddle may have.
const MostSegments = 100

// checkSegments refuses paddles that cannot have segments or layers, and waves at an angle without.
func (c *Case) checkSegments(w *WaveMaker, path string) error {
	key, n := "segments", w.Segments
	if w.Layers != 0 {
		key, n = "layers", w.Layers
	}
	given := c.Given(path + "." + key)
	switch at := path + "." + key; {
	case w.Segments != 0 && w.Layers != 0:
		return c.Errorf(at, "%s has both segments and layers; use one of them", c.Label(path))
	case given && (n < 2 || n > MostSegments):
		return c.Errorf(at, "%s is %d, but must be from 2 to %d", c.Label(at), n, MostSegments)
	case !given && (w.Angle != 0 || w.Spreading != 0):
		return c.Errorf(path, "%s: waves at an angle need segments; use segments = 20", c.Label(path))
	case !given:
		return nil
	case c.Dimension == 2 && key == "segments":
		return c.Errorf(at, "%s are across the paddle, along which a flow in two dimensions has no "+
			"extent; leave them out", c.Label(at))
	case w.Paddle == "flap" || w.Absorb || w.Bound || w.Order == 2 || w.Theory != "":
		return c.Errorf(at, "%s are of pistons that make waves of first order and absorb none; leave "+
			"paddle, absorb, bound, order and theory out", c.Label(at))
	case math.Abs(w.Angle) > 60:
		return c.Errorf(path+".angle", "%s is %s°, but must be from -60 to 60", c.Label(path+".angle"),
			text.Exact(w.Angle))
	case w.Kind == "record" && w.Rows != nil:
		return c.Errorf(path+".rows", "%s has rows, but each of its %s needs a column; use a table",
			c.Label(path), key)
	}
	return nil
}

const mostComponents = 20_000

func (c *Case) checkMakerSpectrum(w *WaveMaker, path string) error {
	switch {
	case w.Gamma != nil && !(*w.Gamma >= 1):
		return c.Errorf(path+".gamma", "%s is %s, but must be 1 or more; 3.3 is usual, and 1 is "+
			"the spectrum of Pierson and Moskowitz", c.Label(path+".gamma"), text.Exact(*w.Gamma))
	case w.Gamma != nil && w.Spectrum != "" && w.Spectrum != "jonswap":
		return c.Errorf(path+".gamma", `%s has no effect on the spectrum %s; leave it out, or use `+
			`spectrum = "jonswap"`, c.Label(path+".gamma"), w.Spectrum)
	case w.Seed != nil && *w.Seed < 0:
		return c.Errorf(path+".seed", "%s is %d, but must not be below 0", c.Label(path+".seed"),
			*w.Seed)
	case c.Given(path+".components") && (w.Components < 2 || w.Components > mostComponents):
		return c.Errorf(path+".components", "%s is %d, but must be from 2 to %d",
			c.Label(path+".components"), w.Components, mostComponents)
	case w.Band != nil && !(w.Band[0] > 0 && w.Band[1] > w.Band[0]):
		return c.Errorf(path+".band", "%s is [%s, %s], but must rise and be above 0; [0.5, 3] is "+
			"the default",
			c.Label(path+".band"), text.Exact(w.Band[0]), text.Exact(w.Band[1]))
	case w.Kind == "irregular" || w.Kind == "focused":
		return c.checkMakerPeak(w, path)
	}
	return nil
}

// checkMakerPeak refuses a spectrum without the period of its peak, and a table's with one.
func (c *Case) checkMakerPeak(w *WaveMaker, path string) error {
	if w.Spectrum == "table" {
		for _, key := range []string{"period", "band"} {
			if c.Given(path + "." + key) {
				return c.Errorf(path+"."+key, "%s has no effect on a spectrum by a table; leave "+
					"it out",
					c.Label(path+"."+key))
			}
		}
		return nil
	}
	key := ""
	switch {
	case w.Period == 0:
		key = "period"
	case w.Height == 0:
		key = "height"
	default:
		return nil
	}
	return c.Errorf(path, "%s has no %s, which its spectrum needs; use %s = %s", c.Label(path), key,
		key,
		makerHints[key])
}

// checkMakerTable refuses waves that need a table without one, and the other way round.
func (c *Case) checkMakerTable(w *WaveMaker, path string) error {
	needs := w.Kind == "record" || w.Spectrum == "table"
	switch {
	case w.Table != "" && w.Rows != nil:
		return c.Errorf(path, "%s has both a table and rows; use one of them", c.Label(path))
	case needs && w.Table == "" && w.Rows == nil:
		return c.Errorf(path, `%s has neither table nor rows; use table = "waves.csv"`,
			c.Label(path))
	case !needs && (w.Table != "" || w.Rows != nil):
		return c.Errorf(path,
			`%s has a table or rows, but no spectrum = "table" that would take it`,
			c.Label(path))
	case w.Rows != nil && len(w.Rows) < 3:
		return c.Errorf(path+".rows", "%s has %s, but needs three or more", c.Label(path+".rows"),
			text.Count(len(w.Rows), "row"))
	}
	return nil
}

// makerPath is that of the wave maker of a wall.
func makerPath(wall int) string { return fmt.Sprintf("wall.%d.motion.waves", wall) }
