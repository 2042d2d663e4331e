// Package page has what the pages of commands share: their style, tables, and figures that zoom. A
// page is one HTML file that needs no other.
package page
