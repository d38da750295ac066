// The prompt: the lines run in the session of the game on the board.

function print(text, className) {
  $("log").append(element("div", { className: className || "", textContent: text.replace(/\n$/, "") }));
  while ($("log").childNodes.length > 2000) $("log").firstChild.remove();
  $("log").scrollTop = $("log").scrollHeight;
}
function grow() {
  $("line").rows = Math.min(12, $("line").value.split("\n").length);
}

async function run() {
  const text = $("line").value;
  if (text.trim() === "") return;
  const reply = await send("prompt", { line: text, is_last: false }, "errors");
  if (!reply.ok) return;
  if (reply.more) {
    $("line").value = text + "\n";
    return grow();
  }
  if (state.lines[state.lines.length - 1] !== text) state.lines.push(text);
  state.recalled = state.lines.length;
  print($("prompt-sign").textContent + " " + text, "input");
  if (reply.output) print(reply.output, reply.done ? "" : "failed");
  $("prompt-sign").textContent = reply.prompt.trim();
  $("line").value = "";
  $("completions").textContent = "";
  grow();
}

for (const example of $("examples").querySelectorAll("button")) {
  example.addEventListener("click", () => {
    $("line").value = example.textContent;
    run();
  });
}

async function complete() {
  const area = $("line"), cursor = area.selectionStart;
  const before = area.value.slice(0, cursor), after = area.value.slice(cursor);
  const bytes = new TextEncoder().encode(before);
  const reply = await send("complete", { line: before + after, cursor: bytes.length + 1 }, true);
  if (!reply.ok || !reply.words.length) return;
  let common = reply.words[0];
  for (const word of reply.words) while (!word.startsWith(common)) common = common.slice(0, -1);
  const kept = new TextDecoder().decode(bytes.slice(0, reply.start - 1));
  if (kept.length + common.length >= before.length) {
    area.value = kept + common + after;
    area.setSelectionRange((kept + common).length, (kept + common).length);
  }
  $("completions").textContent = reply.words.length > 1 ? reply.words.slice(0, 30).join("  ") : "";
}

function recallLine(step) {
  const to = state.recalled + step;
  if (to < 0 || to > state.lines.length) return;
  state.recalled = to;
  $("line").value = state.lines[to] || "";
  grow();
}

$("line-form").addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
$("line").addEventListener("input", grow);
$("line").addEventListener("keydown", (event) => {
  const area = $("line"), isOneLine = !area.value.includes("\n");
  if (event.key === "Enter" && !event.shiftKey) run();
  else if (event.key === "Tab" && !event.shiftKey && !state.leaves && area.value.trim() !== "") complete();
  else if (event.key === "ArrowUp" && isOneLine) recallLine(-1);
  else if (event.key === "ArrowDown" && isOneLine) recallLine(1);
  else {
    state.leaves = event.key === "Escape";
    return;
  }
  state.leaves = false;
  event.preventDefault();
});
