package program

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"gpusph/output"
)

// served is a run that is shown on a page, or a view of one.
type served struct {
	*exec.Cmd
	url  string // of the page, as it is printed
	rest chan string
}

// serve starts the program, which is to print where its page is. A run takes all cores, so it is to
// give way to the browser, which without that takes minutes for what it does in seconds.
func serve(t *testing.T, dir, line string) *served {
	t.Helper()
	c := program(dir, line)
	if nice, err := exec.LookPath("nice"); err == nil {
		c.Path, c.Args = nice, append([]string{nice, "-n", "10"}, c.Args...)
	}
	return serveWith(t, c, line)
}

// serveWith starts a command that is the program with the words of a line.
func serveWith(t *testing.T, c *exec.Cmd, line string) *served {
	t.Helper()
	s := &served{Cmd: c, rest: make(chan string, 1)}
	from, err := s.StderrPipe()
	if err == nil {
		err = s.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Process.Kill(); s.Wait() })
	lines := bufio.NewReader(from)
	var all strings.Builder
	for {
		text, err := lines.ReadString('\n')
		all.WriteString(text)
		if _, url, ok := strings.Cut(text, " is shown at "); ok {
			s.url = strings.TrimSpace(url)
			break
		}
		if err != nil {
			t.Fatalf("gpusph %s ended without a page:\n%s", line, &all)
		}
	}
	go func() {
		rest, _ := io.ReadAll(lines)
		s.rest <- all.String() + string(rest)
	}()
	return s
}

// end waits until the program has ended, and returns what it has printed on stderr.
func (s *served) end(t *testing.T) string {
	t.Helper()
	text := <-s.rest
	if err := s.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return text
}

// status is what /status tells.
func (s *served) status(t *testing.T) (status map[string]any) {
	t.Helper()
	answer, err := http.Get(s.url + "status")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&status); err != nil {
		t.Fatal(err)
	}
	return status
}

// looker is a reader, as the page is.
type looker struct {
	*websocket.Conn
	t      *testing.T
	hello  map[string]any
	status map[string]any
	rows   map[string]int // of tables
	lines  []string
	told   []string
	walls  int
	frames []frame
	ended  bool
}

// frame is what a looker keeps of a frame.
type frame struct {
	time      float64
	step      int
	particles int
	message   []byte
}

func look(t *testing.T, s *served) *looker {
	t.Helper()
	conn, _, err := websocket.Dial(context.Background(), s.url+"live", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.CloseNow() })
	conn.SetReadLimit(1 << 26)
	return &looker{Conn: conn, t: t, rows: map[string]int{}}
}

// say asks for something.
func (l *looker) say(what string, number int) {
	m, _ := json.Marshal(map[string]any{"do": what, "number": number})
	l.Write(context.Background(), websocket.MessageText, m)
}

// until takes messages until something is so, or there are no more.
func (l *looker) until(what string, so func() bool) {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	for !so() {
		kind, m, err := l.Read(ctx)
		if err != nil {
			l.ended = true
			if !so() {
				l.t.Fatalf("waiting until %s: %v, with the status %v", what, err, l.status)
			}
			return
		}
		if kind == websocket.MessageText {
			l.text(m)
		} else {
			l.binary(m)
		}
	}
}

func (l *looker) text(m []byte) {
	var message map[string]any
	if err := json.Unmarshal(m, &message); err != nil {
		l.t.Errorf("%v: %.200s", err, m)
	}
	switch message["type"] {
	case "hello":
		l.hello = message
	case "status":
		l.status = message
	case "table":
		if message["columns"] != nil {
			l.rows[message["name"].(string)] = 0
		}
		l.rows[message["name"].(string)] += len(message["rows"].([]any))
	case "log":
		for _, line := range message["lines"].([]any) {
			l.lines = append(l.lines, line.(string))
		}
	case "told":
		l.told = append(l.told, message["text"].(string))
	}
}

func (l *looker) binary(m []byte) {
	n := int(binary.LittleEndian.Uint32(m[4:]))
	if binary.LittleEndian.Uint32(m) == 2 {
		l.walls = n
		return
	}
	f := frame{time: math.Float64frombits(binary.LittleEndian.Uint64(m[8:])), step: int(binary.LittleEndian.Uint32(m[16:])), message: m}
	for _, device := range m[len(m)-n:] {
		if device != 255 {
			f.particles++
		}
	}
	l.frames = append(l.frames, f)
	l.say("ready", 0)
}

func (l *looker) is(state string) func() bool {
	return func() bool { return l.status["state"] == state }
}

