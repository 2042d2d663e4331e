// Package output is what a run leaves behind: snapshots for ParaView and for
// scripts, tables of what was measured, pictures, and the summary and report at
// the end. Queue writes them while the flow is being computed.
//
// All files of a run are in one directory (RunDir). Numbers are in SI units, and
// headers of tables name them, as in t[s]. Files that are written at once replace
// older ones at once, so that a reader never sees half of one; tables grow row by
// row and can be followed while the run goes on.
package output
