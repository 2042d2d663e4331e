package live

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"gpusph/internal/live/libraries"
)

// Content is what a Server serves: a Page, or the page of another kind of flow.
type Content interface {
	Handler() http.Handler
	Close()       // ends it, after the last that readers get
	Readers() int // those who have not got that yet
}

// Shared are files that other pages use, too: views of space, functions for numbers, and the icon.
func Shared() http.Handler {
	assets, err := fs.Sub(files, "assets")
	if err != nil {
		panic(err)
	}
	return http.FileServerFS(assets)
}

// Server serves a page.
type Server struct {
	listener net.Listener
	page     Content // nil before Serve
	http     *http.Server
	access   access
	at       net.Addr
	host     string // as it was asked for
	done     chan struct{}
}

// Open takes an address, before there is a page to serve there.
func Open(a Address) (*Server, error) { return open(a, false) }

// OpenPrivate is the same for a page that other users of this machine may not see: it always needs
// the token. Addresses that other machines can reach are refused.
func OpenPrivate(a Address) (*Server, error) {
	if !a.Local() {
		return nil, fmt.Errorf("%s can be reached from other machines, but this page is for this "+
			"machine only; use localhost, and from elsewhere a tunnel: ssh -L %d:localhost:%d HOST",
			net.JoinHostPort(a.Host, strconv.Itoa(a.Port)), a.Port, a.Port)
	}
	return open(a, true)
}

func open(a Address, private bool) (*Server, error) {
	listener, err := a.listen()
	if err != nil {
		return nil, err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	return &Server{listener: newLimited(listener), access: newAccess(a, port, private),
		at: listener.Addr(), host: a.Host, done: make(chan struct{})}, nil
}

// Serve begins to serve a page.
func (s *Server) Serve(page Content) {
	s.page = page
	s.http = &http.Server{
		Handler:           s.access.guard(withoutLists(page.Handler())),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, IdleTimeout: 15 * time.Second,
		MaxHeaderBytes: 1 << 14, ErrorLog: log.New(io.Discard, "", 0),
	}
	go func() {
		defer close(s.done)
		s.http.Serve(s.listener)
	}()
}

// URL is where the page is, with the token, if there is one. It is for the screen, and for no file.
func (s *Server) URL() string {
	u := s.Place()
	if s.access.token != "" {
		u += "?token=" + s.access.token
	}
	return u
}

// Place is where the page is, without the token.
func (s *Server) Place() string {
	host := s.host
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = ownName()
	}
	_, port, _ := net.SplitHostPort(s.at.String())
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// ownName is what other machines may call this one.
func ownName() string {
	// sends nothing; it finds out which of our addresses leads away
	routes, err := net.Dial("udp", "192.0.2.1:9")
	if err != nil {
		return "localhost"
	}
	defer routes.Close()
	return routes.LocalAddr().(*net.UDPAddr).IP.String()
}

// Close ends the page: readers get what was last, if they take it within a second.
func (s *Server) Close() {
	if s.page == nil {
		s.listener.Close()
		return
	}
	s.page.Close()
	for end := time.Now().Add(time.Second); time.Now().Before(end) && s.page.Readers() > 0; {
		time.Sleep(5 * time.Millisecond)
	}
	s.http.Close()
	<-s.done
}

// Handler is the page with all that belongs to it.
func (p *Page) Handler() http.Handler {
	all := http.NewServeMux()
	all.Handle("GET /", Shared())
	all.Handle("GET /libraries/", http.StripPrefix("/libraries", http.FileServerFS(libraries.Files)))
	all.HandleFunc("GET /live", p.serveSocket)
	all.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		encoder.Encode(p.Status())
	})
	return all
}

// withoutLists refuses what would list a directory.
func withoutLists(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" && strings.HasSuffix(r.URL.Path, "/") {
			http.NotFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}