// A run that is looked at, paused, asked for a checkpoint and a snapshot, and resumed, ends with
// the same bits. One who takes nothing, and one who vanishes, hold it for no time.
func TestLookedAt(t *testing.T) {
	t.Parallel()
	const line = "--problem DamBreak3D --deltap 0.04 --tend 0.3 --devices host,host --output-interval 0.1 --sample-interval 0.01"
	dir := t.TempDir()
	plain := mustRun(t, t.TempDir(), line)
	s := serve(t, dir, line+" --dir out --serve 127.0.0.1:0")
	l := look(t, s)
	l.say("particles", 1000)
	l.say("ready", 0)

	stuck := look(t, s)
	for range 100 {
		stuck.say("ready", 0)
	}
	gone := look(t, s)
	gone.say("ready", 0)
	gone.until("there is a frame", func() bool { return len(gone.frames) > 0 })
	gone.CloseNow()

	l.until("there are frames", func() bool { return len(l.frames) > 2 })
	l.say("pause", 0)
	l.until("it is paused", l.is("paused"))
	at := s.status(t)
	time.Sleep(30 * time.Millisecond)
	if now := s.status(t); now["step"] != at["step"] || now["format"] != "gpusph status" || now["state"] != "paused" {
		t.Errorf("a run that is paused continues from %v to %v", at, now)
	}
	l.say("checkpoint", 0)
	l.say("snapshot", 0)
	l.until("both are told", func() bool { return len(l.told) >= 2 })
	l.say("resume", 0)
	l.until("it goes on", l.is("running"))
	l.until("it has ended", l.is("ended"))
	s.end(t)

	shown := summary(t, filepath.Join(dir, "out"))
	if shown.StateSHA256 != plain.StateSHA256 {
		t.Errorf("looked at, the state is %s, and else %s", shown.StateSHA256, plain.StateSHA256)
	}
	if _, told := shown.Options["serve"]; told {
		t.Error("the summary tells where the page was")
	}
	if n := len(files(t, dir, "out/data/part_*.vtp")); n != 5 {
		t.Errorf("there are %d snapshots, and not the four of the run and the one that was asked for", n)
	}
	if l.walls == 0 || l.rows["throughput.csv"] < 10 || l.rows["energies.csv"] < 20 || l.rows["gauges.csv"]+l.rows["forces.csv"] < 20 || len(l.lines) < 3 {
		t.Errorf("the page has %d walls, rows %v and the log %q", l.walls, l.rows, l.lines)
	}
	before := -1
	for _, f := range l.frames {
		if f.step <= before || f.particles < 300 || f.particles > 1200 || f.time < 0 || f.time > 0.31 {
			t.Errorf("after step %d, a frame of step %d at %g s has %d particles", before, f.step, f.time, f.particles)
		}
		before = f.step
	}
	if first, last := l.frames[0], l.frames[len(l.frames)-1]; bytes.Equal(first.message[32:32+6000], last.message[32:32+6000]) {
		t.Error("particles stay where they are")
	}
}

// files are those of a pattern.
func files(t *testing.T, dir, pattern string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A stop ends the run in order, also while it is paused.
func TestStoppedOnPage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "--problem DamBreak3D --deltap 0.03 --devices host:1 --dir out --serve 127.0.0.1:0 --formats none")
	l := look(t, s)
	l.say("ready", 0)
	l.until("there is a frame", func() bool { return len(l.frames) > 0 })
	l.say("pause", 0)
	l.until("it is paused", l.is("paused"))
	l.say("snapshot", 0)
	l.until("it says that there are none", func() bool { return len(l.told) > 0 && strings.Contains(l.told[0], "--formats") })
	l.say("stop", 0)
	l.until("it has ended", l.is("ended"))
	if text := s.end(t); !strings.Contains(text, "stopped: somebody asked for it on the page") || !strings.Contains(text, "gpusph --resume out goes on with it") {
		t.Errorf("it prints\n%s", text)
	}
	if end := summary(t, filepath.Join(dir, "out")); end.Status != "done" || end.Stopped == nil || end.Stopped.Option != "serve" {
		t.Errorf("the summary says %s, %+v", end.Status, end.Stopped)
	}
}

