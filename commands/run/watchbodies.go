package run

import (
	"errors"
	"fmt"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// bodyOf is a body of the flow, as a watch sees it.
type bodyOf struct {
	name      string
	particles int
	// why the flow makes no sense without the body: what pulls others or holds it; "" is nothing
	tied string
	// that particles, or all, have left the domain has been warned of
	leaves, gone bool
}

// errBodyGone is the error of a flow that a body has left which belongs to it.
var errBodyGone = errors.New("a body is lost")

// watchedBodies are those of a flow.
func watchedBodies(c *sph.Case) []bodyOf {
	all := make([]bodyOf, len(c.Bodies))
	for _, body := range c.Particles.Body {
		if body > 0 && int(body) <= len(all) {
			all[body-1].particles++
		}
	}
	for i := range c.Bodies {
		b := &all[i]
		b.name = c.Bodies[i].Name
		if f := c.Bodies[i].Free; f != nil {
			b.tied = f.Held(c, i)
		}
	}
	return all
}

// leaveBodies warns of bodies that leave the domain, once when the first particle does and once
// when the last has, and of walls. It returns an error where half of a body has left that is tied
// to something, or through sides that are not open for that.
func (w *watch) leaveBodies(p *sph.Progress) error {
	for i := range w.bodies {
		b := &w.bodies[i]
		lost := p.Left.OfBody(i + 1)
		gone := lost == b.particles
		if lost == 0 || b.gone {
			continue
		}
		ends := w.least > 0 && 2*lost >= b.particles && (b.tied != "" || !w.flow.Drains)
		if b.leaves && !gone && !ends {
			continue
		}
		b.leaves, b.gone = true, gone
		what := fmt.Sprintf("%s of the %s of the body %s have left the domain by step %s, %.4g s",
			text.Thousands(lost), text.Count(b.particles, "particle"), b.name,
			text.Thousands(p.Step), p.Time)
		why := ": the fluid does not feel these any more"
		if gone {
			why = ": the flow continues without the body"
		}
		if ends {
			if why = ""; b.tied != "" {
				why = ", but " + b.tied
			}
			w.warn("body "+b.name, what+why+w.explain("lost", what))
			return fmt.Errorf("%w: %s%s; use a larger domain, hold the body within it, or continue with "+
				"--fluid-left 0", errBodyGone, what, why)
		}
		w.warn("body "+b.name, what+why)
	}
	w.leaveWalls(p)
	return nil
}

// leaveWalls warns of particles of walls that belong to no body.
func (w *watch) leaveWalls(p *sph.Progress) {
	if n := p.Left.OfBody(0); n > 0 && !w.said["walls"] {
		w.said["walls"] = true
		w.warn("walls", fmt.Sprintf("%s of walls have left the domain by step %s, %.4g s",
			text.Count(n, "particle"), text.Thousands(p.Step), p.Time))
	}
}

// What is noted of a body that has been warned of, before its name.
const (
	saidLeaves = "leaves: "
	saidGone   = "gone: "
)

// bodiesSaid is what has been warned of bodies, and saidOfBody takes it back.
func (w *watch) bodiesSaid() (said []string) {
	for _, b := range w.bodies {
		switch {
		case b.gone:
			said = append(said, saidGone+b.name)
		case b.leaves:
			said = append(said, saidLeaves+b.name)
		}
	}
	return said
}

func (w *watch) saidOfBody(about string) bool {
	for i := range w.bodies {
		b := &w.bodies[i]
		b.gone = b.gone || about == saidGone+b.name
		b.leaves = b.leaves || b.gone || about == saidLeaves+b.name
	}
	return strings.HasPrefix(about, saidGone) || strings.HasPrefix(about, saidLeaves)
}
