package converge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/commands/cli"
	"gpusph/internal/text"
)

// digits are those of spacings that follow from a ratio.
const digits = 4

// three are the spacings [m], the finest first: those of the list, or by the ratio.
func (o *options) three(c *cli.Config) (all [3]float64, err error) {
	if o.spacings != "" {
		return parseSpacings(o.spacings)
	}
	switch g := c.OnGrid(); {
	case c.DeltaP > 0:
		all[0] = c.DeltaP
	case g != nil:
		all[0] = g.File().Spacing
	default:
		all[0] = c.Flow.DeltaP()
	}
	ratio := o.ratio
	if ratio == 0 {
		ratio = math.Sqrt2
	}
	for k := 1; k < 3; k++ {
		all[k] = round(all[0] * math.Pow(ratio, float64(k)))
	}
	if all[0] >= all[1] || all[1] >= all[2] {
		return all, fmt.Errorf("--ratio is %s, which is too near to 1: spacings have %d digits; use 1.4 "+
			"or 2", text.Exact(ratio), digits)
	}
	return all, nil
}

// round is a spacing to some digits.
func round(x float64) float64 {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	return short
}

// parseSpacings reads a list of three spacings in any order.
func parseSpacings(list string) (all [3]float64, err error) {
	words := strings.Split(list, ",")
	if len(words) != 3 {
		return all, fmt.Errorf("--spacings has %d, but must have three; use 0.02,0.014,0.01", len(words))
	}
	for i, word := range words {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || !(x > 0) || math.IsInf(x, 0) {
			return all, fmt.Errorf("--spacings has %q, but must have three numbers of metres; use "+
				"0.02,0.014,0.01", word)
		}
		all[i] = x
	}
	slices.Sort(all[:])
	if all[0] == all[1] || all[1] == all[2] {
		return all, fmt.Errorf("--spacings has %s twice; use three different ones",
			text.Exact(all[1]))
	}
	return all, nil
}

// parsePart reads a part of one as 2% or 0.02; nothing is 0.
func parsePart(word string) (part float64, err error) {
	if word == "" {
		return 0, nil
	}
	number, percent := strings.CutSuffix(strings.TrimSpace(word), "%")
	part, err = strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		part /= 100
	}
	if err != nil || !(part >= 1e-6 && part <= 1) {
		return 0, fmt.Errorf("--error is %q, but must be a part from 0.0001%% to 100%%; use 2%% or "+
			"0.02", word)
	}
	return part, nil
}
