package measure

import (
	"context"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
)

func init() { kinds.Register(nil, &kinds.Kind{Measure: OfParticles}) }

// What takes a grid is refused of particles.
func TestOnParticles(t *testing.T) {
	for _, words := range []string{"--extremes", "--averages", "--level vx=1"} {
		name, _, _ := strings.Cut(words, " ")
		line := cli.Line{Words: append([]string{t.TempDir()}, strings.Fields(words)...)}
		if err := Run(context.Background(), line); !cli.IsUsageError(err) ||
			!strings.Contains(err.Error(), name+" measures in flows on grids") {
			t.Errorf("%q: the error is %v", words, err)
		}
	}
}
