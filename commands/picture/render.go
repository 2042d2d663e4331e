package picture

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"path/filepath"
	"sync"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/internal/movie"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
	pictures "gpusph/output/picture"
)

// renderOptions are those of the command render.
type renderOptions struct {
	look
	from, until float64 // [s]; NaN is the beginning and the end
	every       int
	rate        float64 // pictures a second
	to, frames  string
	force       bool
}

func (o *renderOptions) table() option.Table {
	return append(o.look.table(),
		option.When("from", "simulated `time` from which on snapshots are drawn [s] (default the "+
			"beginning)", "without it, all from the beginning on are", &o.from),
		option.When("until", "simulated `time` until which snapshots are drawn [s] (default the end)",
			"without it, all until the end are", &o.until),
		option.Number("every", "draw each `n`-th of these snapshots", 1, 1000000, "1 draws all",
			option.Default(&o.every, 1)),
		option.Number("fps", "`number` of pictures a second in the movie", 0.1, 240, "25 is usual",
			option.Default(&o.rate, 25)),
		option.Text("to", "`file` of the movie: .mp4, .webm, .mkv, .mov by ffmpeg, .gif without, or "+
			"none (default movie.mp4 in the run directory where there is ffmpeg, else none)", &o.to),
		option.Text("frames", "`directory` for the frames, frame_00000.png and so on, or none (default "+
			"data in the run directory)", &o.frames),
		option.Switch("force", "replace these files whatever they are; older frames are replaced "+
			"anyway, and a movie in the run directory", &o.force),
	)
}

const renderAbout = `Draws the snapshots of a run, which must have been kept as vtk (as by default) or msgpack, as frames and a movie. Of a flow on a grid it draws sections through the middle, across the view.`

// Render is the command render, and RenderSyntax what it takes.
var Render, RenderSyntax = cli.ReadsOwn("render", renderAbout, "The movie", (*renderOptions).table,
	render)

func render(ctx context.Context, c *cli.Config, o *renderOptions) error {
	dir, k, err := kinds.OnlyDir(c)
	if err != nil {
		return err
	}
	r, err := o.prepare(ctx, k, dir)
	if errors.Is(err, cli.ErrInterrupted) {
		return err
	}
	if err != nil {
		return cli.UsageError(err)
	}
	return r.render(ctx)
}

// nothing is the word for no frames, and for no movie.
const nothing = "none"

// rendering is frames and a movie in the making.
type rendering struct {
	kinds.Artist
	instants []output.Instant
	frames   string // directory; "" is none
	to       string // movie; "" is none
	lacking  string // what to say where it could not be made
	rate     float64
	movie    movie.Movie
	older    []string // frames of before
}

// prepare refuses what cannot be drawn, before anything is.
func (o *renderOptions) prepare(ctx context.Context, k *kinds.Kind,
	dir string) (r *rendering, err error) {
	r = &rendering{to: o.to, frames: o.frames, rate: o.rate}
	if r.Artist, err = o.look.draw(k, dir); err != nil {
		return nil, err
	}
	if r.instants, err = r.Choose(output.When{Time: math.NaN(), From: o.from, Until: o.until,
		Every: o.every}); err != nil {
		return nil, err
	}
	if err := r.prepareFiles(o, dir); err != nil {
		return nil, err
	}
	return r, r.Begin(ctx, r.instants)
}

// prepareFiles chooses what is written, and refuses to replace what is not the program's.
func (r *rendering) prepareFiles(o *renderOptions, dir string) error {
	switch r.frames {
	case "":
		r.frames = filepath.Join(dir, "data")
	case nothing:
		r.frames = ""
	}
	switch {
	case r.to == nothing && r.frames == "":
		return errors.New("--to none and --frames none leave nothing to be written; use one of them")
	case r.to == nothing:
		r.to = ""
	case r.to == "" && movie.Installed():
		r.to = filepath.Join(dir, "movie.mp4")
	case r.to == "" && r.frames == "":
		return errors.New("ffmpeg is not installed, and --frames none leaves nothing to be " +
			"written; use --to movie.gif")
	case r.to == "":
		r.lacking = "; ffmpeg is not installed, so there is no movie, and --to movie.gif makes " +
			"one without"
	default:
		if err := movie.Check(r.to); err != nil {
			return fmt.Errorf("--to: %w", err)
		}
	}
	if err := cli.CheckRemade("to", r.to, output.KindOfMovie(r.to), o.force); err != nil {
		return err
	}
	if r.frames != "" {
		if err := output.CheckOwnDir(r.frames); err != nil && o.frames == "" {
			return fmt.Errorf("%w; --frames names another directory", err)
		}
		if err := os.MkdirAll(r.frames, 0o777); err != nil {
			return fmt.Errorf("--frames: %w", err)
		}
		if err := r.findOlder(o.force); err != nil {
			return err
		}
	}
	return nil
}

