package program

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The editor in a browser, at the width of a desk and of a phone.
func TestEditInBrowser(t *testing.T) {
	c := browse(t)
	for _, wide := range []int{1440, 390} {
		t.Run(fmt.Sprint(wide, " pixels"), func(t *testing.T) {
			c.t = t
			testEdit(t, c, wide)
			testNewCase(t, c, wide)
			testChangedOutside(t, c, wide)
		})
	}
	c.t = t
}

// editCase is the case that is edited.
const editCase = `name = "Edited"
spacing = 0.05
end = 1

[domain]
min = [0, 0, 0]
max = [1.6, 0.6, 0.7]
open = ["zmax"]

[[fluid]]
name = "column"
box = { min = [0, 0, 0], max = [0.4, 0.6, 0.4] }

[[wall]]
name = "pillar"
cylinder = { from = [0.9, 0.3, 0], to = [0.9, 0.3, 0.7], radius = 0.15 }
force = "pillar"

[[probe]]
name = "toe"
at = [0.75, 0.3, 0.05]
`

// write writes text at the cursor, as a keyboard does.
func (p *tab) write(text string) {
	p.t.Helper()
	p.call(p.session, "Input.insertText", map[string]any{"text": text})
}

// press presses a key; modifiers are as in the protocol: 2 is Ctrl.
func (p *tab) press(key, code string, number, modifiers int) {
	p.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		p.call(p.session, "Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key,
			"code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers})
	}
}

// turnTo shows one of the parts of the page, which a phone shows one at a time.
func (p *tab) turnTo(wide int, part string) {
	p.t.Helper()
	if wide < 600 {
		p.tap("#tabs [data-tab=" + part + "]")
	}
}

