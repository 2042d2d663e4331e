package completion

import (
	"fmt"
	"strings"

	"gpusph/commands/cli"
)

// bash: long options may have one dash or two, as they are typed, and =value.
func bash(all []command) string {
	var b strings.Builder
	b.WriteString(`# Completion of gpusph in bash, made by: gpusph completion bash
_gpusph() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev= command=run word i options= name dashes
	((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD-1]}
	if [[ $cur == "=" ]]; then
		cur=
	elif [[ $prev == "=" ]]; then
		((COMP_CWORD > 1)) && prev=${COMP_WORDS[COMP_CWORD-2]}
	fi
	COMPREPLY=()
	if ((COMP_CWORD == 1)) && [[ $cur != -* ]]; then
		compopt -o filenames 2>/dev/null
		COMPREPLY=($(compgen -W '` + strings.Join(firsts(all), " ") + `' -- "$cur") $(compgen -f -X '!*.toml' -- "$cur"))
		return
	fi
	if ((COMP_CWORD > 1)) && [[ ' ` + strings.Join(names(all), " ") + ` ' == *" ${COMP_WORDS[1]} "* ]]; then
		command=${COMP_WORDS[1]}
	fi
	if [[ $prev == -* && $cur != -* ]]; then
		name=${prev##-}
		name=${name##-}
		case "$command:$name" in
`)
	bashValues(&b, all)
	b.WriteString("\t\tesac\n\tfi\n\tcase $command in\n")
	for _, c := range all {
		var words []string
		for _, w := range c.options {
			words = append(words, w.name)
		}
		fmt.Fprintf(&b, "\t%s) options=%s ;;\n", c.name, quoted(strings.Join(words, " ")))
	}
	b.WriteString(`	esac
	if [[ $cur == -* ]]; then
		dashes=-
		[[ $cur == --* ]] && dashes=--
		[[ $cur == - ]] && dashes=--
		name=${cur##-}
		name=${name##-}
		COMPREPLY=($(compgen -P "$dashes" -W "$options" -- "$name"))
		return
	fi
	case $command in
`)
	bashArguments(&b, all)
	b.WriteString("\tesac\n}\ncomplete -F _gpusph gpusph\n")
	return b.String()
}

// bashValues writes a line for the options with the same values: what bash completes after them.
func bashValues(b *strings.Builder, all []command) {
	keys, patterns := values(all)
	for _, key := range keys {
		action := "return"
		switch words, are := strings.CutPrefix(key, "words "); {
		case are:
			action = fmt.Sprintf(`COMPREPLY=($(compgen -W %s -- "$cur")); return`, quoted(words))
		case key == "file":
			action = `compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); return`
		case key == "directory":
			action = `compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")); return`
		}
		fmt.Fprintf(b, "\t\t%s) %s ;;\n", strings.Join(patterns[key], "|"), action)
	}
}

// bashArguments writes a line for each command: what bash completes after its name.
func bashArguments(b *strings.Builder, all []command) {
	for _, c := range all {
		switch {
		case c.words != nil:
			fmt.Fprintf(b, "\t%s) COMPREPLY=($(compgen -W %s -- \"$cur\")) ;;\n", c.name,
				quoted(strings.Join(c.words, " ")))
		case c.files == directory:
			fmt.Fprintf(b, "\t%s) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "+
				"\"$cur\")) ;;\n", c.name)
		case c.files == file:
			fmt.Fprintf(b, "\t%s) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "+
				"\"$cur\")) ;;\n", c.name)
		}
	}
}

