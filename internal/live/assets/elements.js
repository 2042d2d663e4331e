// Elements of the page.
export const $ = (id) => document.getElementById(id);

// make makes an element with properties and children.
export function make(name, properties = {}, ...children) {
	const element = Object.assign(document.createElement(name), properties);
	element.append(...children);
	return element;
}

// setChoices fills a list to choose from, with pairs of value and text.
export function setChoices(select, all, chosen) {
	select.replaceChildren(
		...all.map(([value, textContent]) => make("option", { value, textContent })),
	);
	select.value = chosen;
}

let until;
// tell shows a message for some seconds.
export function tell(text) {
	$("told").textContent = text;
	$("told").hidden = false;
	clearTimeout(until);
	until = setTimeout(() => ($("told").hidden = true), 4000);
}
