// Checks: a list of problems; each selects its place in the text.

// Select a place of a text: the line and column in bytes, both from 1.
function select(area, line, column, size) {
  const lines = area.value.split("\n");
  let start = 0;
  for (let i = 0; i < line - 1 && i < lines.length; i++) start += lines[i].length + 1;
  const bytes = new TextEncoder().encode(lines[line - 1] || "");
  const before = new TextDecoder().decode(bytes.slice(0, column - 1)).length;
  const length = new TextDecoder().decode(bytes.slice(column - 1, column - 1 + (size || 1))).length;
  area.focus();
  area.setSelectionRange(start + before, start + before + length);
  area.scrollTop = (line - 4) * parseFloat(getComputedStyle(area).lineHeight);
}

function problemLine(problem, area) {
  const text = fill("line %s: %s", problem.line || "?", problem.message.replace("--misprints corrects it",
    "“" + t("Correct misprints") + "”"));
  if (!area || !problem.line) return element("li", {}, text);
  const button = element("button", { type: "button", textContent: text });
  button.addEventListener("click", () => select(area, problem.line, problem.column || 1,
    problem.size || (problem.token && new TextEncoder().encode(problem.token).length)));
  return element("li", {}, button, problem.severity && element("span", { className: problem.severity + "-mark",
    textContent: " · " + t(problem.severity) }));
}

async function check(fields) {
  const reply = await send("check", { ...fields, style: $("check-style").checked, tags: $("check-tags").checked });
  if (!reply) return;
  if (reply.text !== undefined) $("check-source").value = reply.text;
  const hasText = fields.text !== undefined || reply.text !== undefined;
  $("checked").textContent = fill("Games: %s · plies: %s · errors: %s · warnings: %s · repairs: %s",
    count(reply.games), count(reply.plies), count(reply.counts.error), count(reply.counts.warning),
    count(reply.counts.repair));
  const area = hasText && $("check-source");
  $("problems").replaceChildren(...reply.problems.map((problem) => problemLine(problem, area)));
  if (!reply.problems.length) $("problems").append(element("li", { className: "none" }, t("No problems.")));
}
$("check-text").addEventListener("click", () => check({ text: $("check-source").value }));
$("check-file").addEventListener("click", () => {
  const { path, text } = state.source ? state.source.request : {};
  if (path) check({ path });
  else if (text) {
    $("check-source").value = text;
    check({ text });
  } else complain(t("No file is open."));
});
