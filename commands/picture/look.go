package picture

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/commands/kinds"
	"gpusph/internal/option"
	"gpusph/internal/text"
	pictures "gpusph/output/picture"
)

// usualSize is the size of pictures without --size [pixels].
var usualSize = fmt.Sprintf("%dx%d", kinds.UsualWidth, kinds.UsualHeight)

// look is what pictures show, and how, as the command line has it.
type look struct {
	kinds.Look
	size string
}

func (l *look) table() option.Table {
	angle := func(name, help, hint string, most float64, to *float64) option.Option {
		row := option.Number(name, help, -most, most, hint, option.Default(to, math.NaN()))
		row.DefValue = "0" // help has it in words
		return row
	}
	field := option.Text("field", "`what` the colours mean: "+text.Or(pictures.Fields)+"; of flows "+
		"on grids speed, vx, vy, vz, vorticity, or any field of the snapshots, as potential-temperature "+
		"(default speed, of flows on grids what shows the flow best)", &l.FieldName)
	field.Words = slices.Concat(pictures.Fields, []string{"vorticity", "potential-temperature"})
	return option.Table{
		field,
		option.Text("range", "`ends` of the scale, as 0,4 or ,4 [m/s], [Pa] and so on (default round "+
			"numbers around the values)", &l.Range),
		option.Choice("view", "`where` the flow is seen from: %s", pictures.Views, &l.View),
		angle("azimuth", "`angle` from the front to the right [degrees] (default the view's: 24 "+
			"of oblique)", "0 is from the front, 90 from the right", 360, &l.Azimuth),
		angle("elevation", "`angle` above the horizon [degrees] (default the view's: 24 of oblique)",
			"0 is level, 90 from above", 90, &l.Elevation),
		option.Switch("surface", "draw the surface of the fluid in place of its particles", &l.Surface),
		option.Choice("walls", "`how` bodies and walls that stand in the tank are drawn: %s",
			pictures.WallNames, &l.Walls),
		option.Number("cut", "`part` of the domain that is left out, on the side from which it is "+
			"seen, in oblique views above: 0.5 shows the inside of a pipe", 0, 0.99,
			"0.5 cuts through the middle", &l.Cut),
		option.Text("region", "`box` that is shown, as x0,x1,z0,z1 or x0,x1,y0,y1,z0,z1 [m]; a bound "+
			"that is left out, as in 1,2,,, is the domain's (default the domain)", &l.Box),
		option.Text("size", "`size` of the picture, width and height [pixels] (default "+usualSize+
			", of flows on grids the proportions of the section)", &l.size),
		option.Switch("plain", "without title, axes and scale", &l.Plain),
	}
}

// draw is what draws a run as the options say.
func (l *look) draw(k *kinds.Kind, dir string) (a kinds.Artist, err error) {
	if l.size != "" {
		if l.Width, l.Height, err = sizeOf(l.size); err != nil {
			return nil, err
		}
	}
	if l.Ends, err = limits(l.Range); err != nil {
		return nil, err
	}
	return k.Draw(dir, &l.Look)
}

// sizeOf reads a width and a height [pixels].
func sizeOf(words string) (width, height int, err error) {
	first, second, ok := strings.Cut(words, "x")
	width, err = strconv.Atoi(first)
	height, other := strconv.Atoi(second)
	if !ok || err != nil || other != nil {
		return 0, 0, fmt.Errorf("--size is %q, but must be a width and a height; use 1280x720", words)
	}
	if err := pictures.CheckSize(width, height); err != nil {
		return 0, 0, fmt.Errorf("--size: %w", err)
	}
	return width, height, nil
}

// limits are the ends of a scale. What is left out is no number.
func limits(s string) (ends [2]float64, err error) {
	ends = [2]float64{math.NaN(), math.NaN()}
	if s == "" {
		return ends, nil
	}
	wrong := fmt.Errorf("--range is %q, but must be from a number to a greater one; use 0,4 or ,4", s)
	words := strings.Split(s, ",")
	if len(words) != 2 {
		return ends, wrong
	}
	for k, word := range words {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		if ends[k], err = strconv.ParseFloat(word, 64); err != nil || math.IsNaN(ends[k]) ||
			math.IsInf(ends[k], 0) {
			return ends, wrong
		}
	}
	if ends[0] >= ends[1] {
		return ends, wrong
	}
	return ends, nil
}
