package main

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// devicesText is "1 to 6 devices".
func devicesText(points []*point) string {
	first, last := points[0].N, points[len(points)-1].N
	if first == last {
		return count(first, "device")
	}
	return fmt.Sprintf("%d to %s", first, count(last, "device"))
}

// mips writes a throughput to a tenth, as the paper does, or to three digits if it is small.
func mips(x float64) string {
	switch {
	case x < 1:
		return fmt.Sprintf("%.3g", x)
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.1f", x)
}

// milliseconds writes a time [s] to three digits, and at least to a tenth.
func milliseconds(t float64) string {
	decimals := 1
	if t != 0 {
		decimals = max(1, 2-int(math.Floor(math.Log10(1e3*math.Abs(t)))))
	}
	return fmt.Sprintf("%.*f", min(decimals, 6), 1e3*t)
}

func percent(x float64) string {
	if math.IsNaN(x) {
		return "—"
	}
	return fmt.Sprintf("%.1f %%", math.Round(1e3*x)/10+0) // + 0 takes the sign from -0
}

// align writes rows in columns, the first to the left, the others to the right.
func align(b *strings.Builder, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				line += cell + pad
			} else {
				line += "  " + pad + cell
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
