package live

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"gpusph/output/outputtest"
	"gpusph/sph"
	"gpusph/sph/measure"
)

// A table keeps a limited number of rows. What adds up adds up, and the last of the rest stays.
func TestTable(t *testing.T) {
	r := newTable("throughput.csv", []string{"t[s]", "steps", "wall[s]", "dt[s]", "host:0 Forces[s]",
		"host:0 slices"})
	const n = 3*mostRows + 100
	for i := range n {
		r.add([]float64{float64(i), 1, 2, 5, 3, float64(i % 7)})
	}
	if len(r.rows) >= mostRows || len(r.rows) < mostRows/2 {
		t.Fatalf("it has %d rows", len(r.rows))
	}
	sum, before := 0.0, -1.0
	for _, row := range r.rows {
		sum += row[1]
		if row[0] <= before || row[0] >= n || row[2] != 2*row[1] || row[4] != 3*row[1] || row[3] != 5 ||
			row[5] != float64(int(row[0])%7) {
			t.Fatalf("behind %g there is the row %v", before, row)
		}
		before = row[0]
	}
	if sum+float64(r.added) != n {
		t.Errorf("%g rows are left of %d", sum, n)
	}
}

// Of a run's files the walls that move are drawn with the fluid, where each snapshot has them, and
// the others once.
func TestMovedBodies(t *testing.T) {
	first := &sph.Snapshot{
		ID: []uint32{0, 1, 2, 3}, Type: []sph.Type{sph.Fluid, sph.Wall, sph.Wall, sph.Wall},
		Body:     []uint8{0, 0, 1, 2},
		Position: [][3]float32{{}, {1}, {2}, {3}}, Velocity: make([][3]float32, 4),
		Density: make([]float32, 4), Pressure: make([]float32, 4), Device: make([]uint8, 4),
	}
	last := *first
	last.Position = [][3]float32{{0.5}, {1}, {2}, {3.5}}
	moves := movedBodies(first, &last)
	if len(moves) != 1 || !moves[2] {
		t.Fatalf("%v move", moves)
	}
	if w := wallsOfSnapshot(first, moves); len(w.at) != 2 {
		t.Errorf("%d walls stay", len(w.at))
	}
	p := &sph.Params{Max: [3]float64{4, 1, 1}}
	for most, want := range map[*map[uint8]bool]int{&moves: 2, new(map[uint8]bool): 1} {
		f := frameOfSnapshot(p, &last, *most, nil, 100)
		n := 0
		for _, d := range f.message[f.at.devices : f.at.devices+f.places] {
			if d != nowhere {
				n++
			}
		}
		if n != want {
			t.Errorf("%d particles are drawn, not %d", n, want)
		}
	}
}

// A frame has particles that were born long after the flow began, and no room for all ids before.
func TestFrameOfBorn(t *testing.T) {
	for _, test := range []struct {
		ids  []uint32
		want []uint32 // drawn
	}{
		{[]uint32{4_000_000_001, 4_000_000_000, 4_000_000_007},
			[]uint32{4_000_000_001, 4_000_000_000, 4_000_000_007}},
		{[]uint32{3, sph.Taken(0, 1000) + 3, 4_000_000_000}, nil},
		{nil, nil},
	} {
		s := sph.NewSnapshot(nil, len(test.ids))
		s.Case = &sph.Case{}
		copy(s.ID, test.ids)
		f := frameOfSnapshot(&sph.Params{Max: [3]float64{1, 1, 1}}, s, nil, nil, 100)
		if f.places > mostPlaces {
			t.Errorf("a frame has %d places", f.places)
		}
		every := binary.LittleEndian.Uint32(f.message[20:])
		first := binary.LittleEndian.Uint32(f.message[24:])
		drawn := 0
		for place, device := range f.message[f.at.devices:][:f.places] {
			if device == nowhere {
				continue
			}
			drawn++
			id := first + uint32(place)*every + sph.Taken(uint32(place), every)
			if !slices.Contains(test.ids, id) {
				t.Errorf("a place is of %d, which is none of %v", id, test.ids)
			}
		}
		if test.want != nil && drawn != len(test.want) {
			t.Errorf("%d of %v are drawn", drawn, test.ids)
		}
	}
}

