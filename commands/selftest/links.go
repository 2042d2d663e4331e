package selftest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/internal/measure"
	"gpusph/internal/text"
)

// Link is the way from one GPU to another.
type Link struct {
	From      string  `json:"from"`
	To        string  `json:"to"`
	Kind      string  `json:"kind"`   // as "18 NVLinks"
	Stores    bool    `json:"direct"` // kernels of one store to the memory of the other
	Bytes     int     `json:"bytes"`  // of a message
	Latency   float64 `json:"latency_s"`
	Bandwidth float64 `json:"bandwidth_bytes_per_second"`
}

// message is how many bytes are sent: some times the edge of a flow of a million particles.
const message = 32 << 20

// tryLinks sends from each GPU to the next and back, as runs do, which give neighbours among the
// devices neighbouring slices.
func (r *Result) tryLinks(ctx context.Context, all *gpu.Inventory, gpus []Device) error {
	for i := 0; i+1 < len(gpus); i++ {
		for _, pair := range [][2]string{{gpus[i].Name, gpus[i+1].Name}, {gpus[i+1].Name, gpus[i].Name}} {
			if ctx.Err() != nil {
				return cli.ErrNothing
			}
			l, err := tryLink(pair[0], pair[1])
			if err != nil {
				r.fault(fmt.Errorf("sending from %s to %s: %w", pair[0], pair[1], err))
				continue
			}
			l.Kind = kindOf(all, pair)
			r.Links = append(r.Links, l)
		}
	}
	return nil
}

// kindOf is what NVML calls the link of a pair; "" where it does not tell.
func kindOf(all *gpu.Inventory, pair [2]string) string {
	var at [2]int
	for i, g := range all.GPUs {
		for k, name := range pair {
			if g.Name == name {
				at[k] = i
			}
		}
	}
	if len(all.Links) != len(all.GPUs) {
		return ""
	}
	return all.Links[at[0]][at[1]]
}

// tryLink sends a message from one GPU to another, looks whether it arrives as it was, and times
// it.
func tryLink(from, to string) (l Link, err error) {
	l = Link{From: from, To: to, Bytes: message}
	system, err := gpu.Open([]string{from, to}, gpu.Options{})
	if err != nil {
		return l, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	l.Stores = system.Direct()
	done := make(chan error)
	go func() { done <- l.send(system.Devices[0], system.Devices[1]) }() // Bind keeps the thread
	return l, <-done
}

func (l *Link) send(a, b gpu.Device) error {
	if err := arrives(a, b); err != nil {
		return err
	}
	timed, err := measure.TimeLink(a, b, l.Bytes)
	l.Latency, l.Bandwidth = timed.Latency, timed.Bandwidth
	return err
}

// arrives sends bytes of all values, and looks what has come.
func arrives(a, b gpu.Device) error {
	sent, got := make([]byte, message), make([]byte, message)
	for i := range sent {
		sent[i] = byte(i*7 + i>>8*13 + i>>16)
	}
	to, err := on(b)
	if err != nil {
		return err
	}
	defer to.free()
	from, err := on(a) // which is bound from here on
	if err != nil {
		return err
	}
	defer from.free()
	from.stream.Upload(from.memory, sent)
	from.stream.Send(b, to.memory, from.memory, message)
	if err := from.stream.Sync(); err != nil {
		return err
	}
	if err := b.Bind(); err != nil {
		return err
	}
	to.stream.Download(got, to.memory)
	if err := to.stream.Sync(); err != nil {
		return err
	}
	if !bytes.Equal(sent, got) {
		return errors.New("other bytes arrive than were sent; the link or the memory of one of them is " +
			"at fault, and a run with --no-peer does without the link")
	}
	return nil
}

// end is one of the two ends of a link.
type end struct {
	device gpu.Device
	memory gpu.Ptr
	stream gpu.Stream
}

func on(d gpu.Device) (e end, err error) {
	e.device = d
	if err = d.Bind(); err == nil {
		e.memory, err = d.Alloc(message)
	}
	if err == nil {
		if e.stream, err = d.NewStream(true); err != nil {
			e.free()
		}
	}
	return e, err
}

func (e *end) free() {
	if e.device.Bind() == nil {
		e.device.Free(e.memory)
	}
}

func (r *Result) writeLinks(b *strings.Builder) {
	fmt.Fprintln(b, "\nLinks between GPUs")
	if len(r.Devices) < 3 {
		fmt.Fprintln(b, "  there are none: it takes two GPUs")
		return
	}
	for _, l := range r.Links {
		way := "through the host's memory"
		if l.Stores {
			way = "directly"
		}
		if l.Kind != "" {
			way += ", " + l.Kind
		}
		fmt.Fprintf(b, "  %s to %s: %s GB/s, %s µs, %s; what was sent has arrived\n", l.From, l.To,
			text.Figure(l.Bandwidth/1e9), text.Figure(1e6*l.Latency), way)
	}
}
