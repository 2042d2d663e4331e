// Package movie makes films of pictures: GIF by itself, and others by ffmpeg where that is
// installed.
package movie

import (
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/text"
)

// Movie takes pictures of one size.
type Movie interface {
	Add(img *image.RGBA) error
	Close() error // without it there is no file
}

// Kinds are how names of films may end.
var Kinds = []string{".mp4", ".webm", ".mkv", ".mov", ".gif"}

// Installed reports whether there is an ffmpeg.
func Installed() bool {
	_, err := exec.LookPath("ffmpeg")
	return err == nil
}

// Check refuses a file that would be no film, or not here.
func Check(path string) error {
	kind := strings.ToLower(filepath.Ext(path))
	switch {
	case !slices.Contains(Kinds, kind):
		return fmt.Errorf("%q is not the name of a movie; use one that ends in %s", path, text.Or(Kinds))
	case kind != ".gif" && !Installed():
		return fmt.Errorf("%s needs ffmpeg, which is not installed; use a name that ends in .gif", path)
	}
	return nil
}

// Files is how a film gets its name.
type Files struct {
	Write func(path string, write func(io.Writer) error) error // makes a file of what write writes
	List  func(path string)                                    // is told a name before the file has it
}

// Open begins a film with a number of pictures a second.
func Open(path string, width, height int, rate float64, to Files) (Movie, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	if strings.EqualFold(filepath.Ext(path), ".gif") {
		return &animation{file: to.Write, path: path, width: width, height: height, rate: rate}, nil
	}
	return openFFmpeg(path, width, height, rate, to.List)
}

// film is one that ffmpeg makes. It is whole before it has its name.
type film struct {
	path, half string
	command    *exec.Cmd
	in         interface {
		Write([]byte) (int, error)
		Close() error
	}
	said strings.Builder
	list func(path string)
}

func openFFmpeg(path string, width, height int, rate float64, list func(path string)) (Movie,
	error) {
	f := &film{path: path, list: list, half: filepath.Join(filepath.Dir(path),
		".half_"+filepath.Base(path))}
	codec := []string{"-c:v", "libx264", "-crf", "20", "-preset", "medium", "-movflags", "+faststart"}
	if strings.EqualFold(filepath.Ext(path), ".webm") {
		codec = []string{"-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0"}
	}
	args := []string{
		"-y", "-loglevel", "error", "-f", "rawvideo", "-pixel_format", "rgba",
		"-video_size", fmt.Sprintf("%dx%d", width, height), "-framerate",
		strconv.FormatFloat(rate, 'g', -1, 64), "-i", "-",
		"-an", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-fflags", "+bitexact",
		"-flags:v", "+bitexact",
	}
	f.command = exec.Command("ffmpeg", append(append(args, codec...), f.half)...)
	f.command.Stderr = &f.said
	var err error
	if f.in, err = f.command.StdinPipe(); err == nil {
		err = f.command.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("the movie %s cannot be begun: %w", path, err)
	}
	return f, nil
}

func (f *film) Add(img *image.RGBA) error {
	if _, err := f.in.Write(img.Pix); err != nil {
		return errors.Join(f.Close(), fmt.Errorf("the movie %s cannot be written: %w", f.path, err))
	}
	return nil
}

func (f *film) Close() error {
	if f.command == nil {
		return nil
	}
	err := errors.Join(f.in.Close(), f.command.Wait())
	f.command = nil
	if err == nil {
		f.list(f.path)
		if old, e := os.Stat(f.path); e == nil && old.Mode().IsRegular() {
			os.Chmod(f.half, old.Mode()) // it stays as private as it was
		}
		err = os.Rename(f.half, f.path)
	}
	if err != nil {
		os.Remove(f.half)
		line, _, _ := strings.Cut(strings.TrimSpace(f.said.String()), "\n")
		return fmt.Errorf("the movie %s cannot be written: %w (ffmpeg says: %s)", f.path, err,
			text.Printable(line))
	}
	return nil
}