// A reader gets each row once, all anew where rows have become fewer.
func TestTableNews(t *testing.T) {
	r := newTable("energies.csv", []string{"t[s]", `a "b"`})
	var at place
	got := 0
	for i := range 2 * mostRows {
		r.add([]float64{float64(i), math.NaN()})
		if i%100 > 0 {
			continue
		}
		m, to := r.news(at)
		at = to
		if m == nil {
			continue
		}
		var message struct {
			Name    string
			Columns []string
			Rows    [][]*float64
		}
		if err := json.Unmarshal(m, &message); err != nil {
			t.Fatalf("%v: %.200s", err, m)
		}
		if message.Columns != nil {
			got = 0
		}
		got += len(message.Rows)
		if got != len(r.rows) || message.Name != r.name || message.Rows[0][1] != nil {
			t.Fatalf("%d rows have come of %d", got, len(r.rows))
		}
	}
	if m, _ := r.news(place{r.thinned, len(r.rows)}); m != nil {
		t.Errorf("there is news where there is nothing new: %s", m)
	}
}

// A frame has what was put into it, where docs/reference/files.md says.
func TestFrame(t *testing.T) {
	p := &sph.Params{Min: [3]float64{-1, 0, 2}, Max: [3]float64{1, 0, 6}}
	const places, place = 5, 3
	f := newFrame(p, places, 2, 0.25, 77, 4, 9)
	f.put(place, &measure.Previewed{Device: 2, Position: [3]float64{0, 0, 7},
		Velocity: [3]float32{1, 2, 3}, Rel: 0.5, Extra: []float32{8, 9}})
	m := f.message
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(m[at:]) }
	number := func(at int) float32 { return math.Float32frombits(word(at)) }
	short := func(at int) uint16 { return binary.LittleEndian.Uint16(m[at:]) }
	if word(0) != 1 || word(4) != places ||
		math.Float64frombits(binary.LittleEndian.Uint64(m[8:])) != 0.25 || word(16) != 77 ||
		word(20) != 4 || word(24) != 9 || word(28) != 2 {
		t.Errorf("the head is %v", m[:32])
	}
	if at := 32 + 6*place; short(at) != 32768 || short(at+2) != 0 || short(at+4) != 65535 {
		t.Errorf("the position is %d, %d, %d", short(at), short(at+2), short(at+4))
	}
	velocity := 32 + 32 // 30 bytes of positions, and two more
	density := velocity + 12*places
	if at := velocity + 12*place; number(at) != 1 || number(at+4) != 2 || number(at+8) != 3 ||
		number(density+4*place) != 0.5 || number(density+4*places+4*place) != 8 ||
		number(density+8*places+4*place) != 9 {
		t.Error("the values are elsewhere")
	}
	if devices := m[density+12*places:]; string(devices) != "\xff\xff\xff\x02\xff" {
		t.Errorf("the devices are %v", devices)
	}
}

// Curves of a sample come before the next frame, with the points of each.
func TestCurves(t *testing.T) {
	m := curvesMessage([][][3]float32{{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}}})
	var got []uint32
	for ; len(m) > 0; m = m[4:] {
		got = append(got, binary.LittleEndian.Uint32(m))
	}
	want := []uint32{4, 2, 2, 1}
	for x := range 9 {
		want = append(want, math.Float32bits(float32(x+1)))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the message is %v, not %v", got, want)
	}
	if m := curvesMessage(nil); m != nil {
		t.Errorf("without curves there is a message of %d bytes", len(m))
	}
}

// Walls are those of the surface, of a block that is five deep those around it.
func TestWalls(t *testing.T) {
	w := &wallParticles{}
	for i := range 125 {
		w.at = append(w.at, [3]float32{0.05 + 0.1*float32(i%5), 0.05 + 0.1*float32(i/5%5),
			0.05 + 0.1*float32(i/25)})
		w.body = append(w.body, uint8(i%3))
	}
	for most, want := range map[int]int{1000: 125 - 27, 98: 98, 49: 49, 10: 10} {
		m := w.message(0.1, most)
		if n := int(binary.LittleEndian.Uint32(m[4:])); n < want-1 || n > want || len(m) != 8+13*n {
			t.Errorf("of at most %d walls there are %d in %d bytes, not %d", most, n, len(m), want)
		}
	}
}

