package page

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"strconv"

	"gpusph/internal/live/libraries"
	"gpusph/internal/plot"
)

//go:embed zoom.js
var zoomText string

// zoomScript and zoomStyle make the figures of a page zoom.
func zoomScript() template.JS {
	script, _ := libraries.UPlot()
	return template.JS(script + "\n" + zoomText)
}

func zoomStyle() template.CSS {
	_, style := libraries.UPlot()
	return template.CSS(style)
}

// zoomed are the numbers of a chart for zoom.js.
type zoomed struct {
	Title  string        `json:"title"`
	X      string        `json:"xlabel"`
	Y      string        `json:"ylabel"`
	Curves []zoomedCurve `json:"curves"`
}

type zoomedCurve struct {
	Name   string    `json:"name"`
	Colour string    `json:"colour"`
	Dashes []float64 `json:"dashes,omitempty"` // pixels
	Open   bool      `json:"open"`             // points without lines
	X      []digits  `json:"x"`
	Y      []digits  `json:"y"`
}

// digits is a number with the seven digits that a figure shows.
type digits float64

func (d digits) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(d)) || math.IsInf(float64(d), 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(d), 'g', 7, 64), nil
}

// numbers returns the numbers of a chart as JSON, and "" for one that only its drawing can show:
// bars, bands, and logarithmic axes.
func numbers(c *plot.Chart) (template.JS, error) {
	if c.Log || len(c.Groups)+len(c.Bands)+len(c.Counts) > 0 {
		return "", nil
	}
	z := zoomed{Title: c.Title, X: c.X, Y: c.Y}
	for _, v := range c.Curves {
		if v.Least != nil {
			return "", nil
		}
		z.Curves = append(z.Curves, zoomedCurve{
			Name: v.Name, Colour: hexadecimal(v.Style), Dashes: pixels(v.Style), Open: v.Style.Open,
			X: rounded(v.N), Y: rounded(v.Y),
		})
	}
	if len(z.Curves) == 0 {
		return "", nil
	}
	text, err := json.Marshal(z) // with <, > and & escaped
	return template.JS(text), err
}

func hexadecimal(s plot.Style) string {
	if s.Colour == nil {
		return "#000"
	}
	r, g, b, _ := s.Colour.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func pixels(s plot.Style) (all []float64) {
	for _, d := range s.Dashes {
		all = append(all, d.Points()*4/3)
	}
	return all
}

func rounded(all []float64) []digits {
	some := make([]digits, len(all))
	for i, x := range all {
		some[i] = digits(x)
	}
	return some
}
