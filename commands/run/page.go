package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/internal/live"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/measure"
)

// page is the page of a run that is shown in a browser. All that readers ask for is done between
// two list periods.
type page struct {
	*live.Page
	run    *run
	server *live.Server
	paused bool
	stop   bool
	blind  bool // there is no memory for previews
	shown  *measure.Preview
}

// newPage makes the page of a run. It is nil without a server.
func newPage(r *run, server *live.Server, system *gpu.System) *page {
	if server == nil {
		return nil
	}
	about := live.About{Case: r.flow, Version: cli.FullVersion()}
	for _, d := range system.Devices {
		about.Devices, about.Models = append(about.Devices, d.Name()), append(about.Models, d.Model())
	}
	about.Loads = loads{gpu.NewLoadMeter(about.Devices)}
	about.Further = sph.Quantities(r.flow.Params.ExtraFields())
	return &page{Page: live.New(about, r.sim.SliceAt), run: r, server: server}
}

// loads is a meter as the page takes it.
type loads struct{ *gpu.LoadMeter }

func (l loads) Read() (all []live.Load) {
	for _, load := range l.LoadMeter.Read() {
		all = append(all, live.Load{Busy: load.Busy, Memory: load.Memory, Power: load.Power})
	}
	return all
}

// begin serves the page.
func (p *page) begin() {
	r := p.run
	p.In(r.Folder.Path)
	r.Show(p.server, p.Page)
	r.record.files = append(r.record.files, snapshotsOf{Page: p.Page})
}

// snapshotsOf tells a page of snapshots. Of what else happens it is told sooner.
type snapshotsOf struct {
	output.Base
	*live.Page
}

func (s snapshotsOf) Progress(g *sph.Progress) error  { return s.Base.Progress(g) }
func (s snapshotsOf) Sample(m *sph.Sample) error      { return s.Base.Sample(m) }
func (s snapshotsOf) Snapshot(at *sph.Snapshot) error { return s.Page.Snapshot(at) }
func (s snapshotsOf) End(err error) error             { return s.Base.End(err) }

// between does what readers have asked for. While the run is paused it waits for more.
func (p *page) between(ctx context.Context) error {
	if p == nil {
		return nil
	}
	var over <-chan time.Time // of --stop-after
	if r := p.run; r.StopAfter > 0 {
		over = time.After(r.StopAfter - time.Since(r.Begun))
	}
	for !p.stop {
		if !p.paused {
			select {
			case task := <-p.Tasks():
				if err := p.do(task); err != nil {
					return err
				}
				continue
			default:
				return nil
			}
		}
		select {
		case task := <-p.Tasks():
			if err := p.do(task); err != nil {
				return err
			}
		case <-p.run.Due.Asked:
			if err := p.run.checkpoints.now(); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		case <-over:
			return nil
		}
	}
	return nil
}

// do does one thing that a reader has asked for.
func (p *page) do(task live.Task) error {
	r := p.run
	r.Log.Info("asked for on the page: "+string(task), "step", r.reached.Step, "t", r.reached.Time)
	switch task {
	case live.Pause:
		p.paused = true
		p.Is(live.Paused, "")
	case live.Resume:
		p.paused = false
		p.Is(live.Running, "")
	case live.Stop:
		p.stop = true
		p.Say("The run ends in order.")
	case live.Checkpoint:
		p.Say(fmt.Sprintf("A checkpoint of %.4g s is being written.", r.reached.Time))
		return r.checkpoints.now()
	case live.Snapshot:
		return p.snapshot()
	}
	return nil
}

// snapshot keeps one of now, beside those at the times asked for.
func (p *page) snapshot() error {
	r := p.run
	if !r.record.keeps {
		p.Say("This run writes no snapshots on the way: --formats or --nosave says so.")
		return nil
	}
	p.Say(fmt.Sprintf("A snapshot of %.4g s is being written.", r.reached.Time))
	err := r.record.captures(r.sim, true)
	return errors.Join(err, r.record.snapshot(r.sim, r.Reached(), r.record.snapshots.Go))
}

// lookOn lets the next period take a preview, if somebody wants to see it.
func (p *page) lookOn() {
	if p == nil || p.blind {
		return
	}
	if most := p.Wanted(); most > 0 {
		if err := p.run.sim.AskPreview(most); err != nil {
			p.blind = true
			p.run.Log.Warn("the page shows no particles: " + cli.OneLine(err))
			p.Say("No particles are shown: " + cli.OneLine(err))
		}
	}
}

// shows hands over what the period has taken.
func (p *page) shows() {
	if p == nil {
		return
	}
	if v := p.run.sim.TakenPreview(); v != nil && v != p.shown {
		p.shown = v
		p.Show(v)
	}
}

// end tells readers how the run has ended.
func (p *page) end(why string) {
	if p == nil {
		return
	}
	p.Is(live.Ended, why)
	p.server.Close()
}
