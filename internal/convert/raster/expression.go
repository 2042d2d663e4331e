package raster

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// eval computes an expression of GenCase: numbers, variables, functions, + - * / %,
// comparisons, && (also @@), || and !. A variable name[e] is name followed by the value of e.
func (v variables) eval(text string) (float64, error) {
	e := &expression{text: text, variables: v}
	x := e.binary(0)
	e.spaces()
	if e.fault == nil && e.at < len(e.text) {
		e.fail("%q is not expected", e.text[e.at:])
	}
	if e.fault != nil {
		return 0, fmt.Errorf("%q: %w", text, e.fault)
	}
	return x, nil
}

type expression struct {
	text      string
	at        int
	variables variables
	depth     int // of brackets, signs and functions inside each other
	fault     error
}

// maxBrackets is how deep brackets, signs and functions may be inside each other.
const maxBrackets = 200

func (e *expression) fail(format string, args ...any) {
	if e.fault == nil {
		e.fault = fmt.Errorf(format, args...)
	}
}

func (e *expression) spaces() {
	for e.at < len(e.text) && (e.text[e.at] == ' ' || e.text[e.at] == '\t') {
		e.at++
	}
}

func (e *expression) take(sign string) bool {
	e.spaces()
	if !strings.HasPrefix(e.text[e.at:], sign) {
		return false
	}
	e.at += len(sign)
	return true
}

// operators by rank, those that bind least first. Longer signs come before their beginnings.
var operators = [][]string{
	{"||"},
	{"&&", "@@"},
	{"==", "!=", "<=", ">=", "<", ">"},
	{"+", "-"},
	{"*", "/", "%"},
}

func (e *expression) binary(rank int) float64 {
	if rank == len(operators) {
		return e.unary()
	}
	x := e.binary(rank + 1)
	for e.fault == nil {
		sign := ""
		for _, s := range operators[rank] {
			if e.take(s) {
				sign = s
				break
			}
		}
		if sign == "" {
			return x
		}
		x = apply(sign, x, e.binary(rank+1))
	}
	return x
}

func apply(sign string, x, y float64) float64 {
	switch sign {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "/":
		return x / y
	case "%":
		return math.Mod(x, y)
	}
	holds := false
	switch sign {
	case "||":
		holds = x != 0 || y != 0
	case "&&", "@@":
		holds = x != 0 && y != 0
	case "==":
		holds = x == y
	case "!=":
		holds = x != y
	case "<=":
		holds = x <= y
	case ">=":
		holds = x >= y
	case "<":
		holds = x < y
	case ">":
		holds = x > y
	}
	return truth(holds)
}

func truth(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

func (e *expression) unary() float64 {
	if e.depth++; e.depth > maxBrackets {
		e.fail("brackets are more than %d deep", maxBrackets)
		return 0
	}
	defer func() { e.depth-- }()
	switch {
	case e.take("-"):
		return -e.unary()
	case e.take("+"):
		return e.unary()
	case e.take("!"):
		return truth(e.unary() == 0)
	case e.take("("):
		x := e.binary(0)
		if !e.take(")") {
			e.fail("a bracket is not closed")
		}
		return x
	}
	e.spaces()
	if e.at >= len(e.text) {
		e.fail("a value is missing")
		return 0
	}
	if c := e.text[e.at]; c >= '0' && c <= '9' || c == '.' {
		return e.number()
	}
	return e.named()
}

func (e *expression) number() float64 {
	end := e.at
	for end < len(e.text) {
		c := e.text[end]
		exponent := (c == '+' || c == '-') && end > e.at && strings.ContainsRune("eE",
			rune(e.text[end-1]))
		if (c < '0' || c > '9') && c != '.' && c != 'e' && c != 'E' && !exponent {
			break
		}
		end++
	}
	x, err := strconv.ParseFloat(e.text[e.at:end], 64)
	if err != nil {
		e.fail("%q is not a number", e.text[e.at:end])
	}
	e.at = end
	return x
}

// named reads a variable, an indexed variable or a function with its arguments.
func (e *expression) named() float64 {
	end := e.at
	for end < len(e.text) && (e.text[end] == '_' || unicode.IsLetter(rune(e.text[end])) ||
		unicode.IsDigit(rune(e.text[end]))) {
		end++
	}
	name := strings.ToLower(e.text[e.at:end])
	if name == "" {
		e.fail("%q is not expected", e.text[e.at:])
		return 0
	}
	e.at = end
	if e.take("(") {
		return e.call(name)
	}
	if e.take("[") {
		name += strconv.Itoa(int(math.Round(e.binary(0))))
		if !e.take("]") {
			e.fail("an index is not closed")
		}
	}
	switch name {
	case "true":
		return 1
	case "false":
		return 0
	}
	x, is := e.variables[name]
	if !is {
		e.fail("the variable %s is not defined", name)
	}
	return x
}

func (e *expression) call(name string) float64 {
	var args []float64
	if !e.take(")") {
		for {
			args = append(args, e.binary(0))
			if e.fault != nil {
				return 0
			}
			if e.take(")") {
				break
			}
			if !e.take(",") {
				e.fail("the arguments of %s are not closed", name)
				return 0
			}
		}
	}
	x, err := e.variables.function(name, args)
	if err != nil {
		e.fail("%v", err)
	}
	return x
}
