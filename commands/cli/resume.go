package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/output"
)

// Earlier is a run that goes on.
type Earlier struct {
	*output.Checkpoint
	Dir     string   // of the run
	Remarks []string // on what was wrong with later checkpoints
}

// findEarlier reads the checkpoint that --resume names.
func findEarlier(path string) (*Earlier, error) {
	c, dir, remarks, err := Resumed(path, output.ParticleCheckpoints, output.ReadCheckpoint)
	return &Earlier{c, dir, remarks}, err
}

// Resumed reads the checkpoint that --resume names, or the last one of the directory that it names.
// dir is that of the run, and remarks tell what is wrong with later checkpoints.
func Resumed[C any](path string, files output.CheckpointFiles,
	read func(path string) (C, error)) (c C, dir string, remarks []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return c, "", nil, fmt.Errorf("--resume is %s, which cannot be read: %w; use the directory of a "+
			"run", path, err)
	}
	if dir = path; info.IsDir() {
		c, remarks, err = output.LastOf(files, path, read)
	} else {
		dir = filepath.Dir(path)
		c, err = read(path)
	}
	if err != nil {
		err = fmt.Errorf("--resume: %w", err)
	}
	return c, dir, remarks, err
}

// The options that a run that goes on does not take over: some always, some where others are given.
var (
	notTakenOver = []string{"quiet", "dir", "force", "resume", "allow-changes", "maxiter",
		"stop-after", "serve", "control", "control-lost", "replay"}
	ofDevices = []string{"gpus", "devices", "balance", "bounds", "lb-gain", "lb-threshold",
		"lb-steps", "exchange", "transport", "no-peer", "no-graphs", "stripe"}
	ofBalance = []string{"balance", "bounds", "lb-gain", "lb-threshold", "lb-steps"}
)

// with are the words of a command line behind those of the run before, without what they replace.
func (e *Earlier) with(words []string, all *pflag.FlagSet) []string {
	replaced := append(replacedBy(all), notTakenOver...)
	if all.Changed("formats") { // the interval is a new choice, too
		replaced = append(replaced, "output-interval")
	}
	var both []string
	for _, word := range e.Words {
		name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case slices.Contains(replaced, name):
		case name == "case": // as it was taken
			both = append(both, "--case="+filepath.Join(e.Dir, CaseFile))
		default:
			both = append(both, word)
		}
	}
	return append(both, words...)
}

// replacedBy are the options that those given on a command line stand for, or do not go with.
func replacedBy(all *pflag.FlagSet) (replaced []string) {
	all.Visit(func(f *pflag.Flag) {
		switch replaced = append(replaced, f.Name); f.Name {
		case "gpus", "devices":
			replaced = append(replaced, ofDevices...)
		case "balance":
			replaced = append(replaced, ofBalance...)
		case "nosave":
			replaced = append(replaced, "output-interval", "fields", "region", "pieces")
		case "formats":
			if f.Value.String() == "none" {
				replaced = append(replaced, "output-interval", "fields", "region", "pieces")
			}
		case "stop-steady":
			if f.Value.String() == "0" {
				replaced = append(replaced, "steady-window")
			}
		}
	})
	return replaced
}

// Words are the options that were given, for a run that goes on with this one. Intervals that
// follow from the end of a run are among them, since that may be another.
func (c *Config) Words(sampleInterval float64, end float64) []string {
	var words []string
	c.Flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(notTakenOver, f.Name) {
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	number := func(name string, value float64) {
		if !c.Given(name) {
			words = append(words, "--"+name+"="+strconv.FormatFloat(value, 'g', -1, 64))
		}
	}
	number("sample-interval", sampleInterval)
	if c.StopSteady > 0 {
		number("steady-window", c.SteadyWindow(end))
	}
	if c.formats != "none" && !c.NoSave {
		number("output-interval", c.OutputEvery(end))
	}
	return words
}

// Taken are the values of all options as a run of a flow with an end takes them, in a directory and
// on named devices, those that were not given, too. How a run continues is not among them, nor who
// looks at it.
func (c *Config) Taken(dir string, names []string, end float64) map[string]string {
	all := map[string]string{}
	for _, o := range c.Table() {
		all[o.Name] = o.Taken()
	}
	for _, name := range []string{"help", "version", "resume", "allow-changes", "serve",
		"control", "control-lost", "replay"} {
		delete(all, name)
	}
	for name, value := range map[string]float64{"tend": end, "output-interval": c.OutputEvery(end),
		"sample-interval": c.SampleEvery(end)} {
		all[name] = strconv.FormatFloat(value, 'g', -1, 64)
	}
	if c.startFrom == "" {
		delete(all, "start-from")
		delete(all, "start-time")
	} else if math.IsNaN(c.startTime) {
		delete(all, "start-time")
	}
	all["dir"] = dir
	all["gpus"], all["devices"] = strconv.Itoa(len(names)), strings.Join(names, ",")
	if c.MaxIter == 0 {
		all["maxiter"] = "no limit"
	}
	return all
}
