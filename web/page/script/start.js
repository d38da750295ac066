// The language menu, the lists of the menus, and the start of the page.

$("stop").addEventListener("click", stop);
$("lang").addEventListener("input", async () => {
  state.lang = $("lang").value;
  remember("lang", state.lang);
  label();
  await send("hello", hello(), true).then(fillMenus);
  nameChoices();
  setup();
  if (state.list) showList(state.list);
  show(state.view);
});

function fillMenus(reply) {
  if (!reply || !reply.ok) return;
  $("version").textContent = reply.version;
  $("prompt-sign").textContent = reply.prompt.trim();
  const to = $("to").value || (state.lang === "fr" ? "french" : "english");
  const chosen = [$("from").value || "auto", to];
  const options = reply.dialects.map(({ name }) => element("option", { value: name, textContent: name }));
  $("from").replaceChildren(element("option", { value: "auto", textContent: t("detected") }),
    ...options.map((option) => option.cloneNode(true)));
  $("to").replaceChildren(...options);
  [$("from").value, $("to").value] = chosen;
  state.reports = reply.reports;
  listReports();
}

async function start() {
  state.lang = recall("lang") || (navigator.language.startsWith("fr") ? "fr" : "en");
  $("lang").value = state.lang;
  label();
  show("game");
  state.wasm = await unpack("core");
  state.address = URL.createObjectURL(new Blob([await unpack("worker")], { type: "text/javascript" }));
  await startWorker();
  fillMenus(await send("hello", hello(), true));
  startEditor();
  const isBack = await bringBack();
  if (!isBack) await openAddress();
  document.body.dataset.ready = String(Math.ceil(performance.now())); // milliseconds since the page was opened, for tests
  if (!isBack) keepSource();
  removeOld();
}
start().catch((failure) => complain(t("The page cannot start:") + " " + failure.message));
