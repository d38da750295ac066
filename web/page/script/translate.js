// Translation while the user types.

const translating = later(200);
function translate() {
  translating.start(async () => {
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
  });
}
for (const id of ["source", "from", "to", "in-comments"]) $(id).addEventListener("input", translate);
