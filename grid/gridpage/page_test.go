package gridpage

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpusph/grid"
	"gpusph/internal/live"
	"gpusph/output/outputtest"
	"gpusph/output/picture"
)

// TestKeys checks that keys of /status change with its version only.
func TestKeys(t *testing.T) { outputtest.Keys(t, statusHead.Name(), Status{}) }

// newPage is the page of a run with one row of sums.
func newPage(dir string) *Page {
	return New(&Run{Status: Status{Problem: "GridCavity", Dir: dir, Cells: [3]int{100, 1, 100}, End: 8,
		Devices: []Device{{Name: "host", Model: "a processor"}}},
		Columns: []string{"t[s]", "energy[m²/s²]"}, Rows: [][]float64{{0, 0.5}}})
}

// serve serves a page, and asks there.
func serve(t *testing.T, p *Page, host string) (s *live.Server,
	get func(path string) (int, string)) {
	t.Helper()
	s, err := live.Open(live.Address{Host: host})
	if err != nil {
		t.Fatal(err)
	}
	s.Serve(p)
	t.Cleanup(s.Close)
	place := strings.Replace(s.Place(), "[::]", "127.0.0.1", 1)
	return s, func(path string) (int, string) {
		t.Helper()
		answer, err := http.Get(place + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
}

// updateOf is what the script gets.
func updateOf(t *testing.T, get func(string) (int, string), path string) (u struct {
	Status struct {
		State, Why, How string
		Step            int
		Done, Mcups     float64
		Left            *float64 `json:"eta_s"`
		PerSolve        float64  `json:"iterations_per_solve"`
		Change          *float64
		Pictures        []Picture
		Devices         []Device
	}
	Columns          []string
	Generation, From int
	Rows             [][]*float64
}) {
	t.Helper()
	status, body := get(path)
	if err := json.Unmarshal([]byte(body), &u); err != nil || status != http.StatusOK {
		t.Fatalf("%s answers %d: %v: %s", path, status, err, body)
	}
	return u
}

// TestUpdates checks what the script gets of a run: its progress, rows that it does not have, and
// the end.
func TestUpdates(t *testing.T) {
	p := newPage(t.TempDir())
	_, get := serve(t, p, "127.0.0.1")
	p.Progress(&grid.Progress{Time: 2, Step: 40, Steps: 40, Dt: 0.05, Wall: 0.5, Iterations: 240,
		Solves: 40, Change: math.NaN(), Devices: []grid.DeviceProgress{{Planes: 100, Busy: 0.25}}},
		0.25, 1.5)
	p.Sum([]float64{2, math.NaN()})
	u := updateOf(t, get, "run?reader=a&generation=-1&from=0")
	s := &u.Status
	if s.State != "running" || s.Step != 40 || s.Done != 0.25 || s.Left == nil || *s.Left != 1.5 ||
		math.Abs(s.Mcups-0.8) > 1e-12 || s.PerSolve != 6 || s.Change != nil ||
		s.Devices[0] != (Device{"host", "a processor", 0, 100, 0.5}) || len(s.Pictures) != 0 {
		t.Errorf("the status is %+v", s)
	}
	if len(u.Rows) != 2 || *u.Rows[0][1] != 0.5 || u.Rows[1][1] != nil || len(u.Columns) != 2 {
		t.Errorf("the rows are %v", u.Rows)
	}
	p.Sum([]float64{3, 0.25})
	if u := updateOf(t, get, "run?reader=a&generation=0&from=2"); u.From != 2 || len(u.Rows) != 1 ||
		*u.Rows[0][1] != 0.25 {
		t.Errorf("the new rows are %v", u.Rows)
	}
	p.End("interrupted", "interrupted", "gpusph --resume out continues the run")
	p.Close()
	if n := p.Readers(); n != 1 {
		t.Errorf("%d readers do not know the end", n)
	}
	if s := updateOf(t, get, "run?reader=a").Status; s.State != "interrupted" || s.Left != nil ||
		s.How != "gpusph --resume out continues the run" {
		t.Errorf("at the end the status is %+v", s)
	}
	for end := time.Now().Add(10 * time.Second); p.Readers() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d readers do not know the end yet", p.Readers())
		}
	}
}

