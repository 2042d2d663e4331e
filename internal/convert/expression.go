package convert

// Expressions of numbers and variables, as "(Dp+2)*2.8".

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpusph/internal/text"
)

// expression is read from left to right.
type expression struct {
	text      string
	at, depth int
	variables map[string]float64
}

// evaluate is the value of an expression. Conditions are 1 or 0.
func evaluate(s string, variables map[string]float64) (float64, error) {
	e := &expression{text: s, variables: variables}
	x, err := e.binary(0)
	if err != nil {
		return 0, fmt.Errorf("%q: %w", s, err)
	}
	if e.space(); e.at < len(s) {
		return 0, fmt.Errorf("%q: %q is not expected there", s, s[e.at:])
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q has no finite value", s)
	}
	return x, nil
}

// operators by how tightly they bind, the loosest first. Of those that begin alike the longer is
// first.
var operators = [][]string{{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"},
	{"*", "/", "%"}}

var operate = map[string]func(a, b float64) float64{
	"||": func(a, b float64) float64 { return truth(a != 0 || b != 0) },
	"&&": func(a, b float64) float64 { return truth(a != 0 && b != 0) },
	"==": func(a, b float64) float64 { return truth(a == b) },
	"!=": func(a, b float64) float64 { return truth(a != b) },
	"<=": func(a, b float64) float64 { return truth(a <= b) },
	">=": func(a, b float64) float64 { return truth(a >= b) },
	"<":  func(a, b float64) float64 { return truth(a < b) },
	">":  func(a, b float64) float64 { return truth(a > b) },
	"+":  func(a, b float64) float64 { return a + b },
	"-":  func(a, b float64) float64 { return a - b },
	"*":  func(a, b float64) float64 { return a * b },
	"/":  func(a, b float64) float64 { return a / b },
	"%":  math.Mod,
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (e *expression) space() {
	for e.at < len(e.text) && strings.IndexByte(" \t\r\n", e.text[e.at]) >= 0 {
		e.at++
	}
}

// take reports whether a word is next, and goes behind it.
func (e *expression) take(word string) bool {
	e.space()
	if !strings.HasPrefix(e.text[e.at:], word) {
		return false
	}
	e.at += len(word)
	return true
}

// binary reads operands with operators that bind at least as tightly as a level.
func (e *expression) binary(level int) (float64, error) {
	if level == len(operators) {
		return e.unary()
	}
	x, err := e.binary(level + 1)
	for err == nil {
		operator := ""
		for _, o := range operators[level] {
			if operator == "" && e.take(o) {
				operator = o
			}
		}
		if operator == "" {
			return x, nil
		}
		var y float64
		if y, err = e.binary(level + 1); err == nil {
			x = operate[operator](x, y)
		}
	}
	return 0, err
}

func (e *expression) unary() (float64, error) {
	if e.depth++; e.depth > 200 {
		return 0, errors.New("it has too many parentheses")
	}
	defer func() { e.depth-- }()
	switch {
	case e.take("-"):
		x, err := e.unary()
		return -x, err
	case e.take("+"):
		return e.unary()
	case e.take("!"):
		x, err := e.unary()
		return truth(x == 0), err
	case e.take("("):
		x, err := e.binary(0)
		if err == nil && !e.take(")") {
			err = errors.New("a ) is missing")
		}
		return x, err
	}
	e.space()
	from := e.at
	for e.at < len(e.text) && (letter(e.text[e.at]) || digit(e.text[e.at])) || e.exponent(from) {
		e.at++
	}
	word := e.text[from:e.at]
	switch {
	case word == "":
		return 0, errors.New("a number is missing")
	case digit(word[0]):
		x, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return 0, fmt.Errorf("%s is no number", word)
		}
		return x, nil
	case e.take("("):
		return e.call(word)
	case e.take("["): // x[2] is x2
		i, err := e.binary(0)
		if err == nil && !e.take("]") {
			err = errors.New("a ] is missing")
		}
		if err != nil {
			return 0, err
		}
		word += strconv.FormatFloat(i, 'f', -1, 64)
	}
	return e.variable(word)
}

func letter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func digit(c byte) bool  { return c == '.' || c >= '0' && c <= '9' }

// exponent reports whether what is next is the sign in 1e-3.
func (e *expression) exponent(from int) bool {
	return e.at < len(e.text) && (e.text[e.at] == '-' || e.text[e.at] == '+') && e.at > from &&
		digit(e.text[from]) && (e.text[e.at-1] == 'e' || e.text[e.at-1] == 'E')
}

func (e *expression) variable(name string) (float64, error) {
	switch name {
	case "true":
		return 1, nil
	case "false":
		return 0, nil
	}
	x, ok := e.variables[name]
	if !ok {
		return 0, fmt.Errorf("there is no variable %s", name)
	}
	return x, nil
}

// call reads the arguments of a function, and calls it.
func (e *expression) call(name string) (float64, error) {
	var args []float64
	for !e.take(")") {
		if len(args) > 0 && !e.take(",") {
			return 0, errors.New("a ) is missing")
		}
		x, err := e.binary(0)
		if err != nil {
			return 0, err
		}
		args = append(args, x)
	}
	f, ok := functions[name]
	if !ok {
		return 0, fmt.Errorf("the function %s is not known here", name)
	}
	if len(args) < f.least || len(args) > f.most {
		return 0, fmt.Errorf("%s has %s", name, text.Count(len(args), "argument"))
	}
	return f.value(e, args), nil
}

// function takes from least to most arguments.
type function struct {
	least, most int
	value       func(e *expression, a []float64) float64
}

func one(f func(float64) float64) function {
	return function{1, 1, func(_ *expression, a []float64) float64 { return f(a[0]) }}
}

func two(f func(a, b float64) float64) function {
	return function{2, 2, func(_ *expression, a []float64) float64 { return f(a[0], a[1]) }}
}

func several(f func(a, b float64) float64) function {
	return function{1, 100, func(_ *expression, a []float64) float64 {
		x := a[0]
		for _, y := range a[1:] {
			x = f(x, y)
		}
		return x
	}}
}

func constant(x float64) function {
	return function{0, 0, func(*expression, []float64) float64 { return x }}
}

func ofDegrees(f func(float64) float64) function {
	return one(func(x float64) float64 { return f(x * math.Pi / 180) })
}

// onLattice is the place of the lattice that is nearest along an axis.
func onLattice(axis string) function {
	return function{1, 1, func(e *expression, a []float64) float64 {
		return nearest(a[0], e.variables["PosMin_"+axis], e.variables["Dp"])
	}}
}

func nearest(x, from, dp float64) float64 {
	if dp == 0 {
		return x
	}
	return from + math.Round((x-from)/dp)*dp
}

var functions = map[string]function{
	"pi": constant(math.Pi), "e": constant(math.E),
	"float": one(func(x float64) float64 { return x }), "int": one(math.Trunc),
	"floor": one(math.Floor), "ceil": one(math.Ceil), "round": one(math.Round),
	"abs": one(math.Abs), "sqrt": one(math.Sqrt), "exp": one(math.Exp), "log": one(math.Log),
	"log10": one(math.Log10),
	"sin":   one(math.Sin), "cos": one(math.Cos), "tan": one(math.Tan), "sinh": one(math.Sinh),
	"cosh": one(math.Cosh), "tanh": one(math.Tanh),
	"asin": one(math.Asin), "acos": one(math.Acos), "atan": one(math.Atan),
	"sindg": ofDegrees(math.Sin), "cosdg": ofDegrees(math.Cos), "tandg": ofDegrees(math.Tan),
	"pow": two(math.Pow), "fmod": two(math.Mod), "atan2": two(math.Atan2),
	"min": several(func(a, b float64) float64 { return min(a, b) }),
	"max": several(func(a, b float64) float64 { return max(a, b) }),
	"eval": {3, 3, func(_ *expression, a []float64) float64 {
		if a[0] != 0 {
			return a[1]
		}
		return a[2]
	}},
	"roundpos":  {3, 3, func(_ *expression, a []float64) float64 { return nearest(a[0], a[1], a[2]) }},
	"roundposx": onLattice("x"), "roundposy": onLattice("y"), "roundposz": onLattice("z"),
}
