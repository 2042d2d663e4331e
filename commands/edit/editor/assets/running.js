// The run that the page has started.
import { $, copied, make } from "./elements.js";
import { duration } from "./numbers.js";

export class Running {
	// send sends a message to the program.
	constructor(send) {
		this.state = { state: "" };
		$("stopRun").onclick = () => send({ do: "stopRun" });
		$("closeRun").onclick = () => ($("run").hidden = true);
		this.ask = () => send({ do: "view" });
	}

	// take shows what the program says of the run.
	take(m) {
		const before = this.state.state, over = ["good", "stopped", "failed"].includes(m.state);
		this.state = m;
		$("run").hidden = !m.state;
		$("startRun").disabled = m.state === "running" || m.state === "ending";
		$("stopRun").hidden = m.state !== "running";
		$("closeRun").hidden = !over;
		$("runPart").hidden = over;
		$("runPart").value = m.part;
		$("runText").textContent = words(m);
		$("runText").className = m.state === "failed" ? "bad" : "";
		if (!over)
			$("result").replaceChildren();
		else if (before !== m.state && m.dir && m.state !== "failed")
			this.ask();
	}

	// viewed takes where the results are shown.
	viewed(m) {
		const link = m.url ? make("a", { href: m.url, target: "_blank", rel: "noopener",
			textContent: "See the result" }) : make("span", { className: "bad", textContent: m.wrong });
		$("result").replaceChildren(link, " or ", copied(`gpusph view ${this.state.dir}`));
	}
}

function words(m) {
	const after = duration(Math.max(1, Math.round(m.seconds ?? 0)));
	switch (m.state) {
		case "running":
			return m.line ? `Running: ${m.line === "begins" ? "the first steps" : m.line}`
				: "Running: the particles are being made";
		case "ending":
			return "The run ends, and writes what it has";
		case "good":
			return `The run has ended after ${after}.`;
		case "stopped":
			return `The run was stopped after ${after}.`;
	}
	return `The run has failed: ${m.said}`;
}