// TestManyRows checks that of many rows some are left out, over the whole time, and that a table
// that was cut is sent anew.
func TestManyRows(t *testing.T) {
	var s series
	for i := range 3*mostRows + 1 {
		s.add([]float64{float64(i)})
	}
	if n := len(s.rows); n < mostRows/2 || n >= mostRows || s.generation == 0 {
		t.Errorf("there are %d rows, in generation %d", n, s.generation)
	}
	for i, row := range s.rows {
		if float64(row[0]) != float64(i*s.every) {
			t.Fatalf("row %d is that of %v, not of %d", i, row[0], i*s.every)
		}
	}
	was := s.generation
	s.set([]string{"t[s]"}, [][]float64{{0}, {1}})
	if len(s.rows) != 2 || s.generation != was+1 {
		t.Errorf("there are %d rows, in generation %d", len(s.rows), s.generation)
	}
}

// TestAccess checks that from other machines the numbers and the picture take the token.
func TestAccess(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "last.png"), []byte("picture"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, get := serve(t, newPage(dir), "0.0.0.0")
	_, token, _ := strings.Cut(s.URL(), "?token=")
	if token == "" {
		t.Fatalf("%s has no token", s.URL())
	}
	for _, path := range []string{"", "run", "status", "last.png", "page.js", "numbers.js"} {
		if status, body := get(path); status != http.StatusUnauthorized ||
			!strings.Contains(body, "needs the token") {
			t.Errorf("/%s answers %d without the token: %s", path, status, body)
		}
	}
	if status, body := get("last.png?token=" + token); status != http.StatusOK || body != "picture" {
		t.Errorf("the picture is %d, %q", status, body)
	}
	if u := updateOf(t, get, "run?token="+token); len(u.Status.Pictures) != 1 ||
		u.Status.Pictures[0].Title != "last" {
		t.Errorf("the pictures are %v", u.Status.Pictures)
	}
	for _, path := range []string{"report.json", "last_heat.png", "data/", "../page_test.go"} {
		if status, _ := get(path + "?token=" + token); status != http.StatusNotFound {
			t.Errorf("/%s answers %d", path, status)
		}
	}
}

// TestPictures checks that all pictures of the last state are shown, with their titles and that
// which shows the flow best first, and no other files.
func TestPictures(t *testing.T) {
	dir := t.TempDir()
	for file, title := range map[string]string{"last.png": "Potential temperature",
		"last_density.png": "Density", "last_speed.png": "Speed", "picture_vx.png": "vx"} {
		f, err := os.Create(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if err := picture.EncodeTitled(f, image.NewGray(image.Rect(0, 0, 2, 2)), title); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	if err := os.Mkdir(filepath.Join(dir, "last_x.png"), 0o777); err != nil {
		t.Fatal(err)
	}
	_, get := serve(t, newPage(dir), "127.0.0.1")
	got := ""
	for _, p := range updateOf(t, get, "run").Status.Pictures {
		status, body := get(p.File)
		got += fmt.Sprintf("%s: %s, %d;", p.File, p.Title, status)
		if !strings.HasPrefix(body, "\x89PNG") || p.Written == 0 {
			t.Errorf("%s is %.10q", p.File, body)
		}
	}
	if want := "last.png: Potential temperature, 200;last_density.png: Density, 200;" +
		"last_speed.png: Speed, 200;"; got != want {
		t.Errorf("the pictures are %s", got)
	}
	if status, _ := get("picture_vx.png"); status != http.StatusNotFound {
		t.Errorf("another picture is %d", status)
	}
}

// TestDraw checks that pictures are drawn one at a time and not too often, and that nothing waits
// for one but the end.
func TestDraw(t *testing.T) {
	p := newPage(t.TempDir())
	let, drawn := make(chan bool), 0
	p.Draw(func() { <-let; drawn++ })
	p.Draw(func() { t.Error("two pictures are drawn at a time") })
	let <- true
	p.Wait()
	p.Draw(func() { t.Error("a picture is drawn at once after another") })
	p.Wait()
	p.drawAt = time.Now()
	p.Draw(func() { drawn++ })
	if p.Close(); drawn != 2 {
		t.Errorf("%d pictures are drawn", drawn)
	}
}

// TestFromFiles checks that files are read again, and that what cannot be read stays.
func TestFromFiles(t *testing.T) {
	var fails error
	r := &Run{Status: Status{State: Files}, Rows: [][]float64{{0}}}
	p, err := FromFiles(func() (*Run, error) { return r, fails })
	if err != nil {
		t.Fatal(err)
	}
	r = &Run{Status: Status{State: "done"}, Rows: [][]float64{{0}, {1}}}
	for _, fails = range []error{errors.New("a file is being written"), nil} {
		p.readAt = time.Time{}
		want := map[bool]string{true: Files, false: "done"}[fails != nil]
		if s := p.Status(); s.State != want {
			t.Errorf("after %v the state is %s", fails, s.State)
		}
	}
	if len(p.sums.rows) != 2 {
		t.Errorf("there are %d rows", len(p.sums.rows))
	}
}
