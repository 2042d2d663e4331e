package output

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// saved saves a text.
func saved(path, text string) error {
	return SaveFile(path, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

// shape is what is at a path: mode, owner, number of names, and content.
func shape(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		to, _ := os.Readlink(path)
		return "link to " + to
	}
	own := info.Sys().(*syscall.Stat_t)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%v %d:%d %d %q", info.Mode(), own.Uid, own.Gid, own.Nlink, text)
}

// TestSaveFile holds that a file is replaced as an editor does it.
func TestSaveFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put := func(name string, mode fs.FileMode) {
		if err := os.WriteFile(at(name), []byte("old, and longer"), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(at(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, name string) {
		if err := os.Symlink(to, at(name)); err != nil {
			t.Fatal(err)
		}
	}
	owner := fmt.Sprintf("%d:%d", os.Getuid(), os.Getgid())
	put("secret", 0o600)
	put("program", 0o751)
	put("twin", 0o640)
	if err := os.Link(at("twin"), at("other")); err != nil {
		t.Fatal(err)
	}
	os.Mkdir(at("sub"), 0o777)
	put("sub/target", 0o604)
	link("sub/target", "link")
	link("link", "link2")
	link("sub/none", "dangling")
	for name, want := range map[string]string{"secret": "-rw-------", "program": "-rwxr-x--x",
		"twin": "-rw-r-----", "link2": "", "dangling": ""} {
		if err := saved(at(name), "new "+name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		names := 1
		if name == "twin" {
			names = 2
		}
		want = fmt.Sprintf("%s %s %d %q", want, owner, names, "new "+name)
		if got := shape(t, at(name)); !strings.HasPrefix(got, "link") && got != want {
			t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"other": "-rw-r----- " + owner + ` 2 "new twin"`,
		"link": "link to sub/target", "link2": "link to link", "dangling": "link to sub/none",
		"sub/target": "-rw----r-- " + owner + ` 1 "new link2"`} {
		if got := shape(t, at(name)); got != want {
			t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
	if text, err := os.ReadFile(at("sub/none")); string(text) != "new dangling" {
		t.Errorf("the file of a dangling link has %q, %v", text, err)
	}
}

// TestSaveRefused holds that a file that is read-only stays, also behind a link, and that nothing
// is left of a content that cannot be made.
func TestSaveRefused(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "case.toml"), filepath.Join(dir, "link.toml")
	if err := os.WriteFile(path, []byte("old"), 0o444); err != nil {
		t.Fatal(err)
	}
	os.Symlink(path, link)
	os.Symlink("loop", filepath.Join(dir, "loop"))
	for name, want := range map[string]string{path: "is read-only (-r--r--r--)", link: "is read-only",
		filepath.Join(dir, "loop"): "leads to itself"} {
		if err := saved(name, "new"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
		if err := CheckSave(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	os.Chmod(path, 0o644)
	err := SaveFile(path, func(io.Writer) error { return fmt.Errorf("it has no content") })
	if err == nil || !strings.Contains(err.Error(), "it has no content") {
		t.Errorf("the error is %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "old" {
		t.Errorf("the file has %q", text)
	}
	if all, _ := os.ReadDir(dir); len(all) != 3 {
		t.Errorf("the directory has %v", all)
	}
}

// TestOverwrite holds that a file with two names has its old content where the new one does not
// fit, and that the owner of another user's file stays.
func TestOverwrite(t *testing.T) {
	if !alone(t) {
		return
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	old := strings.Repeat("old", 100)
	if err := os.WriteFile(path, []byte(old), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(path, filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	free := full(t, 777)
	err := saved(path, strings.Repeat("new", 1000))
	free()
	if err == nil {
		t.Error("a file that is too large is written")
	}
	if text, err := os.ReadFile(path); string(text) != old {
		t.Errorf("the file has %d bytes, %v", len(text), err)
	}
	if os.Getuid() == 0 {
		os.Remove(filepath.Join(dir, "b"))
		os.Chown(path, 1234, 4321)
		if err := saved(path, "new"); err != nil {
			t.Error(err)
		}
		if got := shape(t, path); !strings.Contains(got, ` 1234:4321 1 "new"`) {
			t.Errorf("the file is %s", got)
		}
	}
}
