package raster

import (
	"fmt"
	"math"
	"slices"
)

// degree in radians.
const degree = math.Pi / 180

// oneArgument are GenCase's functions of one number.
var oneArgument = map[string]func(float64) float64{
	"float": func(x float64) float64 { return x },
	"int":   math.Trunc, "floor": math.Floor, "ceil": math.Ceil, "round": math.Round,
	"abs": math.Abs, "sqrt": math.Sqrt, "exp": math.Exp, "log": math.Log, "log10": math.Log10,
	"sin": math.Sin, "cos": math.Cos, "tan": math.Tan,
	"sindg": func(x float64) float64 { return math.Sin(x * degree) },
	"cosdg": func(x float64) float64 { return math.Cos(x * degree) },
	"tandg": func(x float64) float64 { return math.Tan(x * degree) },
	"sinh":  math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh,
	"asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
}

// twoArguments are GenCase's functions of two numbers.
var twoArguments = map[string]func(x, y float64) float64{
	"fmod": math.Mod, "pow": math.Pow, "atan2": math.Atan2,
}

// function computes a function of GenCase.
func (v variables) function(name string, args []float64) (float64, error) {
	if f := oneArgument[name]; f != nil && len(args) == 1 {
		return f(args[0]), nil
	}
	if f := twoArguments[name]; f != nil && len(args) == 2 {
		return f(args[0], args[1]), nil
	}
	switch {
	case name == "pi" && len(args) == 0:
		return math.Pi, nil
	case name == "e" && len(args) == 0:
		return math.E, nil
	case name == "min" && len(args) > 0:
		return slices.Min(args), nil
	case name == "max" && len(args) > 0:
		return slices.Max(args), nil
	case (name == "eval" || name == "if") && len(args) == 3:
		if args[0] != 0 {
			return args[1], nil
		}
		return args[2], nil
	case name == "wavelength" && len(args) == 3:
		return wavelength(args[0], args[1], args[2]), nil
	case name == "roundpos" && len(args) == 3:
		return args[1] + math.Round((args[0]-args[1])/args[2])*args[2], nil
	case (name == "roundposx" || name == "roundposy" || name == "roundposz") && len(args) == 1:
		first, dp := v["posmin_"+name[8:]], v["dp"]
		return first + math.Round((args[0]-first)/dp)*dp, nil
	}
	return 0, fmt.Errorf("the function %s of %d arguments is not known", name, len(args))
}

// wavelength of waves over the depth by linear theory [m]: L = g T²/2π tanh(2π d/L).
func wavelength(gravity, depth, period float64) float64 {
	deep := math.Abs(gravity) * period * period / (2 * math.Pi)
	length := deep
	for range 1000 {
		next := deep * math.Tanh(2*math.Pi*depth/length)
		if math.Abs(next-length) < 1e-12*deep {
			return next
		}
		length = (length + next) / 2
	}
	return length
}
