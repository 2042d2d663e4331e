package program

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Somebody who does not know the program writes a case: what the page says, and where it says it.
func TestWritingInBrowser(t *testing.T) {
	c := browse(t)
	p := editing(t, c, 1280, editCase)
	for _, test := range []struct {
		name string
		run  func(*testing.T, *tab)
	}{
		{"errors wait for the writer", testErrorsWait}, {"the cursor stays in view", testCursorInView},
		{"help is no obstacle", testHelpAside}, {"keys in braces", testKeysInBraces},
		{"a motion", testMotionSnippet}, {"a fast motion", testFastMotion},
		{"a number is a word", testNumberIsWord}, {"brackets alone", testBracketsAlone},
		{"add", testAdd}, {"an overlap", testOverlapNote},
	} {
		t.Run(test.name, func(t *testing.T) {
			c.t = t
			p.restart(editCase)
			test.run(t, p)
		})
	}
	c.t = t
}

// editing is a page that edits a text.
func editing(t *testing.T, c *chromium, wide int, text string) *tab {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "case.toml"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	s := serve(t, dir, "edit case.toml --serve 127.0.0.1:0")
	p := c.open(s.url, wide, 844)
	t.Cleanup(p.close)
	p.until("gpusph.state().kind == 'flow' && gpusph.state().drawn > 0")
	return p
}

// restart replaces the text, and waits for its flow.
func (p *tab) restart(text string) {
	p.t.Helper()
	p.eval(fmt.Sprintf("document.activeElement.blur(), gpusph.text().replace(%q)", text))
	p.until("gpusph.state().kind == 'flow' && gpusph.state().marks == 0")
}

// atEnd puts the cursor at the end of the text.
func (p *tab) atEnd() {
	p.t.Helper()
	p.eval("gpusph.text().go(gpusph.text().view.state.doc.lines, 200); true")
}

// faults is what the list of errors and notes says.
func (p *tab) faults() string {
	p.t.Helper()
	return p.eval("document.getElementById('faults').innerText").(string)
}

// An error in the line that is being written is shown a second after the last key, one elsewhere at
// once.
func testErrorsWait(t *testing.T, p *tab) {
	watch := func(line int) float64 {
		p.eval(fmt.Sprintf(`window.shown = 0, window.watch = setInterval(() => {
			if (gpusph.state().marks && !window.shown)
				window.shown = performance.now() - gpusph.state().typed;
		}, 5), gpusph.text().go(%d, 200), true`, line))
		p.write("\nend = 2")
		p.until("window.shown > 0")
		p.eval("clearInterval(window.watch)")
		return p.eval("window.shown").(float64)
	}
	if ms := watch(8); ms < 1000 { // in [domain], where there is no key end
		t.Errorf("the error is shown after %.0f ms", ms)
	}
	p.restart(editCase)
	p.eval("gpusph.text().go(3, 200), true")
	begun := p.eval("performance.now()").(float64)
	p.eval(`(() => { const view = gpusph.text().view, at = view.state.doc.line(18).to;
		view.dispatch({changes: {from: at, insert: "\nmass = 1"}}); return true })()`)
	p.until("gpusph.state().marks == 1")
	now := p.eval("gpusph.state().typed").(float64)
	if now < begun {
		t.Errorf("typed at %g, before %g", now, begun)
	}
}

// Errors that need room do not push the line that is written out of view.
func testCursorInView(t *testing.T, p *tab) {
	p.restart(strings.Repeat("# a long text\n", 40) + editCase)
	p.atEnd()
	p.write("\n\n[[gauge]]\nname = \"g\"\nat = [0.3, 0.3]\n\n[[gauge]]\nname = \"h\"\nlevel = 3")
	p.until("gpusph.state().marks == 1")
	in := p.eval(`(() => { const view = gpusph.text().view;
		const at = view.coordsAtPos(view.state.selection.main.head);
		const box = document.getElementById("editor").getBoundingClientRect();
		return at && at.top >= box.top && at.bottom <= box.bottom })()`)
	if in != true {
		t.Error("the cursor is out of view")
	}
	p.write("\na")
	p.until("document.querySelector('.cm-tooltip-autocomplete')")
	p.keep("edit_end_1280.png")
	covered := p.eval(`(() => { const box = document.querySelector('.cm-tooltip-autocomplete')
			.getBoundingClientRect();
		const top = document.elementFromPoint(box.left + 20, box.bottom - 5);
		return !top?.closest(".cm-tooltip-autocomplete") })()`)
	if covered != false {
		t.Error("the list of keys is hidden")
	}
}

