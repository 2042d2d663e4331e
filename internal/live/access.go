package live

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// DefaultPort is of the page by default.
const DefaultPort = 7380

// Address is where a page is served, as people write it: a port, a host, or both as host:port.
type Address struct {
	Host string
	Port int
	any  bool // no port was named, so that another does, too
}

// ParseAddress reads one.
func ParseAddress(text string) (Address, error) {
	a := Address{Host: "127.0.0.1", Port: DefaultPort}
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		if n, e := strconv.Atoi(text); e == nil {
			host, port = a.Host, strconv.Itoa(n)
		} else {
			host, port, a.any = strings.Trim(text, "[]"), strconv.Itoa(DefaultPort), true
		}
	}
	n, err := strconv.Atoi(port)
	if err != nil || n < 0 || n > 65535 || strings.ContainsAny(host, " /?#@") {
		return a, fmt.Errorf("%q is not an address for a page; use 8080, localhost:8080 or 0.0.0.0:8080",
			text)
	}
	a.Host, a.Port = host, n
	return a, nil
}

// Local reports whether only this machine can come there.
func (a Address) Local() bool { return isLocal(a.Host) }

func isLocal(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

func (a Address) listen() (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(a.Host, strconv.Itoa(a.Port)))
	if err != nil && a.any {
		l, err = net.Listen("tcp", net.JoinHostPort(a.Host, "0"))
	}
	if err != nil {
		return nil, fmt.Errorf("the page cannot be served: %w; use another port, as %s", err,
			net.JoinHostPort(a.Host, "8081"))
	}
	return l, nil
}

// access is who may see the page.
type access struct {
	token  string // that readers need; "" where all of this machine may see it
	cookie string // that has it
	local  bool   // only this machine can come
}

// newAccess makes a token of 192 random bits where one is needed: for addresses that other machines
// can reach, and for private pages.
func newAccess(a Address, port int, private bool) access {
	// cookies are of a host, whatever the port
	g := access{cookie: "gpusph_" + strconv.Itoa(port), local: a.Local()}
	if !a.Local() || private {
		random := make([]byte, 24)
		rand.Read(random)
		g.token = base64.RawURLEncoding.EncodeToString(random)
	}
	return g
}

// is compares in a time that tells nothing of the token, not even its length.
func (g *access) is(word string) bool {
	a, b := sha256.Sum256([]byte(word)), sha256.Sum256([]byte(g.token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

var (
	errToken = errors.New("this page needs the token that the run has printed: open the address " +
		"with ?token= as it stands there")
	errHost = errors.New("this page is for this machine only; localhost and 127.0.0.1 are its names")
)

// may says why a request is refused, or nil.
func (g *access) may(r *http.Request) error {
	if g.local {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		// another name that leads here is that of a page elsewhere
		if !isLocal(strings.Trim(host, "[]")) {
			return errHost
		}
	}
	if g.token == "" {
		return nil
	}
	if c, err := r.Cookie(g.cookie); err == nil && g.is(c.Value) {
		return nil
	}
	if word, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && g.is(word) {
		return nil
	}
	if g.is(r.URL.Query().Get("token")) {
		return nil
	}
	return errToken
}

// guard lets those in who may, and tells browsers what the page is not to do. A token that comes in
// the address goes into a cookie, so that it is in no further address.
func (g *access) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; "+
			"connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; "+
			"form-action 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		if err := g.may(r); err != nil {
			status := http.StatusForbidden
			if errors.Is(err, errToken) {
				status = http.StatusUnauthorized
			}
			http.Error(w, err.Error(), status)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "only GET is known here", http.StatusMethodNotAllowed)
			return
		}
		if g.token != "" && r.URL.Path == "/" && r.URL.Query().Has("token") {
			http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: g.token, Path: "/", HttpOnly: true,
				SameSite: http.SameSiteStrictMode})
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
		next.ServeHTTP(w, r)
	})
}
