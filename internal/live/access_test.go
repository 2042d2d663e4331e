package live

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestParseAddress(t *testing.T) {
	for _, test := range []struct {
		text  string
		host  string
		port  int
		local bool
	}{
		{"localhost", "localhost", DefaultPort, true}, {"8080", "127.0.0.1", 8080, true},
		{"localhost:8080", "localhost", 8080, true},
		{"127.0.0.1:0", "127.0.0.1", 0, true}, {"127.0.0.2", "127.0.0.2", DefaultPort, true},
		{"[::1]:8080", "::1", 8080, true}, {"::1", "::1", DefaultPort, true},
		{"[::ffff:127.0.0.1]:1", "::ffff:127.0.0.1", 1, true},
		{":8080", "", 8080, false}, {"0.0.0.0:8080", "0.0.0.0", 8080, false},
		{"[::]:8080", "::", 8080, false}, {"192.168.1.7", "192.168.1.7", DefaultPort, false},
		{"localhost.example.org:80", "localhost.example.org", 80, false},
		{"127.0.0.1.example.org:80", "127.0.0.1.example.org", 80, false},
	} {
		a, err := ParseAddress(test.text)
		if err != nil || a.Host != test.host || a.Port != test.port || a.Local() != test.local {
			t.Errorf("%s is %+v, local %v, %v", test.text, a, a.Local(), err)
		}
	}
	for _, text := range []string{"localhost:80000", "localhost:-1", "http://localhost", "a b",
		"localhost:http"} {
		if a, err := ParseAddress(text); err == nil ||
			!strings.Contains(err.Error(), "use 8080, localhost:8080 or 0.0.0.0:8080") {
			t.Errorf("%s is %+v, %v", text, a, err)
		}
	}
}

// ask is what a guard answers.
func ask(g *access, change func(*http.Request)) *http.Response {
	r := httptest.NewRequest("GET", "http://localhost:7380/", nil)
	change(r)
	w := httptest.NewRecorder()
	g.guard(http.HandlerFunc(func(w http.ResponseWriter,
		_ *http.Request) {
		w.WriteHeader(http.StatusOK)
	})).ServeHTTP(w, r)
	return w.Result()
}

// On this machine alone the page has no token. A name of elsewhere that leads here is not taken, or
// pages of there could read it.
func TestGuardOfLocalPage(t *testing.T) {
	g := newAccess(Address{Host: "127.0.0.1"}, 7380, false)
	if g.token != "" {
		t.Fatal("it has a token")
	}
	for host, want := range map[string]int{
		"localhost:7380": 200, "127.0.0.1:7380": 200, "[::1]:7380": 200, "localhost": 200,
		"LOCALHOST:1": 200,
		"example.org": 403, "example.org:7380": 403, "127.0.0.1.example.org": 403,
		"localhost.example.org:7380": 403, "192.168.1.7:7380": 403, "": 403,
	} {
		if got := ask(&g, func(r *http.Request) { r.Host = host }); got.StatusCode != want {
			t.Errorf("for %q it answers %d, not %d", host, got.StatusCode, want)
		}
	}
	got := ask(&g, func(r *http.Request) {})
	if policy := got.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy,
		"default-src 'none'; script-src 'self';") ||
		strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q", policy)
	}
	if got := ask(&g, func(r *http.Request) { r.Method = "POST" }); got.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a POST gives %d", got.StatusCode)
	}
}

func TestGuardWithToken(t *testing.T) {
	g := newAccess(Address{Host: "0.0.0.0"}, 7380, false)
	other := newAccess(Address{Host: "0.0.0.0"}, 7380, false)
	if len(g.token) != 32 || g.token == other.token {
		t.Fatalf("the tokens are %q and %q", g.token, other.token)
	}
	with := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for what, test := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"nothing":         {func(*http.Request) {}, 401},
		"a cookie":        {with("Cookie", "gpusph_7380="+g.token), 200},
		"another's":       {with("Cookie", "gpusph_7381="+g.token), 401},
		"a wrong cookie":  {with("Cookie", "gpusph_7380="+other.token), 401},
		"an empty cookie": {with("Cookie", "gpusph_7380="), 401},
		"a header":        {with("Authorization", "Bearer "+g.token), 200},
		"a wrong header":  {with("Authorization", "Bearer "+g.token+"A"), 401},
		"an empty header": {with("Authorization", "Bearer "), 401},
		"a part":          {func(r *http.Request) { r.URL.RawQuery = "token=" + g.token[:31] }, 401},
		"a name of here": {func(r *http.Request) {
			r.Host = "cluster:7380"
			r.Header.Set("Authorization", "Bearer "+g.token)
		}, 200},
	} {
		if got := ask(&g, test.change); got.StatusCode != test.want {
			t.Errorf("with %s it answers %d, not %d", what, got.StatusCode, test.want)
		}
	}
	got := ask(&g, func(r *http.Request) { r.URL.RawQuery = "token=" + g.token })
	cookie := got.Header.Get("Set-Cookie")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/" ||
		!strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") {
		t.Errorf("with the token it answers %d to %q with %q", got.StatusCode, got.Header.Get("Location"),
			cookie)
	}
}

// Where somebody has the usual port already, the page takes another, unless the port was named.
func TestPortIsTaken(t *testing.T) {
	first, err := Open(Address{Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	_, port, _ := strings.Cut(strings.Trim(strings.TrimPrefix(first.Place(), "http://"), "/"), ":")
	a, _ := ParseAddress("127.0.0.1:" + port)
	if s, err := Open(a); err == nil || !strings.Contains(err.Error(), "use another port") {
		s.Close()
		t.Errorf("a port that is taken is %v", err)
	}
	a.any = true
	s, err := Open(a)
	if err != nil || s.Place() == first.Place() {
		t.Fatalf("it is at %v, %v", s, err)
	}
	s.Close()
}