// From other machines it takes the token, which no file has.
func TestTokenOfPage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "--problem DamBreak3D --deltap 0.03 --devices host:1 --dir out --quiet --serve 0.0.0.0:0")
	place, token, ok := strings.Cut(s.url, "?token=")
	if !ok || len(token) < 32 {
		t.Fatalf("it prints %s, without a token", s.url)
	}
	get := func(path, bearer string) int {
		request, _ := http.NewRequest("GET", place+path, nil)
		if bearer != "" {
			request.Header.Set("Authorization", "Bearer "+bearer)
		}
		answer, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	for _, test := range []struct {
		path, bearer string
		want         int
	}{
		{"", "", 401}, {"status", "", 401}, {"live", "", 401}, {"app.js", "", 401}, {"?token=" + token[1:], "", 401}, {"?token=", "", 401}, {"status", token + "x", 401},
		{"status", token, 200}, {"status?token=" + token, "", 200}, {"?token=" + token, "", 303},
	} {
		if got := get(test.path, test.bearer); got != test.want {
			t.Errorf("/%s with %q gives %d, not %d", test.path, test.bearer, got, test.want)
		}
	}
	s.Process.Kill()
	s.Wait()
	for _, f := range files(t, dir, "out/*.*") {
		if bytes.Contains(read(t, f), []byte(token)) {
			t.Errorf("%s has the token", f)
		}
	}
}

// A page of files offers what snapshots have. Pressure and density tell each other; without ids
// nothing is drawn.
func TestViewOfSomeFields(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]string{"id,pressure": "[Velocity Device] 2", "id,velocity,density,device": "<nil> 2", "pressure,velocity": "[Id Device] 0"} {
		dir := t.TempDir()
		mustRun(t, dir, "--problem DamBreak3D --deltap 0.06 --devices host:1 --maxiter 5 --fields "+fields)
		l := look(t, serve(t, dir, "view out --serve 127.0.0.1:0"))
		l.until("it says what there is", func() bool { return l.hello != nil })
		times, _ := l.hello["times"].([]any)
		if got := fmt.Sprint(l.hello["lacking"], len(times)); got != want {
			t.Errorf("with the fields %s the page lacks and shows %s, not %s", fields, got, want)
		}
		if len(times) == 0 {
			continue
		}
		l.say("particles", 100000)
		l.say("frame", 1)
		l.until("there is a frame", func() bool { return len(l.frames) > 0 })
		f := l.frames[0]
		n := int(binary.LittleEndian.Uint32(f.message[4:]))
		greatest := float32(0)
		for i := range n {
			at := 32 + (6*n+3)/4*4 + 12*n + 4*i
			greatest = max(greatest, math.Float32frombits(binary.LittleEndian.Uint32(f.message[at:])))
		}
		if depth := float32(0.4 * 9.81 / (20 * 20)); greatest < depth/2 || greatest > 2*depth || f.particles < 400 {
			t.Errorf("with the fields %s the density of %d particles is at most %g off, of water that deep %g", fields, f.particles, greatest, depth)
		}
	}
}

// However many strangers hold connections open, a run that is shown ends with all its files.
func TestStrangersTakeNoFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const line = "--problem DamBreak3D --deltap 0.05 --devices host:1 --tend 0.6 --output-interval 0.02 " +
		"--formats vtk,msgpack --checkpoint-every 0.05 --serve 127.0.0.1:0 --dir out"
	c := program(dir, line)
	c.Args = append([]string{"sh", "-c", `ulimit -n 96; exec "$0" "$@"`, c.Path}, c.Args[1:]...)
	c.Path = "/bin/sh"
	s := serveWith(t, c, line)
	at, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	dialer := net.Dialer{Timeout: time.Second}
	for n := range 300 {
		c, err := dialer.Dial("tcp", at.Host)
		if err != nil {
			t.Fatalf("stranger %d: %v", n, err)
		}
		defer c.Close()
	}
	if text := s.end(t); strings.Contains(text, "cannot be") {
		t.Error(text)
	}
	out := filepath.Join(dir, "out")
	if got := summary(t, out); got.Status != "done" {
		t.Errorf("the status is %s: %s", got.Status, got.Error)
	}
	for _, list := range []string{"particles.pvd", "flow.pvd"} {
		if n := bytes.Count(read(t, out, list), []byte("data/part_")); n != 31 {
			t.Errorf("%s lists %d snapshots; want 31", list, n)
		}
	}
	for _, suffix := range []string{"vtp", "msgpack"} {
		if all, _ := filepath.Glob(filepath.Join(out, "data", "part_*."+suffix)); len(all) != 31 {
			t.Errorf("there are %d snapshots %s; want 31", len(all), suffix)
		}
	}
	if all, err := output.Checkpoints(out); err != nil || len(all) != 2 {
		t.Errorf("there are the checkpoints %v: %v", all, err)
	}
	for _, name := range []string{"report.txt", "summary.msgpack", "energies.csv", "throughput.csv", "files.txt"} {
		if len(read(t, out, name)) == 0 {
			t.Errorf("%s is empty", name)
		}
	}
}
