// Texts with games in them: the moves are marked, and open their game.

async function readText(given) {
  if (given !== undefined) {
    $("book").value = given;
    show("read");
  }
  const text = $("book").value;
  const request = { do: "read", text, misprints: $("misprints").checked, name: t("Text") };
  const reply = await send("read", request);
  if (!reply) return;
  accept({ request }, reply.list);
  const parts = reply.parts.map(([words, state, number]) => {
    if (!state) return words;
    const button = element("button", { type: "button", className: state, textContent: words, title: t(state) });
    if (number > 0) button.addEventListener("click", () => openGame({ number }));
    return button;
  });
  $("prose").replaceChildren(...parts);
  $("prose").hidden = $("edit-text").hidden = $("save-read").hidden = false;
  $("reading").hidden = true;
  const counts = reply.counts;
  $("read-count").textContent = fill("Games: %s · moves: %s · in variations: %s · unread: %s · ambiguous: %s",
    count(reply.list.total), count(counts.mainline), count(counts.variation), count(counts.unread),
    count(counts.ambiguous));
  $("read-problems").replaceChildren(...reply.problems.map((problem) => problemLine(problem)));
  await send("game", { number: 1 }); // without leaving the text
}
$("read-text").addEventListener("click", async () => { if (await mayReplace()) readText(); });
$("edit-text").addEventListener("click", () => {
  $("prose").hidden = $("edit-text").hidden = true;
  $("reading").hidden = false;
  $("book").focus();
});