// Help is above its line, lets clicks through, and goes with the next key, which is not lost.
func testHelpAside(t *testing.T, p *tab) {
	at := p.eval(`(() => { const view = gpusph.text().view;
		const c = view.coordsAtPos(view.state.doc.line(16).from + 2);
		return {x: c.left, y: (c.top + c.bottom) / 2, top: c.top} })()`).(map[string]any)
	p.eval("gpusph.text().go(16, 200), true")
	for _, dx := range []float64{3, 0} {
		p.call(p.session, "Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved",
			"x": at["x"].(float64) + dx, "y": at["y"]})
	}
	p.until("document.querySelector('.cm-help')")
	p.keep("edit_help_1280.png")
	below := p.eval(`(() => { const help = document.querySelector(".cm-help");
		return [help.getBoundingClientRect().bottom, getComputedStyle(help).pointerEvents,
			getComputedStyle(help.closest(".cm-tooltip")).pointerEvents] })()`).([]any)
	if below[0].(float64) > at["top"].(float64)+1 || below[1] != "none" || below[2] != "none" {
		t.Errorf("the help ends at %v, the line begins at %v; pointers: %v", below[0], at["top"],
			below[1:])
	}
	p.press("Shift", "ShiftLeft", 16, 0)
	p.until("!document.querySelector('.cm-help')")
	p.write(" # written")
	p.until("gpusph.text().text.includes('radius = 0.15 } # written')")
}

// Keys of a table in braces are listed when the brace is there.
func testKeysInBraces(t *testing.T, p *tab) {
	p.eval("gpusph.text().go(17, 200), true")
	p.write("\nmotion = ")
	p.write("{")
	p.until("gpusph.state().options.includes('times') && gpusph.state().options.includes('moves')")
	p.keep("edit_braces_1280.png")
	p.press("Escape", "Escape", 27, 0)
}

// complete writes the beginning of a key at the end of a line, and takes the first option.
func (p *tab) complete(line int, begin, key string) {
	p.t.Helper()
	p.eval(fmt.Sprintf("gpusph.text().go(%d, 200), true", line))
	p.write("\n" + begin)
	p.until(fmt.Sprintf("gpusph.state().options[0] == %q", key))
	p.eval("new Promise((done) => setTimeout(done, 120))") // CodeMirror takes no Enter before
	p.press("Enter", "Enter", 13, 0)
}

// A motion that is completed is one without errors, which ends at rest.
func testMotionSnippet(t *testing.T, p *tab) {
	p.complete(17, "moti", "motion")
	p.until("gpusph.state().kind == 'flow' && gpusph.text().text.includes('motion = {')")
	text := p.eval("gpusph.text().text").(string)
	if !strings.Contains(text, "motion = { times = [0, 0.25, 0.5], displacements = [[0, 0, 0], "+
		"[0, 0, 0.07], [0, 0, 0.07]] }") {
		t.Errorf("the text is %s", text)
	}
}

// What check would refuse of a motion is told at its line.
func testFastMotion(t *testing.T, p *tab) {
	const motion = "motion = { times = [0, 0.05, 0.5], displacements = [[0, 0, 0], " +
		"[0, 0, %s], [0, 0, %s]] }"
	line := strings.Replace(editCase, "force = \"pillar\"",
		strings.ReplaceAll(motion, "%s", "0.9"), 1)
	p.eval(fmt.Sprintf("gpusph.text().replace(%q)", line))
	p.until("gpusph.state().kind == 'errors' && gpusph.state().answer.errors[0].line == 17")
	if said := p.faults(); !strings.Contains(said, "greatest speed of the smooth curve") ||
		!strings.Contains(said, "in [physics]") {
		t.Errorf("the error reads %s", said)
	}
	p.keep("edit_fast_1280.png")
	line = strings.ReplaceAll(strings.ReplaceAll(line, "0.05, 0.5]", "0.5, 0.9]"), "0.25", "0.5")
	p.eval(fmt.Sprintf("gpusph.text().replace(%q)", line))
	p.until("/out of the domain/.test(document.getElementById('faults').innerText)")
	said := p.faults()
	if strings.Contains(said, "particle") || !strings.Contains(said, "zmax is 0.7 m") {
		t.Errorf("the error reads %s", said)
	}
}

