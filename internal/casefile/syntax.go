package casefile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
)

// byteOrderMark is what editors of Windows write at the beginning of UTF-8.
const byteOrderMark = "\ufeff"

// notTOML says what a file is that is none of text, or of another format.
func notTOML(data []byte) string {
	begin := strings.TrimLeft(string(data[:min(len(data), 256)]), byteOrderMark+" \t\r\n")
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")):
		return "this is a text in UTF-16 of which a byte is missing; save it as UTF-8"
	case bytes.IndexByte(data, 0) >= 0:
		return "this is a binary file, but a case file is a text; gpusph init writes one to begin with"
	case strings.HasPrefix(begin, "<"):
		return "this is XML, but a case file is TOML; gpusph convert makes one of a definition of DualSPHysics"
	case strings.HasPrefix(begin, "{"):
		return "this looks like JSON, but a case file is TOML; gpusph init writes one to begin with"
	}
	return ""
}

// syntax says where a text is no TOML, and how to mend it.
func (c *Case) syntax(err error) error {
	e := &Error{File: c.file, Text: "this is not valid TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
	var at *toml.DecodeError
	if !errors.As(err, &at) {
		return e
	}
	e.Line, e.Column = at.Position()
	e.Excerpt = line(c.text, e.Line)
	bytes := min(max(e.Column-1, 0), len(e.Excerpt))
	if words := c.mistake(e.Text, e.Line, e.Excerpt[:bytes], e.Excerpt[bytes:]); words != "" {
		e.Text = words
	}
	if !utf8.ValidString(e.Excerpt) {
		e.Text = "this line has a letter that is not UTF-8; save the file as UTF-8"
		e.Excerpt = strings.ToValidUTF8(e.Excerpt, "?")
	}
	e.Column = utf8.RuneCountInString(e.Excerpt[:min(bytes, len(e.Excerpt))]) + 1
	return e
}

var (
	endsInNumber = regexp.MustCompile(`[0-9]\s*$`)
	noName       = regexp.MustCompile(`^\s*\[{1,2}\s*$`)
	startsOff    = regexp.MustCompile(`^\s*[\]}]`)
	firstWord    = regexp.MustCompile(`^[A-Za-z_]+`)
	lastKey      = regexp.MustCompile(`([A-Za-z0-9_-]+)\s*=?\s*$`)
)

// mistake is what people do wrong in TOML, in words, by the parser's sentence and what is before
// and behind the place in the line.
func (c *Case) mistake(said string, number int, before, behind string) string {
	has := func(words string) bool { return strings.Contains(said, words) }
	next, _ := utf8.DecodeRuneInString(behind)
	word := firstWord.FindString(behind)
	switch {
	case has("expected newline") && endsInNumber.MatchString(before):
		return afterNumber(next, behind, word)
	case has("expected newline") && next == '/' && strings.HasPrefix(behind, "//"):
		return "there is // after the value; comments begin with #"
	case has("expected newline"):
		return "there is something after the value; write one key on each line, and begin comments with #"
	case has("start of value"):
		return valueMistake(next, word, before, behind)
	case has("decimal point"):
		return "there is no digit at the decimal point; use 1.0 or 1"
	case has("leading zero"):
		return "numbers do not begin with 0, except those below 1; remove the 0"
	case has("expected '=' after key") && next == ':':
		return "there is a : after a key; use key = value"
	case has("expected '=' after key") && next == '[':
		return "there is [ after a key, but keys have no units: lengths are in metres, times in seconds, angles in degrees; use key = value"
	case has("expected '=' after key"):
		return "there is no = after the key; use key = value"
	case has("array value"):
		return c.listMistake(number, before, behind)
	case has("inline table is incomplete"):
		return "a table in braces does not end; close it with }"
	case has("inline table key-value"):
		if startsOff.MatchString(behind) || behind == "" {
			return "a table in braces does not end; close it with }"
		}
		return "a comma is missing between two keys of a table in braces"
	case has("start of key") && noName.MatchString(before):
		return "a table has no name; write one between the brackets, as [[wall]], [[fluid]] or [domain]"
	case has("to close array table name"):
		return "]] is missing; use a name in double brackets, as [[fluid]]"
	case has("to close table"), has("expected ']'"):
		return "] is missing"
	case has("escape character"), has("unicode escape"):
		return `there is a \ in quotes, which has a meaning of its own; use / between directories, or single quotes around the text`
	case has("strings must be quoted"), has("expected keyword"):
		return "a text has no quotes; use straight ones around it"
	case has("not end of input"):
		return "the last key has no value"
	case has("array is incomplete"):
		return "a list does not end; close it with ]"
	case has("strings cannot have new lines"), has("unterminated"), has("not terminated"):
		return "a text does not end; close it with a quote"
	case has("is already defined"), has("already exists"):
		return c.twice(said, number, before+behind)
	}
	return ""
}

// afterNumber is what is wrong about what follows a number.
func afterNumber(next rune, behind, word string) string {
	switch {
	case next == ',':
		return "there is a comma after a number; the decimal point is a point, as in 0.05"
	case strings.HasPrefix(behind, "//"):
		return "there is // after the value; comments begin with #"
	case strings.ContainsRune("*/+-^", next):
		return "there is a formula, but a value is a number"
	case word != "" || next == '°' || next == '%':
		return "there is a unit after a number, but lengths are in metres, times in seconds and angles in degrees; use a number alone"
	}
	return "there is something after a number; write one key on each line, and begin comments with #"
}

// valueMistake is what is wrong about the beginning of a value.
func valueMistake(next rune, word, before, behind string) string {
	key := "the key"
	if words := lastKey.FindStringSubmatch(before); words != nil {
		key = words[1]
	}
	switch {
	case strings.TrimSpace(behind) == "" || next == '#':
		return key + " has no value"
	case strings.EqualFold(word, "true") || strings.EqualFold(word, "false"):
		return fmt.Sprintf("%s is %s, but must be %s, without capitals", key, word, strings.ToLower(word))
	case next == '.':
		return "there is no digit before the decimal point; write 0" + strings.Fields(behind)[0] + ""
	case next == '(':
		return "there is a list in round brackets; use [ and ]"
	case strings.ContainsRune("“”„‘’«»", next):
		return "there is a curly quote; use straight ones, as in \"water\""
	case word != "":
		return fmt.Sprintf("%s is %s without quotes; write \"%s\"", key, word, word)
	}
	return ""
}

// listMistake is what is wrong in a list behind one of its values.
func (c *Case) listMistake(number int, before, behind string) string {
	if strings.TrimSpace(before) == "" && strings.Contains(behind, "=") || behind == "" {
		return "a list before this does not end; close it with ]"
	}
	next, _ := utf8.DecodeRuneInString(behind)
	switch word := firstWord.FindString(behind); {
	case word != "" && endsInNumber.MatchString(before):
		return afterNumber(next, behind, word)
	case strings.ContainsRune("0123456789.-+\"'[{", next):
		return "a comma is missing between two values of a list"
	}
	return ""
}

// twice is what to say of a key or a table that is there already.
func (c *Case) twice(said string, number int, here string) string {
	name := said[strings.LastIndex(said, ": ")+2:]
	name = strings.TrimPrefix(strings.TrimPrefix(name, "key "), "table ")
	name, _, _ = strings.Cut(name, " ")
	is := func(text string) bool {
		key, _, assigned := strings.Cut(text, "=")
		return assigned && strings.TrimSpace(key) == name || strings.HasPrefix(strings.TrimSpace(text), "["+name+"]")
	}
	first := 0
	if is(here) {
		for i, text := range strings.Split(string(c.text), "\n")[:number-1] {
			if is(text) {
				first = i + 1 // the last is of the same table
			}
		}
	}
	if first == 0 {
		return name + " is given twice; remove one"
	}
	return fmt.Sprintf("%s is given twice, first in line %d; remove one", name, first)
}