func zsh(all []command) string {
	var b strings.Builder
	b.WriteString(`#compdef gpusph
# Completion of gpusph in zsh, made by: gpusph completion zsh
_gpusph() {
	local command=run name
	local -a commands options
	if ((CURRENT == 2)) && [[ $PREFIX != -* ]]; then
`)
	for i, c := range all { // a group for each section
		if i == 0 || c.section != all[i-1].section {
			b.WriteString("\t\tcommands=(\n")
		}
		fmt.Fprintf(&b, "\t\t\t%s\n", quoted(c.name+":"+colons(c.summary)))
		if i+1 == len(all) || c.section != all[i+1].section {
			fmt.Fprintf(&b, "\t\t)\n\t\t_describe -t commands-%d %s commands\n", i, quoted(c.section))
		}
	}
	b.WriteString(`		compadd -- ` + strings.Join(cli.FlowNames(), " ") + `
		_files -g '*.toml'
		return
	fi
	if ((CURRENT > 2)) && [[ ' ` + strings.Join(names(all), " ") + ` ' == *" ${words[2]} "* ]]; then
		command=${words[2]}
	fi
	name=${words[CURRENT-1]}
	if [[ $PREFIX == -*=* ]]; then
		name=${PREFIX%%=*}
		compset -P '*='
	fi
	if [[ $name == -* && $PREFIX != -* ]]; then
		name=${name#-}
		name=${name#-}
		case "$command:$name" in
`)
	zshValues(&b, all)
	b.WriteString("\t\tesac\n\tfi\n\tcase $command in\n")
	for _, c := range all {
		if len(c.options) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\t%s) options=(\n", c.name)
		for _, w := range c.options {
			fmt.Fprintf(&b, "\t\t%s\n", quoted("--"+w.name+":"+colons(w.what)))
		}
		b.WriteString("\t) ;;\n")
	}
	b.WriteString(`	esac
	if [[ $PREFIX == -* ]]; then
		[[ $PREFIX == --* || $PREFIX == - ]] || options=(${options#-})
		_describe -o option options
		return
	fi
	case $command in
`)
	zshArguments(&b, all)
	b.WriteString("\tesac\n}\nif [[ $funcstack[1] == _gpusph ]]; then\n\t_gpusph " +
		"\"$@\"\nelse\n\tcompdef _gpusph gpusph\nfi\n")
	return b.String()
}

// zshValues writes a line for the options with the same values: what zsh completes after them.
func zshValues(b *strings.Builder, all []command) {
	keys, patterns := values(all)
	for _, key := range keys {
		action := "return"
		switch words, are := strings.CutPrefix(key, "words "); {
		case are:
			action = "compadd -- " + words + "; return"
		case key == "file":
			action = "_files; return"
		case key == "directory":
			action = "_files -/; return"
		}
		fmt.Fprintf(b, "\t\t(%s)) %s ;;\n", strings.Join(patterns[key], "|"), action)
	}
}

// zshArguments writes a line for each command: what zsh completes after its name.
func zshArguments(b *strings.Builder, all []command) {
	for _, c := range all {
		switch {
		case c.words != nil:
			fmt.Fprintf(b, "\t%s) compadd -- %s ;;\n", c.name, strings.Join(c.words, " "))
		case c.files == directory:
			fmt.Fprintf(b, "\t%s) _files -/ ;;\n", c.name)
		case c.files == file:
			fmt.Fprintf(b, "\t%s) _files ;;\n", c.name)
		}
	}
}

// colons escapes those that would end a word before its description.
func colons(s string) string { return strings.ReplaceAll(s, ":", `\:`) }

func fish(all []command) string {
	var b strings.Builder
	others := strings.Join(names(all)[1:], " ")
	b.WriteString("# Completion of gpusph in fish, made by: gpusph completion fish\ncomplete -c " +
		"gpusph -f\n")
	for _, c := range all {
		fmt.Fprintf(&b, "complete -c gpusph -n __fish_use_subcommand -a %s -d %s\n", c.name,
			backslashed(c.summary))
	}
	fmt.Fprintf(&b, "complete -c gpusph -n __fish_use_subcommand -a %s\n",
		quoted(strings.Join(cli.FlowNames(), " ")))
	for _, c := range all {
		of := quoted("__fish_seen_subcommand_from " + c.name)
		if c.name == "run" { // the word may be left out
			of = quoted("not __fish_seen_subcommand_from " + others)
		}
		for _, w := range c.options {
			line := fmt.Sprintf("complete -c gpusph -n %s -l %s -o %[2]s", of, w.name)
			if w.short != "" {
				line += " -s " + w.short
			}
			switch {
			case w.words != nil:
				line += " -x -a " + quoted(strings.Join(w.words, " "))
			case w.takes == file:
				line += " -r -F"
			case w.takes == directory:
				line += " -x -a '(__fish_complete_directories)'"
			case w.takes == some:
				line += " -x"
			}
			b.WriteString(line + " -d " + backslashed(w.what) + "\n")
		}
		switch {
		case c.words != nil:
			fmt.Fprintf(&b, "complete -c gpusph -n %s -a %s\n", of, quoted(strings.Join(c.words, " ")))
		case c.files == directory:
			fmt.Fprintf(&b, "complete -c gpusph -n %s -a '(__fish_complete_directories)'\n", of)
		case c.files == file:
			fmt.Fprintf(&b, "complete -c gpusph -n %s -F\n", of)
		}
	}
	return b.String()
}

// backslashed is a word in single quotes of fish, where a backslash escapes.
func backslashed(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