// A double click selects all of a number.
func testNumberIsWord(t *testing.T, p *tab) {
	at := p.eval(`(() => { const view = gpusph.text().view;
		const c = view.coordsAtPos(view.state.doc.line(2).to - 1);
		return {x: c.left, y: (c.top + c.bottom) / 2} })()`).(map[string]any)
	for n := 1; n <= 2; n++ {
		for _, kind := range []string{"mousePressed", "mouseReleased"} {
			p.call(p.session, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at["x"],
				"y": at["y"], "button": "left", "clickCount": n})
		}
	}
	got := p.eval(`(() => { const s = gpusph.text().view.state, r = s.selection.main;
		return s.sliceDoc(r.from, r.to) })()`)
	if got != "0.05" {
		t.Errorf("a double click selects %q", got)
	}
}

// Two brackets alone say what belongs between them.
func testBracketsAlone(t *testing.T, p *tab) {
	p.eval(fmt.Sprintf("gpusph.text().replace(%q)", editCase+"\n[[\n"))
	p.until("gpusph.state().kind == 'errors'")
	if said := p.faults(); !strings.Contains(said, "as [[wall]], [[fluid]] or [domain]") {
		t.Errorf("the error reads %s", said)
	}
}

// What is added has a line of explanation, and lies over nothing that is there.
func testAdd(t *testing.T, p *tab) {
	p.tap("#add")
	p.until("document.getElementById('adding').open")
	p.keep("edit_add_1280.png")
	rows := p.eval(`[...document.querySelectorAll("#adds button")].map((b) =>
		[b.querySelector("b").textContent, b.querySelector("small").textContent])`).([]any)
	for i, row := range rows {
		of := row.([]any)
		if len(of[1].(string)) < 10 {
			t.Errorf("%v has no explanation", of[0])
		}
		first := []string{"wall", "fluid", "gate", "body", "probe", "gauge"}
		if i < len(first) && of[0] != first[i] {
			t.Errorf("entry %d is %v, not %s", i, of[0], first[i])
		}
	}
	if tables := len(p.eval("gpusph.schema().tops").([]any)); len(rows) != tables+1 { // and the gate
		t.Errorf("%d of %d tables are listed", len(rows), tables)
	}
	p.eval("document.getElementById('adding').close()")
	for i, key := range []string{"wall", "gate", "gauge", "fluid"} {
		p.eval(fmt.Sprintf(`document.getElementById("add").click(),
			[...document.querySelectorAll("#adds button")].find((b) =>
				b.querySelector("b").textContent == %q).click(), true`, key))
		p.until(fmt.Sprintf("gpusph.state().kind == 'flow' && "+
			"gpusph.text().text.split('\\n[[').length == %d", 5+i))
		if said := p.faults(); said != "" {
			t.Errorf("with a %s it says %s", key, said)
		}
		if n := p.eval("gpusph.state().answer.fluid").(float64); key != "fluid" && n != 768 {
			t.Errorf("with a %s there are %g particles of fluid", key, n)
		}
	}
	p.keep("edit_gate_1280.png")
}

// A wall over the fluid is noted, at its line.
func testOverlapNote(t *testing.T, p *tab) {
	const slab = "\n[[wall]]\nname = \"slab\"\nbox = { min = [0.2, 0, 0], max = [0.4, 0.6, 0.2] }\n"
	p.eval(fmt.Sprintf("gpusph.text().replace(%q)", editCase+slab))
	p.until("gpusph.state().kind == 'flow' && document.querySelector('#faults .note')")
	want := "line 23the wall \"slab\" takes the place of about 25 % of the fluid \"column\""
	if said := strings.ReplaceAll(p.faults(), "\n", ""); said != want {
		t.Errorf("it says %q", said)
	}
	if state := p.eval("document.getElementById('state').innerText"); state != "No errors, 1 note" {
		t.Errorf("the state is %q", state)
	}
}
