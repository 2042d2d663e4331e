package text

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Number is x to four digits, and all those of its whole part. It has no commas,
// so that it can be typed in a command line.
func Number(x float64) string {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return Exact(x)
	}
	decimals := 3 - int(math.Floor(math.Log10(math.Abs(x))))
	if decimals > 9 || decimals < -12 {
		return plain(strconv.FormatFloat(x, 'g', 4, 64))
	}
	s := strconv.FormatFloat(x, 'f', max(0, decimals), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Exact is x with all the digits that it was typed with.
func Exact(x float64) string {
	if a := math.Abs(x); a >= 1e-6 && a < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return plain(strconv.FormatFloat(x, 'g', -1, 64))
}

// plain turns 1e-09 into 1e-9 and 1e+20 into 1e20.
func plain(s string) string {
	digits, exponent, ok := strings.Cut(s, "e")
	if !ok {
		return s
	}
	sign := ""
	if exponent[0] == '-' {
		sign = "-"
	}
	return digits + "e" + sign + strings.TrimLeft(exponent, "+-0")
}

// Digits is x with three or four digits, and all those before the point.
func Digits(x float64) string {
	switch {
	case x < 1:
		return strconv.FormatFloat(x, 'g', 3, 64)
	case x < 10:
		return strconv.FormatFloat(x, 'f', 3, 64)
	case x < 100:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 1000:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return Thousands(int(math.Round(x)))
}

// Thousands is n with commas.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Mips is a throughput to a tenth, as the paper has it, or to three digits where it
// is small.
func Mips(x float64) string {
	switch {
	case x < 1:
		return fmt.Sprintf("%.3g", x)
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.1f", x)
}

// Milliseconds is a time [s] to three digits, and at least to a tenth.
func Milliseconds(t float64) string {
	decimals := 1
	if t != 0 {
		decimals = max(1, 2-int(math.Floor(math.Log10(1e3*math.Abs(t)))))
	}
	return fmt.Sprintf("%.*f", min(decimals, 6), 1e3*t)
}

// Percent is a part of one, to a tenth of a percent.
func Percent(x float64) string {
	if math.IsNaN(x) {
		return "—"
	}
	return fmt.Sprintf("%.1f %%", math.Round(1e3*x)/10+0) // + 0 takes the sign from -0
}

// Median is the value in the middle.
func Median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