// tap clicks on the middle of what a selector finds.
func (p *tab) tap(selector string) {
	p.t.Helper()
	at, ok := p.eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: "center"});
		const b = e.getBoundingClientRect();
		return {x: b.left + b.width / 2, y: b.top + b.height / 2};
	})()`, selector)).(map[string]any)
	if !ok {
		p.t.Fatalf("there is no %s", selector)
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		p.call(p.session, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at["x"],
			"y": at["y"], "button": "left", "clickCount": 1})
	}
}

// keep keeps a picture of the page where GPUSPH_SHOTS names a folder.
func (p *tab) keep(name string) image.Image {
	p.t.Helper()
	picture, data := p.shot()
	if dir := os.Getenv("GPUSPH_SHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			p.t.Fatal(err)
		}
	}
	return picture
}

// blue is how many points of a picture have the colour of fluid.
func blue(picture image.Image) (n int) {
	b := picture.Bounds()
	for x := b.Min.X; x < b.Max.X; x++ {
		for y := b.Min.Y; y < b.Max.Y; y++ {
			c := color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA)
			if int(c.B) > int(c.R)+90 && int(c.B) > int(c.G)+30 && c.B > 120 {
				n++
			}
		}
	}
	return n
}

// testEdit types a mistake and mends it, completes a key, sees the counts change, and saves.
func testEdit(t *testing.T, c *chromium, wide int) {
	dir := t.TempDir()
	path := filepath.Join(dir, "case.toml")
	if err := os.WriteFile(path, []byte(editCase), 0o666); err != nil {
		t.Fatal(err)
	}
	s := serve(t, dir, "edit case.toml --serve 127.0.0.1:0")
	p := c.open(s.url, wide, 900)
	defer p.close()
	colours := map[int]string{1440: "light", 390: "dark"}[wide]
	p.call(p.session, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{
		{"name": "prefers-color-scheme", "value": colours}}})
	p.until("gpusph.state().kind == 'flow' && gpusph.state().drawn > 0")
	if got := p.eval("document.documentElement.scrollWidth"); got != float64(wide) {
		t.Errorf("the page is %v pixels wide", got)
	}
	if n := p.eval("gpusph.state().answer.fluid"); n != 768.0 { // 8 × 12 × 8
		t.Errorf("the page counts %v particles of fluid, not 768", n)
	}
	p.until("gpusph.state().answer.seconds > 0") // the devices are measured
	p.turnTo(wide, "space")
	if n := blue(p.keep(fmt.Sprintf("edit_%d.png", wide))); n < 2000 {
		t.Errorf("only %d points have the colour of fluid", n)
	}

	measureInEditor(t, p)
	p.turnTo(wide, "text")

	// a mistake has a mark at its line
	p.eval("gpusph.text().go(12, 4); true")
	p.write("x")
	p.until("gpusph.state().kind == 'errors' && gpusph.state().marks == 1")
	fault := p.eval("JSON.stringify(gpusph.state().answer.errors[0])").(string)
	if !strings.Contains(fault, `"line":12,"column":1,`) || !strings.Contains(fault, "box") {
		t.Errorf("the error is %s", fault)
	}
	p.keep(fmt.Sprintf("edit_error_%d.png", wide))
	p.press("Backspace", "Backspace", 8, 0)
	p.until("gpusph.state().kind == 'flow' && gpusph.state().marks == 0")

	// a key is completed, with a value to begin with
	p.eval("gpusph.text().go(12, 200); true")
	p.press("Enter", "Enter", 13, 0)
	p.write("vel")
	p.until("gpusph.state().options.includes('velocity')")
	p.keep(fmt.Sprintf("edit_complete_%d.png", wide))
	// CodeMirror takes no Enter for an option that has just appeared
	time.Sleep(100 * time.Millisecond)
	p.press("Enter", "Enter", 13, 0)
	p.until("gpusph.text().text.includes('\\nvelocity = [1, 0, 0]')")
	p.until("gpusph.state().kind == 'flow'")

	// the counts follow
	p.eval(`(() => { const view = gpusph.text().view;
		const at = view.state.doc.toString().indexOf("0.4]");
		view.dispatch({selection: {anchor: at, head: at + 3}}); view.focus(); return true })()`)
	p.write("0.6")
	p.until("gpusph.state().kind == 'flow' && gpusph.state().answer.fluid == 1152")

	// Ctrl-S
	p.until("gpusph.state().unsaved")
	p.press("s", "KeyS", 83, 2)
	p.until("gpusph.state().saves == 1 && !gpusph.state().unsaved")
	data, err := os.ReadFile(path)
	if want := p.eval("gpusph.text().text").(string); err != nil || string(data) != want ||
		!strings.Contains(want, "0.6] }\nvelocity = [") {
		t.Errorf("the file has %q, %v", data, err)
	}
	checkRequests(t, p, s.url)
	s.Process.Signal(os.Interrupt)
	s.end(t)
}

// measureInEditor measures along a diagonal of the domain.
func measureInEditor(t *testing.T, p *tab) {
	t.Helper()
	p.tap("#ruler")
	p.until("!document.getElementById('measured').hidden")
	for _, corner := range []string{"[0, 0, 0]", "[1, 0, 1]"} {
		at := p.eval(fmt.Sprintf(`(() => {
			const view = gpusph.view(), box = view.canvas.getBoundingClientRect();
			const s = view.screen(view.corner(%s));
			return {x: box.left + s.x, y: box.top + s.y};
		})()`, corner)).(map[string]any)
		for _, kind := range []string{"mousePressed", "mouseReleased"} {
			p.call(p.session, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at["x"],
				"y": at["y"], "button": "left", "clickCount": 1})
		}
	}
	p.until("gpusph.ruler()")
	text := p.eval("document.getElementById('lengths').innerText.replace(/\\s+/g, ' ')").(string)
	if !strings.HasPrefix(text, "distance 1.7464 m Δx 1.6000 m Δy 0.0000 m Δz 0.7000 m") {
		t.Errorf("the ruler has %q", text)
	}
	p.tap("#ruler")
	p.until("!gpusph.ruler()")
}

// checkRequests holds that all that the page has fetched is of the program.
func checkRequests(t *testing.T, p *tab, url string) {
	t.Helper()
	own, _, _ := strings.Cut(url, "?")
	all := p.eval("performance.getEntriesByType('resource').map((r) => r.name)").([]any)
	if len(all) < 10 {
		t.Errorf("the page has fetched only %v", all)
	}
	for _, of := range all {
		if !strings.HasPrefix(of.(string), own) {
			t.Errorf("the page has fetched %v", of)
		}
	}
}

// testNewCase begins a case from the gallery, in a file that is absent.
func testNewCase(t *testing.T, c *chromium, wide int) {
	dir := t.TempDir()
	s := serve(t, dir, "edit new.toml --serve 127.0.0.1:0")
	p := c.open(s.url, wide, 900)
	defer p.close()
	p.until("document.getElementById('gallery').open && " +
		"document.querySelectorAll('#cases button').length > 20")
	p.tap("#find")
	p.write("broad-crested")
	p.until("document.querySelectorAll('#cases button').length <= 3")
	p.keep(fmt.Sprintf("edit_gallery_%d.png", wide))
	p.tap("#cases button")
	p.until("!document.getElementById('gallery').open && gpusph.state().kind == 'flow' && " +
		"gpusph.state().answer.plane && gpusph.state().unsaved")
	p.keep(fmt.Sprintf("edit_plane_%d.png", wide))
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("before it is saved there are %v, %v", left, err)
	}
	p.tap("#save")
	p.until("gpusph.state().saves == 1")
	if _, err := os.Stat(filepath.Join(dir, "new.toml")); err != nil {
		t.Error(err)
	}
	p.tap("#check")
	p.until("document.querySelector('#checkedText .verdict')")
	said := p.eval("document.getElementById('checkedText').innerText").(string)
	if !strings.HasPrefix(said, "No ") || strings.Contains(said, "--") ||
		strings.Contains(said, "deltap") {
		t.Errorf("the check reads %q", said)
	}
	p.keep(fmt.Sprintf("edit_checked_%d.png", wide))
}

// testChangedOutside has another program write the file.
func testChangedOutside(t *testing.T, c *chromium, wide int) {
	dir := t.TempDir()
	path := filepath.Join(dir, "case.toml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(editCase)
	s := serve(t, dir, "edit case.toml --serve 127.0.0.1:0")
	p := c.open(s.url, wide, 900)
	defer p.close()
	p.until("gpusph.state().kind == 'flow'")
	write(strings.Replace(editCase, "Edited", "Elsewhere", 1))
	p.until("gpusph.text().text.includes('Elsewhere') && !gpusph.state().unsaved")
	p.eval("gpusph.text().go(1, 1); true")
	p.write("# mine\n")
	write(strings.Replace(editCase, "Edited", "Again", 1))
	p.press("s", "KeyS", 83, 2) // before the page is told, or after
	p.until("!document.getElementById('notice').hidden")
	if data, _ := os.ReadFile(path); strings.Contains(string(data), "mine") {
		t.Error("the file of others is written over")
	}
	click := func(button string) {
		t.Helper()
		b := fmt.Sprintf("[...document.querySelectorAll('#noticeButtons button')]"+
			".find((b) => /%s/.test(b.textContent))", button)
		p.until(b)
		p.eval(b + ".click(), true")
	}
	click("Load")
	p.until("gpusph.text().text.includes('Again') && !gpusph.state().unsaved")
	p.eval("gpusph.text().go(1, 1); true")
	p.write("# mine\n")
	write(strings.Replace(editCase, "Edited", "Third", 1))
	click("Keep mine")
	p.press("s", "KeyS", 83, 2)
	p.until("[...document.querySelectorAll('#noticeButtons button')].length == 3")
	if data, _ := os.ReadFile(path); !strings.Contains(string(data), "Third") {
		t.Error("the file of others is written over after the page has told of it")
	}
	click("Overwrite")
	p.until("!gpusph.state().unsaved")
	if data, _ := os.ReadFile(path); !strings.Contains(string(data), "mine") {
		t.Error("the file is not written over where it is asked for")
	}
}