// Frames are made at most at a limited rate, and none while no reader is ready for one.
func TestPace(t *testing.T) {
	p := newPage(About{Case: &sph.Case{Name: "none"}})
	if p.Wanted() != 0 {
		t.Fatal("a frame is wanted, and there is no reader")
	}
	r := &reader{page: p, news: make(chan struct{}, 1)}
	p.readers[r] = struct{}{}
	if p.Wanted() != 0 {
		t.Fatal("a frame is wanted by one who is not ready")
	}
	r.ready.Store(true)
	if p.Wanted() != usualParticles {
		t.Fatal("no frame is wanted by one who is ready")
	}
	done := make(chan struct{})
	p.pace.run(func() { <-done })
	if p.Wanted() != 0 {
		t.Error("a frame is wanted while one is being made")
	}
	close(done)
	p.pace.wait()
	if p.Wanted() != 0 {
		t.Error("a frame is wanted just behind another")
	}
	p.pace.next.Store(0)
	if p.Wanted() == 0 {
		t.Error("no frame is wanted any more")
	}
}

// serving is a page that nothing happens on.
func serving(t *testing.T) (*Page, *Server) {
	t.Helper()
	p := newPage(About{Case: &sph.Case{Name: "none", End: 1}})
	s, err := Open(Address{Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	s.Serve(p)
	t.Cleanup(s.Close)
	return p, s
}

// A page elsewhere cannot look on, nor one who sends too much or nonsense; and the number of
// readers is limited.
func TestSocketRefuses(t *testing.T) {
	p, s := serving(t)
	dial := func(origin string) (*websocket.Conn, error) {
		header := http.Header{}
		if origin != "" {
			header.Set("Origin", origin)
		}
		c, _, err := websocket.Dial(context.Background(), s.Place()+"live",
			&websocket.DialOptions{HTTPHeader: header})
		if err == nil {
			t.Cleanup(func() { c.CloseNow() })
		}
		return c, err
	}
	own := strings.TrimSuffix(s.Place(), "/")
	for origin, want := range map[string]bool{"": true, own: true, "http://example.org": false,
		"null": false, "http://localhost.example.org": false} {
		if _, err := dial(origin); (err == nil) != want {
			t.Errorf("from %q it says %v", origin, err)
		}
	}
	closes := func(message string) error {
		c, err := dial("")
		if err != nil {
			return err
		}
		c.Write(context.Background(), websocket.MessageText, []byte(message))
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		for err == nil {
			_, _, err = c.Read(ctx)
		}
		return err
	}
	if err := closes("pause"); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("nonsense gives %v", err)
	}
	if err := closes(`{"do":"` + strings.Repeat("x", mostAsked) + `"}`); websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
		t.Errorf("a long message gives %v", err)
	}
	for i := 0; p.Status().Readers < mostReaders; i++ {
		if _, err := dial(""); err != nil || i > 2*mostReaders {
			t.Fatalf("only %d look on: %v", p.Status().Readers, err)
		}
		time.Sleep(time.Millisecond)
	}
	if err := closes("{}"); websocket.CloseStatus(err) != websocket.StatusTryAgainLater {
		t.Errorf("one reader too many gets %v", err)
	}
}

// What readers ask for comes to the run; more than it can take is not waited for.
func TestTasks(t *testing.T) {
	p, s := serving(t)
	c, _, err := websocket.Dial(context.Background(), s.Place()+"live", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	say := func(what string) {
		c.Write(ctx, websocket.MessageText,
			fmt.Appendf(nil, `{"do":%q}`, what))
	}
	hear := func(want string) {
		t.Helper()
		for {
			_, m, err := c.Read(ctx)
			if err != nil {
				t.Fatalf("waiting for %q: %v", want, err)
			}
			var message struct{ Text string }
			if json.Unmarshal(m, &message); message.Text == want {
				return
			}
		}
	}
	for range cap(p.tasks) + 1 {
		say("pause")
	}
	hear("the run has not yet done the request before this one")
	say("nothing")
	hear("this cannot be done here")
	for range cap(p.tasks) {
		if task := <-p.Tasks(); task != Pause {
			t.Errorf("the run is asked to %s", task)
		}
	}
}

func TestKeys(t *testing.T) { outputtest.Keys(t, statusHead.Name(), Status{}) }
