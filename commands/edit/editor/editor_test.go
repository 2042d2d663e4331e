package editor

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"gpusph/internal/live"
)

// opened is an editor that is served privately, as the command does, and a client with its token.
func opened(t *testing.T, file string, commands Commands) (e *Editor, url string,
	client *http.Client) {
	t.Helper()
	e, err := New(file, commands)
	if err != nil {
		t.Fatal(err)
	}
	server, err := live.OpenPrivate(live.Address{Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	server.Serve(e)
	t.Cleanup(server.Close)
	url = server.URL()
	place, _, ok := strings.Cut(url, "?token=")
	if !ok {
		t.Fatalf("%s has no token", url)
	}
	client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	answer, err := client.Get(url)
	if err != nil || answer.StatusCode != http.StatusSeeOther || len(answer.Cookies()) != 1 {
		t.Fatalf("%v, %v", answer, err)
	}
	cookie := answer.Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode {
		t.Errorf("the cookie is %v", cookie)
	}
	client.Transport = withCookie{cookie}
	return e, place, client
}

type withCookie struct{ cookie *http.Cookie }

func (w withCookie) RoundTrip(r *http.Request) (*http.Response, error) {
	r.AddCookie(w.cookie)
	return http.DefaultTransport.RoundTrip(r)
}

// Without the token there is nothing, with it nothing but GET, and no page elsewhere may use it.
func TestGuards(t *testing.T) {
	_, url, client := opened(t, filepath.Join(t.TempDir(), "case.toml"), Commands{})
	status := func(c *http.Client, method, path string, change func(*http.Request)) int {
		t.Helper()
		r, err := http.NewRequest(method, url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		change(r)
		answer, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	none := func(*http.Request) {}
	for _, path := range []string{"", "page.js", "schema.json", "gallery.json", "edit"} {
		if got := status(http.DefaultClient, "GET", path, none); got != http.StatusUnauthorized {
			t.Errorf("without the token %q answers %d", path, got)
		}
	}
	for _, path := range []string{"", "page.js", "page.css", "view.js", "schema.json", "gallery.json",
		"icon.svg", "numbers.js", "libraries/codemirror.min.js", "libraries/three.min.js"} {
		if got := status(client, "GET", path, none); got != http.StatusOK {
			t.Errorf("%q answers %d", path, got)
		}
		if got := status(client, "POST", path, none); got != http.StatusMethodNotAllowed {
			t.Errorf("a POST to %q answers %d", path, got)
		}
	}
	elsewhere := func(r *http.Request) { r.Host = "example.org" }
	if got := status(client, "GET", "", elsewhere); got != http.StatusForbidden {
		t.Errorf("under another name it answers %d", got)
	}
	_, _, err := websocket.Dial(context.Background(), strings.Replace(url, "http", "ws", 1)+"edit",
		&websocket.DialOptions{HTTPClient: client,
			HTTPHeader: http.Header{"Origin": {"http://example.org"}}})
	if err == nil || !strings.Contains(err.Error(), "403") {
		t.Errorf("a page of another origin gets %v", err)
	}
	if _, err := live.OpenPrivate(live.Address{Host: "0.0.0.0", Port: 8080}); err == nil ||
		!strings.Contains(err.Error(), "ssh -L 8080:localhost:8080") {
		t.Errorf("an address for other machines gives %v", err)
	}
}

// The page may run no script but its own, load nothing from elsewhere, and has styles with a nonce
// that is new each time. No file of the page names another place.
func TestPolicy(t *testing.T) {
	_, url, client := opened(t, filepath.Join(t.TempDir(), "case.toml"), Commands{})
	nonces := map[string]bool{}
	for range 2 {
		answer, err := client.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		policy := answer.Header.Get("Content-Security-Policy")
		nonce := regexp.MustCompile(`style-src 'self' 'nonce-([^']{20,})';`).FindStringSubmatch(policy)
		if nonce == nil || !strings.Contains(string(body), `content="`+nonce[1]+`"`) {
			t.Fatalf("the policy is %s, the page %.400s", policy, body)
		}
		nonces[nonce[1]] = true
		if !strings.HasPrefix(policy, "default-src 'none'; script-src 'self';") ||
			strings.Contains(policy, "unsafe") {
			t.Errorf("the policy is %s", policy)
		}
	}
	if len(nonces) != 2 {
		t.Error("the nonce is the same again")
	}
	names, err := files.ReadDir("assets")
	if err != nil || len(names) < 8 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		text, err := files.ReadFile("assets/" + name.Name())
		if err != nil {
			t.Fatal(err)
		}
		at := regexp.MustCompile(`(https?:)?//[a-z0-9.-]+\.[a-z]+/|@import|\son[a-z]+="`).Find(text)
		if at != nil {
			t.Errorf("%s has %q", name.Name(), at)
		}
	}
}

// page is a page that edits, as the tests drive it.
type page struct {
	t    *testing.T
	conn *websocket.Conn
}

func connect(t *testing.T, url string, client *http.Client) *page {
	t.Helper()
	conn, _, err := websocket.Dial(context.Background(), strings.Replace(url, "http", "ws", 1)+"edit",
		&websocket.DialOptions{HTTPClient: client})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(1 << 26)
	t.Cleanup(func() { conn.CloseNow() })
	return &page{t, conn}
}

func (p *page) send(q request) {
	p.t.Helper()
	data, _ := json.Marshal(map[string]any{"do": q.Do, "number": q.Number, "text": q.Text,
		"version": q.Version})
	if err := p.conn.Write(context.Background(), websocket.MessageText, data); err != nil {
		p.t.Fatal(err)
	}
}

// await is the next message of a kind.
func (p *page) await(kind string) (m map[string]any) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		of, data, err := p.conn.Read(ctx)
		if err != nil {
			p.t.Fatalf("waiting for %s: %v", kind, err)
		}
		if of == websocket.MessageBinary {
			long := uint32(data[0]) | uint32(data[1])<<8 | uint32(data[2])<<16 | uint32(data[3])<<24
			data = data[4 : 4+long]
		}
		m = nil
		if err := json.Unmarshal(data, &m); err != nil {
			p.t.Fatal(err)
		}
		if m["kind"] == kind {
			return m
		}
	}
}

// A text is saved, also where there was no file, but not over what others have written unless it is
// asked for. Nothing else is written.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "case.toml")
	_, url, client := opened(t, path, Commands{})
	p := connect(t, url, client)
	if m := p.await("hello"); m["exists"] != false || m["file"] != "case.toml" {
		t.Fatalf("%v", m)
	}
	has := func(want string) {
		t.Helper()
		if data, err := os.ReadFile(path); err != nil || string(data) != want {
			t.Errorf("the file has %q, %v", data, err)
		}
	}
	save := func(text string, version any) {
		p.send(request{Do: "save", Text: text, Version: version.(string)})
	}
	save("a = 1\n", "")
	first := p.await("saved")["version"]
	has("a = 1\n")
	save("a = 2\n", first)
	second := p.await("saved")["version"]
	has("a = 2\n")
	if err := os.WriteFile(path, []byte("b = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	// the page is told in a second; before that it does not know
	save("a = 3\n", second)
	m := p.await("conflict")
	if m["text"] != "b = 1\n" {
		t.Errorf("%v", m)
	}
	has("b = 1\n")
	save("a = 3\n", m["version"])
	third := p.await("saved")["version"]
	has("a = 3\n")
	if err := os.WriteFile(path, []byte("b = 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	told := p.await("changed")
	if told["text"] != "b = 2\n" {
		t.Errorf("%v", told)
	}
	save("a = 4\n", third) // the page keeps its own text
	if m := p.await("conflict"); m["text"] != "b = 2\n" {
		t.Errorf("%v", m)
	}
	has("b = 2\n")
	if err := os.WriteFile(path, []byte("b = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	save("a = 4\n", told["version"]) // over a version that is no longer there
	if m := p.await("conflict"); m["text"] != "b = 3\n" {
		t.Errorf("%v", m)
	}
	has("b = 3\n")
	other := connect(t, url, client) // a page that is opened again has shown what it began with
	other.send(request{Do: "save", Text: "a = 5\n", Version: third.(string)})
	other.await("conflict")
	has("b = 3\n")
	os.Remove(path)
	save("a = 5\n", third)
	if m := p.await("conflict"); m["exists"] != false || m["version"] != "" {
		t.Errorf("%v", m)
	}
	save("a = 5\n", "")
	fifth := p.await("saved")["version"]
	has("a = 5\n")
	far := filepath.Join(t.TempDir(), "far.toml") // a link stays one
	if err := errors.Join(os.Rename(path, far), os.Symlink(far, path)); err != nil {
		t.Fatal(err)
	}
	save("a = 6\n", fifth)
	p.await("saved")
	if to, err := os.Readlink(path); to != far {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if text, _ := os.ReadFile(far); string(text) != "a = 6\n" {
		t.Errorf("the file behind the link has %q", text)
	}
	if all, _ := os.ReadDir(dir); len(all) != 1 {
		t.Errorf("the folder has %v", all)
	}
}

// A message that means nothing ends the connection.
func TestNonsense(t *testing.T) {
	_, url, client := opened(t, filepath.Join(t.TempDir(), "case.toml"), Commands{})
	p := connect(t, url, client)
	p.await("hello")
	nonsense := []byte("nonsense")
	if err := p.conn.Write(context.Background(), websocket.MessageText, nonsense); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, _, err := p.conn.Read(ctx)
	if websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("it answers %v", err)
	}
}

// Of many texts at once the last is answered, and few of the others.
func TestLastTextWins(t *testing.T) {
	_, url, client := opened(t, filepath.Join(t.TempDir(), "case.toml"), Commands{})
	p := connect(t, url, client)
	const n = 40
	for i := range n {
		p.send(request{Do: "text", Number: i + 1, Text: whole})
	}
	answers := 0
	for {
		answers++
		if p.await("answer")["number"] == float64(n) {
			break
		}
	}
	if answers > n/2 {
		t.Errorf("%d of %d texts are answered", answers, n)
	}
}

// A check is a process of its own, which can be stopped.
func TestCheckStops(t *testing.T) {
	_, url, client := opened(t, filepath.Join(t.TempDir(), "case.toml"),
		Commands{Check: []string{"sleep", "600"}})
	p := connect(t, url, client)
	p.send(request{Do: "check"})
	p.await("checking")
	begun := time.Now()
	p.send(request{Do: "stop"})
	if m := p.await("checked"); m["stopped"] != true || time.Since(begun) > 30*time.Second {
		t.Errorf("%v after %v", m, time.Since(begun))
	}
}

// A check takes the text of the page, and leaves the case file and its folder as they are.
func TestCheckSavesNothing(t *testing.T) {
	dir := t.TempDir()
	path, checked := filepath.Join(dir, "case.toml"), filepath.Join(t.TempDir(), "checked")
	if err := os.WriteFile(path, []byte("name = \"saved\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, url, client := opened(t, path, Commands{Check: []string{"cp", path, checked}})
	p := connect(t, url, client)
	for _, text := range []string{"name = \"typed\"\n", "name = \"saved\"\n"} {
		p.send(request{Do: "check", Text: text})
		p.await("checked")
		if got, err := os.ReadFile(checked); err != nil || string(got) != text {
			t.Errorf("checked is %q, not %q (%v)", got, text, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != "name = \"saved\"\n" {
			t.Errorf("the file has %q (%v)", got, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("the folder has %v (%v)", left, err)
		}
	}
}

// The gallery has all cases that need no other file, each of which is a flow without errors.
func TestGallery(t *testing.T) {
	w := httptest.NewRecorder()
	e, err := New(filepath.Join(t.TempDir(), "case.toml"), Commands{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	e.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/gallery.json", nil))
	var all []Example
	if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil || len(all) < 20 {
		t.Fatalf("%d, %v", len(all), err)
	}
	for _, x := range all {
		if x.About == "" || x.Name == "" {
			t.Errorf("%s has no line about it", x.Name)
		}
	}
	for _, x := range all {
		a, _, err := e.look(context.Background(), []byte(x.Text))
		if err != nil || len(a.Errors) > 0 {
			t.Errorf("%s: %v, %v", x.Name, a.Errors, err)
			continue
		}
		for _, note := range a.Notes {
			if note.Line == 0 {
				t.Errorf("%s: the note %q is of no line of the text", x.Name, note.Text)
			}
		}
	}
}
