// Package editor serves a page that shows a case file in an editor and, beside it, the flow as it
// will be filled. The page sends its text; the package checks that as a run would, and answers with
// errors at their places, or with a sample of the particles, the shapes, counts, memory and time.
// docs/design/editor.md describes it.
package editor

import "embed"

// files are the page, without the libraries that it uses.
//
//go:embed assets
var files embed.FS
