package cli

import (
	"fmt"
	"strings"

	"gpusph/internal/option"
)

// paperSettings are those of Rustico et al. (2014, IEEE Transactions on Parallel and Distributed
// Systems 25): a predictor and a corrector with lists for ten steps, and copies of the edges
// through the host while the rest is computed.
var paperSettings = []option.Setting{
	{Option: "scheme", Value: "predictor-corrector"}, {Option: "rebuild-every", Value: "10"},
	{Option: "balance", Value: "paper"}, {Option: "exchange", Value: "overlap"},
	{Option: "no-peer", Value: "true"},
}

// paperWords are these as a command line has them.
func paperWords() string {
	words := make([]string, 0, len(paperSettings))
	for _, s := range paperSettings {
		words = append(words, strings.TrimSuffix(fmt.Sprintf("--%s %s", s.Option, s.Value), " true"))
	}
	return strings.Join(words, ", ")
}

// takePaper gives options that the command line leaves out the values that the paper has.
func (c *Config) takePaper() {
	if !c.asPaper {
		return
	}
	for _, s := range paperSettings {
		if f := c.Flags.Lookup(s.Option); f != nil && !f.Changed {
			if err := f.Value.Set(s.Value); err != nil {
				panic(fmt.Sprintf("--as-paper with %s %s: %v", s.Option, s.Value, err))
			}
		}
	}
}
