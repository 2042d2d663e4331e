// Package selftest is the command that tries a machine: which devices there are, how they are
// linked, whether all come to the same bits, and how fast they are.
package selftest

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
)

// FileHead is what a Result begins with in its file.
var FileHead = output.NewHead("selftest", 1)

// Result is what selftest --json writes.
type Result struct {
	output.Head
	output.Origin
	Devices []Device `json:"devices"` // GPUs, then the host
	Links   []Link   `json:"links"`   // of neighbours among the GPUs, both ways
	Bits    *Bits    `json:"bits"`
	Speeds  []Speed  `json:"speeds,omitempty"`
	Seconds float64  `json:"seconds"` // that all took
	Faults  []string `json:"faults"`  // what is wrong
	Slow    []string `json:"slow"`    // devices that are slower than others of their kind
}

// Device is a processor that takes part.
type Device struct {
	Name   string `json:"name"`
	Model  string `json:"model"`
	Memory int64  `json:"memory_bytes"`
	Free   int64  `json:"free_bytes"` // 0 is not known
}

// options are those of the command selftest.
type options struct {
	json           string
	noSpeed, force bool
}

func (o *options) table() option.Table {
	return option.Table{
		option.Switch("no-speed", "leave the benchmark out, which takes most of the time", &o.noSpeed),
		option.Text("json", "`file` to write the result to; /dev/stdout prints it in place of the text",
			&o.json),
		option.Switch("force", "replace a file that is there", &o.force),
	}
}

const about = `Tries the machine: the devices there are, the links between GPUs, whether the processor and each GPU come to the same bits, in one share and in three,
and how fast they are, beside others of their kind. It takes some ten seconds, and writes no file.
The exit code is 0 where all is well, 1 where something is wrong, and 3 where a GPU is slower than others of its kind.`

// Run is the command selftest, and Syntax what it takes.
var Run, Syntax = cli.ReadsOwn("selftest", about, "The test", (*options).table, selftest)

func selftest(ctx context.Context, c *cli.Config, o *options) error {
	if err := cli.NoWords("selftest", c.Flags.Args()); err != nil {
		return err
	}
	var screen io.Writer = cli.Stdout
	if o.json != "" {
		if err := cli.CheckNew("json", o.json, o.force); err != nil {
			return cli.UsageError(err)
		}
		if o.json == "/dev/stdout" {
			screen = io.Discard
		}
	}
	r := &Result{Head: FileHead, Origin: cli.Origin(nil), Links: []Link{}, Faults: []string{},
		Slow: []string{}}
	if err := r.test(ctx, screen, !o.noSpeed); err != nil {
		return err
	}
	if err := output.SaveJSON(o.json, r); err != nil {
		return err
	}
	return r.verdict()
}

// test tries all, and tells of it on the way. What is wrong is a fault; an error is an
// interruption.
func (r *Result) test(ctx context.Context, screen io.Writer, speed bool) error {
	begun := time.Now()
	all, err := cli.UnlessInterrupted(ctx,
		func() (gpu.Inventory, error) { return gpu.TakeInventory(), nil })
	if err != nil {
		return err
	}
	r.addDevices(&all)
	all.Write(screen)
	gpus := r.Devices[:len(r.Devices)-1]
	parts := []struct {
		try  func() error
		tell func(*strings.Builder)
	}{
		{func() error { return r.tryLinks(ctx, &all, gpus) }, r.writeLinks},
		{func() error { return r.tryBits(ctx, gpus) }, r.writeBits},
		{func() error { return r.trySpeeds(ctx, gpus) }, r.writeSpeeds},
	}
	if !speed {
		parts = parts[:2]
	}
	for _, part := range parts {
		if _, err := cli.UnlessInterrupted(ctx, func() (bool, error) { return true, part.try() }); err != nil {
			return err
		}
		cli.WriteAll(screen, part.tell)
	}
	r.Seconds = time.Since(begun).Seconds()
	cli.WriteAll(screen, r.writeVerdict)
	return nil
}

// addDevices takes those of the inventory that the program can use.
func (r *Result) addDevices(all *gpu.Inventory) {
	r.Remarks = append(r.Remarks, all.Remarks...)
	for _, g := range all.GPUs {
		if g.Name == "" {
			r.Remarks = append(r.Remarks, fmt.Sprintf("The GPU %s at %s cannot be used by this program.",
				g.Model, g.Bus))
			continue
		}
		r.Devices = append(r.Devices, Device{g.Name, g.Model, g.Memory, g.Free})
	}
	r.Devices = append(r.Devices, Device{"host", all.Host, all.Memory, all.Free})
}

// fault notes what is wrong, unless somebody has ended the test: that is an error.
func (r *Result) fault(err error) error {
	if cli.IsInterruption(err) {
		return cli.ErrNothing
	}
	r.Faults = append(r.Faults, cli.OneLine(err))
	return nil
}

// verdict is the error that the command ends with.
func (r *Result) verdict() error {
	switch {
	case len(r.Faults) > 0:
		return fmt.Errorf("the machine does not do what it should: %s", strings.Join(r.Faults, "; "))
	case len(r.Slow) > 0:
		return fmt.Errorf("%w: %s", cli.ErrSlow, strings.Join(r.Slow, "; "))
	}
	return nil
}

func (r *Result) writeVerdict(b *strings.Builder) {
	switch {
	case len(r.Faults) > 0:
		fmt.Fprintf(b, "\nNot well, after %s s:\n  %s\n", text.Digits(r.Seconds),
			strings.Join(r.Faults, "\n  "))
	case len(r.Slow) > 0:
		fmt.Fprintf(b, "\nAll bits are right, but not all is as fast as it could be; it took %s s.\n",
			text.Digits(r.Seconds))
	default:
		fmt.Fprintf(b, "\n%s; it took %s s.\n", r.found(), text.Digits(r.Seconds))
	}
}

// found is the verdict where nothing is wrong: it says no more than was measured.
func (r *Result) found() string {
	if len(r.Speeds) == 0 {
		return "All bits are right; the speed was not measured"
	}
	for i := range r.Speeds {
		s := &r.Speeds[i]
		mips := text.Digits(text.Median(s.Mips))
		switch {
		case s.Verdict == slower:
			return fmt.Sprintf("All bits are right, but the processor is slow: %s mips, where a core does "+
				"%.0f %% of a known one. "+
				"Other programs may use it, it may be allowed less than its cores, or it lacks AVX-512", mips,
				100*s.Ratio)
		case s.Verdict == unknown && s.Cores == 0:
			return fmt.Sprintf("All bits are right; whether %s mips are much for %s is not known here", mips,
				s.Device)
		}
	}
	return "All is well"
}
