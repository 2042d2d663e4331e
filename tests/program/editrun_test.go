package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// shortCase is a flow of a few steps.
var shortCase = strings.NewReplacer("0.05\nend = 1", "0.1\nend = 0.05").Replace(editCase)

// A run is started by a click only, shows how far it is, and ends with its result.
func TestRunInBrowser(t *testing.T) {
	c := browse(t)
	p := editing(t, c, 1280, shortCase)
	time.Sleep(100 * time.Millisecond)
	if state := p.eval("gpusph.run().state"); state != "" {
		t.Fatalf("before a click the run is %v", state)
	}
	p.eval("gpusph.text().go(1, 1), true")
	p.write("# mine\n")
	p.until("gpusph.state().kind == 'flow' && gpusph.state().unsaved")
	p.tap("#startRun")
	p.until("gpusph.run().state == 'good' && document.querySelector('#result a')")
	if p.eval("gpusph.state().unsaved") != false {
		t.Error("the file is not saved")
	}
	p.keep("edit_run_1280.png")
	command := p.eval("document.querySelector('#result code').textContent").(string)
	if !strings.HasPrefix(command, "gpusph view runs/Edited_") {
		t.Errorf("the command is %q", command)
	}
	result := p.eval("document.querySelector('#result a').href").(string)
	if !strings.Contains(result, "?token=") {
		t.Errorf("the result is at %s, without a token", result)
	}
	v := c.open(result, 1280, 844)
	v.until("document.title.includes('Edited')")
	v.close()
	p.front()
	if by := p.eval("gpusph.state().answer.speed.by"); by == "run" {
		t.Error("a run of a second tells how long others take")
	}
	// another run, which is stopped
	p.restart(strings.Replace(shortCase, "end = 0.05", "end = 1000", 1))
	p.tap("#startRun")
	p.until("gpusph.run().state == 'running' && gpusph.run().dir")
	p.tap("#stopRun")
	p.until("gpusph.run().state == 'stopped'")
	// a text with an error is not run
	p.eval("gpusph.text().replace('name = 1'), true")
	p.until("gpusph.state().kind == 'errors'")
	p.tap("#startRun")
	p.until("!document.getElementById('notice').hidden")
	if p.eval("gpusph.run().state") != "stopped" || p.eval("gpusph.state().unsaved") != true {
		t.Error("a text with an error is saved or run")
	}
}

// When the program has ended, the page has the command that starts it again, and its text. A
// program with another token is recognized.
func TestProgramEndsInBrowser(t *testing.T) {
	c := browse(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "case.toml")
	if err := os.WriteFile(path, []byte(editCase), 0o666); err != nil {
		t.Fatal(err)
	}
	s := serve(t, dir, "edit case.toml --serve 127.0.0.1:0")
	p := c.open(s.url, 1280, 844)
	defer p.close()
	p.until("gpusph.state().kind == 'flow'")
	_, port, _ := strings.Cut(strings.TrimPrefix(s.url, "http://"), ":")
	port, _, _ = strings.Cut(port, "/")
	s.Process.Signal(os.Interrupt)
	s.end(t)
	p.until("gpusph.state().lost && document.querySelector('#state code')")
	command := p.eval("document.querySelector('#state code').textContent")
	if command != "gpusph edit case.toml --serve "+port {
		t.Errorf("the command is %q", command)
	}
	p.keep("edit_ended_1280.png")
	serve(t, dir, "edit case.toml --serve 127.0.0.1:"+port)
	p.until("/open the new address/.test(document.getElementById('state').textContent)")
	if p.eval("gpusph.text().text") != editCase {
		t.Error("the text is lost")
	}
}

// A case is found by what is in it, and Enter takes the only one.
func TestFindCaseInBrowser(t *testing.T) {
	c := browse(t)
	p := editing(t, c, 1280, editCase)
	p.tap("#new")
	p.until("document.querySelectorAll('#cases button').length > 20")
	const size = "document.getElementById('gallery').offsetHeight"
	before := p.eval(size)
	for _, word := range []string{"obstacle", "probe"} {
		p.eval("document.getElementById('find').value = ''")
		p.tap("#find")
		p.write(word)
		if n := p.eval("document.querySelectorAll('#cases button').length").(float64); n < 2 || n > 30 {
			t.Errorf("%s finds %g cases", word, n)
		}
		if got := p.eval(size); got != before {
			t.Errorf("the dialog is %v high, and was %v", got, before)
		}
	}
	p.keep("edit_find_1280.png")
	p.eval("document.getElementById('find').value = ''")
	p.write("solitary run-up nothing")
	if p.eval("document.querySelectorAll('#cases button').length") != 0.0 {
		t.Error("words that no case has find some")
	}
	p.eval("document.getElementById('find').value = ''")
	p.write("moored buoy")
	if n := p.eval("document.querySelectorAll('#cases button').length"); n != 1.0 {
		t.Errorf("%v cases are moored", n)
	}
	if got := p.eval(size); got != before {
		t.Errorf("with one case the dialog is %v high, and was %v", got, before)
	}
	p.press("Enter", "Enter", 13, 0)
	p.until("!document.getElementById('gallery').open && gpusph.state().kind == 'flow' && " +
		"/mooring/.test(gpusph.text().text)")
}

// On a phone the page shows one part at a time, and the flow in one line.
func TestPhoneInBrowser(t *testing.T) {
	c := browse(t)
	p := editing(t, c, 390, editCase)
	p.until("gpusph.state().answer.seconds > 0")
	size := p.eval("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
	if all := size.([]any); all[0] != 390.0 || all[1] != 844.0 {
		t.Errorf("the page is %v", size)
	}
	brief := p.eval("document.getElementById('brief').innerText").(string)
	if !strings.Contains(brief, " particles · run ") || strings.Contains(brief, "\n") {
		t.Errorf("the line is %q", brief)
	}
	const seen = `["editor", "flow", "numbers"].filter((id) =>
		document.getElementById(id).checkVisibility({visibilityProperty: true})).join()`
	for tab, want := range map[string]string{"text": "editor", "space": "flow", "facts": "numbers"} {
		p.turnTo(390, tab)
		if got := p.eval(seen); got != want {
			t.Errorf("the tab %s shows %v", tab, got)
		}
		p.keep("edit_phone_" + tab + "_390.png")
	}
	p.turnTo(390, "text")
	p.eval("gpusph.text().go(12, 4); true")
	p.write("x")
	p.until("gpusph.text().text.includes('boxx')")
	p.tap("#undo")
	p.until("gpusph.text().text == " + "`" + editCase + "`")
}
