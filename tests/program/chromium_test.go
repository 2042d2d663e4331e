package program

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// chromium is the part of a browser without a window that a test uses: what it keeps and opens goes
// with the test. It is driven by its DevTools protocol.
type chromium struct {
	t *testing.T
	*browser
	context string // name of the part
}

// browser is a process of Chromium.
type browser struct {
	conn *websocket.Conn
	last int
	kill func()
}

// sharedBrowser is the browser of all tests, which use it one after the other: it takes seconds to
// start.
var sharedBrowser *browser

// browse is a browser for a test, or skips the test where there is none.
func browse(t *testing.T) *chromium {
	t.Helper()
	if sharedBrowser == nil {
		sharedBrowser = startBrowser(t)
	}
	c := &chromium{t: t, browser: sharedBrowser}
	c.context = c.call("", "Target.createBrowserContext", nil)["browserContextId"].(string)
	t.Cleanup(func() {
		if t.Failed() { // it may have lost its connection
			sharedBrowser.kill()
			sharedBrowser = nil
			return
		}
		c.t = t
		c.call("", "Target.disposeBrowserContext", map[string]any{"browserContextId": c.context})
	})
	return c
}

func startBrowser(t *testing.T) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		const what = "there is no chromium, in which the page would be tested; " +
			"scripts/install-test-tools.sh installs it on Debian"
		if os.Getenv("GPUSPH_REQUIRE_CHROMIUM") != "" || os.Getenv("CI") != "" {
			t.Fatal(what)
		}
		t.Skip(what)
	}
	profile, err := os.MkdirTemp("", "chromium")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
		"--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars",
		"--mute-audio", "--no-first-run",
		"--disable-extensions", "--disable-background-networking", "--remote-debugging-port=0",
		"--user-data-dir="+profile, "about:blank")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // its other processes end with it
	out, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	kill := func() {
		syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		c.Wait()
		// until all have ended
		for end := time.Now().Add(5 * time.Second); os.RemoveAll(profile) != nil && time.Now().Before(end); {
			time.Sleep(50 * time.Millisecond)
		}
	}
	lines, said := bufio.NewScanner(out), ""
	for lines.Scan() {
		said += lines.Text() + "\n"
		if _, at, ok := strings.Cut(lines.Text(), "DevTools listening on "); ok {
			conn, _, err := websocket.Dial(context.Background(), strings.TrimSpace(at), nil)
			if err != nil {
				kill()
				t.Fatal(err)
			}
			conn.SetReadLimit(1 << 26)
			go func() {
				for lines.Scan() {
				}
			}()
			return &browser{conn: conn, kill: kill}
		}
	}
	kill()
	t.Fatalf("%s does not start:\n%s", path, said)
	return nil
}

// call calls a method of a session, or of the browser for "".
func (c *chromium) call(session, method string, params map[string]any) map[string]any {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c.last++
	m, _ := json.Marshal(map[string]any{"id": c.last, "method": method, "params": params,
		"sessionId": session})
	if session == "" {
		m, _ = json.Marshal(map[string]any{"id": c.last, "method": method, "params": params})
	}
	err := c.conn.Write(ctx, websocket.MessageText, m)
	for err == nil {
		if _, m, err = c.conn.Read(ctx); err != nil {
			break
		}
		var answer struct {
			ID     int
			Result map[string]any
			Error  *struct{ Message string }
		}
		if err = json.Unmarshal(m, &answer); err != nil || answer.ID != c.last {
			continue
		}
		if answer.Error != nil {
			c.t.Fatalf("%s: %s", method, answer.Error.Message)
		}
		return answer.Result
	}
	c.t.Fatalf("%s: %v", method, err)
	return nil
}

// tab is a page in the browser.
type tab struct {
	*chromium
	target, session string
}

// open opens an address in a window of a size; phones have two pixels for one.
func (c *chromium) open(url string, width, height int) *tab {
	c.t.Helper()
	target := c.call("", "Target.createTarget",
		map[string]any{"url": "about:blank", "browserContextId": c.context})["targetId"].(string)
	session := c.call("", "Target.attachToTarget", map[string]any{"targetId": target,
		"flatten": true})["sessionId"].(string)
	p := &tab{c, target, session}
	c.call(session, "Emulation.setDeviceMetricsOverride", map[string]any{"width": width,
		"height": height, "deviceScaleFactor": 1, "mobile": width < 600})
	c.call(session, "Page.navigate", map[string]any{"url": url})
	return p
}

// front brings it before others: a page that is hidden draws nothing.
func (p *tab) front() { p.call(p.session, "Page.bringToFront", nil) }

func (p *tab) close() { p.call("", "Target.closeTarget", map[string]any{"targetId": p.target}) }

// eval is the value of an expression, made of JSON.
func (p *tab) eval(expression string) any {
	p.t.Helper()
	answer := p.call(p.session, "Runtime.evaluate", map[string]any{"expression": expression,
		"returnByValue": true, "awaitPromise": true})
	if wrong, ok := answer["exceptionDetails"].(map[string]any); ok {
		p.t.Fatalf("%s: %v", expression, wrong)
	}
	return answer["result"].(map[string]any)["value"]
}

// patience is how long a page is waited for. Two busy cores and the race detector can take tens of
// seconds.
const patience = 90 * time.Second

// until waits until an expression is true.
func (p *tab) until(expression string) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if p.eval("!!(window.gpusph && ("+expression+"))") == true {
			return
		}
	}
	p.t.Fatalf("it never comes to %s: %v; the page says %q", expression,
		p.eval("JSON.stringify(window.gpusph?.state())"), p.eval("document.body.innerText.slice(0, 400)"))
}

// click clicks an element.
func (p *tab) click(id string) {
	p.t.Helper()
	p.eval(fmt.Sprintf("document.getElementById(%q).click()", id))
}

// shot is what is seen.
func (p *tab) shot() (image.Image, []byte) {
	p.t.Helper()
	data, err := base64.StdEncoding.DecodeString(p.call(p.session, "Page.captureScreenshot",
		map[string]any{"format": "png"})["data"].(string))
	if err != nil {
		p.t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		p.t.Fatal(err)
	}
	return picture, data
}
