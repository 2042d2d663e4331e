// Package text writes numbers, lists and tables for people, and finds the word
// that somebody meant.
package text
