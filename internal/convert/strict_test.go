package convert

import (
	"encoding/xml"
	"strings"
	"testing"
)

// Other readers accept < and & inside attributes.
func TestStrict(t *testing.T) {
	for text, want := range map[string]string{
		`<a b="0 < z"/>`:                     `<a b="0 &lt; z"/>`,
		`<a b='x<1 && "y"' c="<<"/>`:         `<a b='x&lt;1 &amp;&amp; "y"' c="&lt;&lt;"/>`,
		`<a b = "x<1" ><c>1 & 2</c></a>`:     `<a b = "x&lt;1" ><c>1 &amp; 2</c></a>`,
		`<a b="&lt;&#60;&#x3c;&amp;&foo;"/>`: `<a b="&lt;&#60;&#x3c;&amp;&amp;foo;"/>`,
		`<a>"x</a>`:                          `<a>"x</a>`,
		`<!-- "<a>" -- < --><a/>`:            `                   <a/>`,
		"<!--\n<a>\n--><a/>":                 "    \n   \n   <a/>",
		`<![CDATA[<a b="<">&]]>`:             `<![CDATA[<a b="<">&]]>`,
		`<?xml version="1.0"?>`:              `<?xml version="1.0"?>`,
		"<a b=\"1\n < 2\n\" c='>'/>":         "<a b=\"1\n &lt; 2\n\" c='>'/>",
	} {
		if got := string(strict([]byte(text))); got != want {
			t.Errorf("%s\nis %s\nwant %s", text, got, want)
		}
	}
}

// What is broken stays broken, with its line.
func TestStrictErrors(t *testing.T) {
	for text, want := range map[string]string{
		"<a c=\"1<2\"\n d='3<4'>\n<b>\n</a>": "line 4: this is no XML: element <b> " +
			"closed by </a>",
		"<a>\n<point x=\"0/>\n<point y=\"1<2\"/>\n</a>": "line 3: this is no XML: unescaped < " +
			"inside quoted string",
		"<a>\n<point x=\"0 y=\"1\"/>\n<b/>\n</a>": "line 2: this is no XML",
		"<a>\n<b c=\"1 < 2\"/>\n<point x=\"0>\n</a>": "line 4: this is no XML: unescaped < " +
			"inside quoted string",
		"<a b=\"<\">\n<!-- never closed\n</a>": "line 3: this is no XML",
		"<a b=\"<\">\n\n<c d=1/></a>": "line 3: this is no XML: unquoted or " +
			"missing attribute value",
		"<a b=\"<\">\n<c\n<d/></a>":                          "line 3: this is no XML",
		"<a b=\"<\"><![CDATA[ <b> \n ]> </a>":                "line 2: this is no XML",
		"<?xml version=\"1.0\" ?>\n<a b=\"<\" b2='1\"'>\n\n": "line 4: this is no XML",
	} {
		_, err := parse([]byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// Lines of elements and values of attributes are those of the file.
func TestLessThan(t *testing.T) {
	root, err := parse([]byte("<a\n b='z > 0 and z < 0.8'>\n<!-- <\n< -->\n<c if=\"#x<2 && " +
		"y>1\"/>\n</a>"))
	if err != nil {
		t.Fatal(err)
	}
	if got := root.value("b"); got != "z > 0 and z < 0.8" {
		t.Errorf("%q", got)
	}
	c := root.child("c")
	if c.line != 5 || c.value("if") != "#x<2 && y>1" {
		t.Errorf("line %d: %q", c.line, c.value("if"))
	}
}

func attributes(name, value string) []xml.Attr {
	return []xml.Attr{{Name: xml.Name{Local: name}, Value: value}}
}
