package casefile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Label is what people call a path: wall.0.cylinder.radius is `wall "pillar": cylinder.radius`, and
// domain.max.1 is `item 2 of domain.max`.
func (c *Case) Label(path string) string {
	words := strings.Split(path, ".")
	head, rest := "", ""
	if len(words) > 1 && (placeOf(words[0]) >= 0 || slices.Contains([]string{"fluid", "wall",
		"body", "probe", "gauge", "material"}, words[0])) {
		if k, err := strconv.Atoi(words[1]); err == nil {
			head = fmt.Sprintf("%s %d", words[0], k+1)
			if name := c.nameOf(words[0], k); name != "" {
				head = fmt.Sprintf("%s %q", words[0], name)
			}
			words = words[2:]
		}
	}
	for i, w := range words {
		number, err := strconv.Atoi(w)
		switch {
		case err == nil && i == len(words)-1 && rest == "motion.moves":
			rest = fmt.Sprintf("move %d", number+1)
		case err == nil && i == 1 && slices.Contains(bodyLines, rest):
			rest = fmt.Sprintf("%s %d", rest, number+1)
			if i < len(words)-1 {
				rest += ":"
			}
		case err == nil && i == 1 && inRows(head, rest):
			rest = fmt.Sprintf("row %d of %s", number+1, rest)
		case err == nil && i > 0 && i == len(words)-1:
			rest = fmt.Sprintf("item %d of %s", number+1, rest)
		case err == nil && i > 0:
			if strings.HasSuffix(rest, "motion.moves") {
				rest = fmt.Sprintf("move %d:", number+1)
				break
			}
			rest += fmt.Sprintf(", shape %d:", number+1)
		case rest == "":
			rest = w
		case strings.HasSuffix(rest, ":"):
			rest += " " + w
		default:
			rest += "." + w
		}
	}
	if head != "" && rest != "" {
		return head + ": " + rest
	}
	return head + rest
}

// bodyLines are the arrays of tables that a body has.
var bodyLines = []string{"spring", "torsion", "mooring"}

// inRows reports whether a key has rows of numbers.
func inRows(head, key string) bool {
	return slices.ContainsFunc(sections, func(s Section) bool {
		return strings.HasPrefix(head, s.Key+" ") && slices.Contains(s.InRows, key)
	})
}

func (c *Case) labelOr(path string) string {
	if path == "" {
		return "the case"
	}
	return c.Label(path)
}

// nameOf is the name of an element of an array of tables, if it is known.
func (c *Case) nameOf(table string, k int) string {
	switch {
	case table == "fluid" && k < len(c.Fluids):
		return c.Fluids[k].Name
	case table == "wall" && k < len(c.Walls):
		return c.Walls[k].Name
	case table == "body" && k < len(c.Bodies):
		return c.Bodies[k].Name
	case table == "probe" && k < len(c.Probes):
		return c.Probes[k].Name
	case table == "gauge" && k < len(c.Gauges):
		return c.Gauges[k].Name
	case table == "material" && k < len(c.Materials):
		return c.Materials[k].Name
	}
	if place := placeOf(table); place >= 0 {
		if names := sections[place].names(c); k < len(names) {
			return names[k]
		}
	}
	return ""
}
