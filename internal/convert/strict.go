package convert

// Definitions as other readers take them: with < and & inside attributes, and with lines of dashes
// inside comments. Package encoding/xml refuses these.

import (
	"bytes"
	"regexp"
)

// strict returns a definition as XML that encoding/xml reads. It escapes < and & inside quoted
// attributes, escapes & in text, and has spaces in place of comments. Lines stay where they are.
// What is broken stays broken, so that the decoder finds it on its line.
func strict(data []byte) []byte {
	out := make([]byte, 0, len(data)+len(data)/64)
	for len(data) > 0 {
		n := 1
		switch {
		case bytes.HasPrefix(data, []byte("<!--")):
			if n = through(data, 4, "-->"); n == 0 {
				return append(out, data...)
			}
			out = append(out, blank(data[:n])...)
		case bytes.HasPrefix(data, []byte("<![CDATA[")), bytes.HasPrefix(data, []byte("<?")):
			end := map[byte]string{'!': "]]>", '?': "?>"}[data[1]]
			if n = through(data, 2, end); n == 0 {
				return append(out, data...)
			}
			out = append(out, data[:n]...)
		case data[0] == '<':
			tag, length := escapedTag(data)
			out, n = append(out, tag...), length
		case data[0] == '&' && !entity.Match(data):
			out = append(out, "&amp;"...)
		default:
			out = append(out, data[0])
		}
		data = data[n:]
	}
	return out
}

// entity is a reference that XML knows, or a number, at the beginning of a text.
var entity = regexp.MustCompile(`^&(#[0-9]+|#x[0-9A-Fa-f]+|lt|gt|amp|apos|quot);`)

// through is the length of a text up to the end of a word behind its first characters, or 0.
func through(data []byte, first int, word string) int {
	at := bytes.Index(data[min(first, len(data)):], []byte(word))
	if at < 0 {
		return 0
	}
	return first + at + len(word)
}

// blank has spaces in place of all but the ends of lines.
func blank(data []byte) []byte {
	out := bytes.Repeat([]byte{' '}, len(data))
	for i, c := range data {
		if c == '\n' {
			out[i] = c
		}
	}
	return out
}

// escapedTag is a tag with < and & escaped in its attributes, and the length of the original. A
// tag that does not end as tags do is returned up to where it is broken, as it is.
func escapedTag(data []byte) (tag []byte, length int) {
	last := byte('<') // the last character that is no space
	for i := 0; i < len(data); i++ {
		c := data[i]
		switch {
		case i > 0 && c == '<':
			return tag, i
		case c == '>':
			return append(tag, c), i + 1
		case (c == '"' || c == '\'') && last == '=':
			n := quoted(data[i:])
			if n == 0 {
				return append(tag, c), i + 1
			}
			tag = append(tag, escaped(data[i:i+n])...)
			i += n - 1
			last = c
			continue
		}
		tag = append(tag, c)
		if !space(c) {
			last = c
		}
	}
	return tag, len(data)
}

// quoted is the length of an attribute's value with its quotes, or 0 if its end is missing: what
// follows a value is a space or the end of the tag.
func quoted(data []byte) int {
	end := bytes.IndexByte(data[1:], data[0])
	if end < 0 {
		return 0
	}
	n := end + 2
	if n < len(data) && !space(data[n]) && bytes.IndexByte([]byte("/>?"), data[n]) < 0 {
		return 0
	}
	return n
}

func escaped(value []byte) (out []byte) {
	for i, c := range value {
		switch {
		case c == '<':
			out = append(out, "&lt;"...)
		case c == '&' && !entity.Match(value[i:]):
			out = append(out, "&amp;"...)
		default:
			out = append(out, c)
		}
	}
	return out
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
