// Translation while the user types.

let translating = null;
function translate() {
  clearTimeout(translating);
  translating = setTimeout(async () => {
    const text = $("source").value;
    const reply = await send("translate", { text, from: $("from").value, to: $("to").value,
      comments: $("in-comments").checked }, "errors");
    if (!reply || !reply.ok || text !== $("source").value) return;
    complain("");
    $("translated").value = reply.text;
    const from = reply.dialects.length ? " · " + fill("read as %s", reply.dialects.join(", ")) : "";
    $("translated-count").textContent = fill("Moves translated: %s · left unchanged: %s", count(reply.moves),
      count(reply.total_left)) + from;
    $("left").replaceChildren(...reply.left.map((problem) => problemLine(problem, $("source"))));
  }, 200);
}
for (const id of ["source", "from", "to", "in-comments"]) $(id).addEventListener("input", translate);
