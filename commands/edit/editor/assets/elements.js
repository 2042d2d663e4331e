// Elements of the page.
export const $ = (id) => document.getElementById(id);
export const make = (name, of = {}, ...children) => {
	const element = Object.assign(document.createElement(name), of);
	element.append(...children);
	return element;
};

// copied is a command with a button that copies it.
export function copied(command) {
	const button = make("button", { textContent: "Copy", title: "Copy this command" });
	button.onclick = async () => {
		try {
			await navigator.clipboard.writeText(command);
			button.textContent = "Copied";
		} catch {
			getSelection().selectAllChildren(button.previousSibling);
			button.textContent = "Press Ctrl-C";
		}
	};
	return make("span", { className: "command" }, make("code", { textContent: command }), button);
}
