// Package tests is what crosses packages: devices against each other,
// experiments, rules of the tree.
package tests