// frame is the file of a frame.
func (r *rendering) frame(k int) string {
	return filepath.Join(r.frames, fmt.Sprintf("frame_%05d.png", k))
}

// findOlder finds the frames of before, which are replaced, and refuses what is no frame.
func (r *rendering) findOlder(force bool) (err error) {
	if err := cli.CheckRemade("frames", r.frame(0), output.KindPicture, force); err != nil {
		return err
	}
	r.older, err = filepath.Glob(filepath.Join(r.frames, "frame_[0-9][0-9][0-9][0-9][0-9].png"))
	if err != nil {
		return err
	}
	for _, path := range r.older {
		if err := cli.CheckRemade("frames", path, output.KindPicture, force); err != nil {
			return err
		}
	}
	return nil
}

// removeOlder removes the frames of before that are not among the first n of today.
func (r *rendering) removeOlder(n int) error {
	for _, path := range r.older {
		if path < r.frame(n) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("a frame of before cannot be removed: %w", err)
		}
	}
	return nil
}

// render draws all frames. While one is drawn the next snapshot is read, and those before are
// compressed.
func (r *rendering) render(ctx context.Context) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	done, err := r.drawAll(ctx)
	if r.movie != nil {
		err = errors.Join(err, r.movie.Close())
	}
	if err != nil {
		return err
	}
	if done < len(r.instants) {
		return cli.ErrInterrupted
	}
	if err := r.removeOlder(done); err != nil {
		return err
	}
	return r.tell(done)
}

// drawAll draws one frame after the other, and tells how many.
func (r *rendering) drawAll(ctx context.Context) (done int, err error) {
	type read struct {
		paint func() (*image.RGBA, error)
		err   error
	}
	next := make(chan read, 1)
	go func() {
		defer close(next)
		for _, at := range r.instants {
			paint, err := r.Load(at)
			select {
			case next <- read{paint, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	var files fileWriter
	for got := range next {
		if ctx.Err() != nil {
			break
		}
		if got.err != nil {
			return done, errors.Join(cli.UsageError(got.err), files.wait())
		}
		img, err := got.paint()
		if err != nil {
			return done, errors.Join(err, files.wait())
		}
		if err := r.addToMovie(img); err != nil {
			return done, errors.Join(err, files.wait())
		}
		if r.frames != "" {
			files.write(r.frame(done), img)
		}
		done++
	}
	return done, files.wait()
}

// addToMovie adds a frame to the movie, which begins with the first.
func (r *rendering) addToMovie(img *image.RGBA) (err error) {
	if r.to != "" && r.movie == nil {
		size := img.Bounds().Size()
		r.movie, err = movie.Open(r.to, size.X, size.Y, r.rate,
			movie.Files{Write: output.WriteFile, List: output.List})
	}
	if err != nil || r.movie == nil {
		return err
	}
	return r.movie.Add(img)
}

// fileWriter writes pictures beside what else is done, some at a time.
type fileWriter struct {
	pending sync.WaitGroup
	room    chan struct{}
	mutex   sync.Mutex
	err     error // the first
}

func (f *fileWriter) write(path string, img *image.RGBA) {
	const most = 2
	if f.room == nil {
		f.room = make(chan struct{}, most)
	}
	f.room <- struct{}{}
	f.pending.Go(func() {
		err := output.WriteFile(path, func(w io.Writer) error { return pictures.Encode(w, img) })
		f.mutex.Lock()
		f.err = errors.Join(f.err, err)
		f.mutex.Unlock()
		<-f.room
	})
}

func (f *fileWriter) wait() error {
	f.pending.Wait()
	return f.err
}

// tell says what was made.
func (r *rendering) tell(n int) error {
	first, last := r.instants[0].Time, r.instants[len(r.instants)-1].Time
	what := fmt.Sprintf("%s, %s from %.4g to %.4g s", r.Name(), text.Count(n, "frame"),
		first, last)
	if r.frames != "" {
		what += ", " + filepath.Join(r.frames, "frame_*.png")
	}
	if r.to != "" {
		what += ", " + r.to
	}
	_, err := fmt.Fprintln(cli.Stdout, what+r.lacking)
	return err
}
