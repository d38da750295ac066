// Links: a game or a position in the fragment of the page's address. The game is compressed (deflate) and in base64url.

function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function pack(text) {
  return base64(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
}

async function unpackText(text) {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

// Put a link into the address, and copy it.
function setAddress(fragment) {
  history.replaceState(null, "", "#" + fragment);
  const area = element("textarea", { value: location.href });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  $("status").textContent = t("The link is in the address of the page, and copied.");
  complain("");
}
$("share").addEventListener("click", async () => {
  const reply = await send("save", { what: "game", format: "pgn" });
  if (reply) setAddress("game=" + await pack(reply.text) + "&at=" + state.sheet.at());
});
$("share-position").addEventListener("click", () => setAddress("fen=" + encodeURIComponent($("fen").value)));

// Open what the address names: #fen=FEN, #game=PACKED&at=NODE, #line=TEXT for the prompt.
async function openAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  if (fields.has("fen")) {
    if (await send("new", { fen: fields.get("fen") })) show("game");
  } else if (fields.has("game")) {
    const text = await unpackText(fields.get("game")).catch(() => null);
    if (text === null) return complain(t("The address of the page holds no game."));
    await paste(text, t("Game"));
    const at = Number(fields.get("at"));
    if (state.sheet.has(at)) state.sheet.show(at);
  } else if (fields.has("line")) {
    $("line").value = fields.get("line");
    grow();
    show("prompt");
  } else if (fields.has("view") && tabs.some((tab) => viewOf(tab) === fields.get("view"))) show(fields.get("view"));
}
addEventListener("hashchange", openAddress);
