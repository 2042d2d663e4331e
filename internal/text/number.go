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
	decimals := max(0, 3-int(math.Floor(math.Log10(math.Abs(x)))))
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64)
	return Exact(rounded)
}

// Exact is x with all the digits that it was typed with, as 0.06, 1000000 or 1e-9.
func Exact(x float64) string {
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	plain := strconv.FormatFloat(x, 'f', -1, 64)
	if exponent == "" { // NaN and infinities
		return plain
	}
	sign := ""
	if exponent[0] == '-' {
		sign = "-"
	}
	short := digits + "e" + sign + strings.TrimLeft(exponent, "+-0")
	if a := math.Abs(x); x == 0 || a >= 1e-4 && a < 1e9 || len(plain) < len(short) {
		return plain
	}
	return short
}

// Sum is a + b by the decimal digits that both have: 512346 - 512345.6 is 0.4, where floating-point
// numbers come to 0.40000000002. It is the shortest decimal number within the rounding of the two.
// A multiple of 2^-20 is kept, so that sums of binary fractions are exact.
func Sum(a, b float64) float64 {
	sum := a + b
	slack := (math.Abs(a) + math.Abs(b)) * 0x1p-52
	if a == 0 || b == 0 || math.IsNaN(slack) || math.IsInf(slack, 0) ||
		sum*0x1p20 == math.Trunc(sum*0x1p20) {
		return sum
	}
	for unit := 1.0; unit < 1e18; unit *= 10 {
		if short := math.Round(sum*unit) / unit; math.Abs(short-sum) <= slack {
			return short
		}
	}
	return sum
}

// Coordinate is a coordinate on the map, with the digits that Number gives to its distance from an
// origin.
func Coordinate(origin, distance float64) string {
	if origin == 0 || math.IsNaN(distance) || math.IsInf(distance, 0) {
		return Number(distance)
	}
	if distance == 0 {
		return Exact(origin)
	}
	unit := math.Pow(10, float64(max(0, 3-int(math.Floor(math.Log10(math.Abs(distance)))))))
	return Exact(Sum(origin, math.Round(distance*unit)/unit))
}

// none stands in tables for what is no number, as a rate of nothing.
const none = "—"

func isNone(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }

// Fixed is x with a number of decimals.
func Fixed(x float64, decimals int) string {
	if isNone(x) {
		return none
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// Change is a part of one by which something has changed, with its sign, to a tenth of a percent.
func Change(x float64) string {
	if isNone(x) {
		return none
	}
	return fmt.Sprintf("%+.1f %%", 100*x)
}

// Digits is x with three or four digits, and all those before the point.
func Digits(x float64) string {
	switch {
	case isNone(x):
		return none
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

// Figure is x to three digits, and at least to ones.
func Figure(x float64) string {
	if isNone(x) {
		return none
	}
	if x >= 1000 {
		return Thousands(int(math.Round(x)))
	}
	return fmt.Sprintf("%.3g", x)
}

// Three is x to three digits, up or down as to does: math.Floor or math.Ceil.
func Three(x float64, to func(float64) float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	n := x / unit
	whole := math.Round(n)
	if math.Abs(n-whole) >= 1e-6 {
		whole = to(n)
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(whole*unit, 'g', 3, 64), 64)
	return short
}

// Rounded is a number to three digits, which may be 0.
func Rounded(x float64) string {
	if x == 0 {
		return "0"
	}
	return Number(math.Copysign(Three(math.Abs(x), math.Round), x))
}

// Limit is x for people, who may take it at its word: if it has many digits, it is rounded
// inwards, to three.
func Limit(x float64, inwards func(float64) float64) string {
	s := Number(x)
	if y, err := strconv.ParseFloat(s, 64); err == nil && y == x {
		return s
	}
	return Number(Three(x, inwards))
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
	case isNone(x):
		return none
	case x < 1:
		return fmt.Sprintf("%.3g", x)
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.1f", x)
}

// Milliseconds is a time [s] to three digits, and at least to a tenth.
func Milliseconds(t float64) string {
	if isNone(t) {
		return none
	}
	decimals := 1
	if t != 0 {
		decimals = max(1, 2-int(math.Floor(math.Log10(1e3*math.Abs(t)))))
	}
	return fmt.Sprintf("%.*f", min(decimals, 6), 1e3*t)
}

// Bytes is a number of bytes for people, as 1.23 GiB.
func Bytes(n float64) string {
	for _, unit := range []string{"bytes", "KiB", "MiB", "GiB"} {
		if n < 1000 {
			return Figure(n) + " " + unit
		}
		n /= 1024
	}
	return Figure(n) + " TiB"
}

// Duration is a time [s] for people, as 12.3 s, 12.3 minutes or 12.3 hours.
func Duration(seconds float64) string {
	switch hours := seconds / 3600; {
	case seconds < 100:
		return Figure(seconds) + " s"
	case hours < 2:
		return Figure(60*hours) + " minutes"
	default:
		return Figure(hours) + " hours"
	}
}

// Clock is a time [s] that is left, as 12 s, 3:25 or 2:03:25.
func Clock(seconds float64) string {
	if seconds >= 1e9 {
		return "-"
	}
	s := int(math.Round(seconds))
	switch {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// Percent is a part of one, to a tenth of a percent.
func Percent(x float64) string {
	if isNone(x) {
		return none
	}
	return fmt.Sprintf("%.1f %%", math.Round(1e3*x)/10+0) // + 0 takes the sign from -0
}

// Median is the value in the middle.
func Median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Short is x to twelve significant digits, in the shortest form. It is for numbers that are
// computed and that people may take at their word: 30 mm are 0.03 m, and 0.3 + 0.6 is 0.9.
func Short(x float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	if err != nil { // NaN and infinities are parsed, too
		return Exact(x)
	}
	return Exact(rounded)
}

// Clean is Short where that differs from x by rounding errors only, and Exact elsewhere: the 0.9
// of 0.8999999999999999, and all digits of a third.
func Clean(x float64) string {
	short := Short(x)
	y, err := strconv.ParseFloat(short, 64)
	if err == nil && math.Abs(y-x) <= 8*0x1p-53*math.Abs(x) {
		return short
	}
	return Exact(x)
}

// Mean is a mean with its standard deviation, as 8.2 ± 3.7: the deviation to two digits, and the
// mean to the same decimal.
func Mean(mean, deviation float64) string {
	if isNone(mean) || isNone(deviation) {
		return none
	}
	if !(deviation > 1e-6*math.Abs(mean)) || deviation < 1e-300 { // rounding
		return Number(mean) + " ± 0"
	}
	deviation, _ = strconv.ParseFloat(strconv.FormatFloat(deviation, 'g', 2, 64), 64)
	decimals := 1 - int(math.Floor(math.Log10(deviation)))
	unit := math.Pow(10, float64(decimals))
	rounded := math.Round(mean*unit) / unit
	if decimals > 0 { // without the digits that dividing adds
		rounded, _ = strconv.ParseFloat(strconv.FormatFloat(rounded, 'f', decimals, 64), 64)
	}
	return Exact(rounded+0) + " ± " + Exact(deviation)
}
