// Package live serves a page that shows a flow: while it runs, from what a run tells it between
// list periods, or afterwards from its files. docs/design/live.md says how it is kept from holding
// a run up.
package live

import "embed"

// assets is the page, libraries what others have written for it.
//
//go:embed assets libraries
var files embed.FS
