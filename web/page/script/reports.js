// Reports on the selected games, with a form of the report's options.

let reports = [];
function showOptions() {
  const report = reports.find((one) => one.name === $("report").value);
  if (!report) return;
  $("report-summary").textContent = report.summary;
  const old = new Map([...$("report-options").querySelectorAll("[data-option]")].map((field) => [field.id, field]));
  $("report-options").replaceChildren(...report.options.map((option) => {
    const id = "option-" + report.name + "-" + option.name;
    let field;
    if (option.kind === "choice") {
      field = element("select", { id }, ...option.choices.map((choice) => element("option", { textContent: choice })));
      field.value = option.default;
    } else if (option.kind === "boolean") {
      field = element("input", { id, type: "checkbox", checked: option.default === true });
    } else field = element("input", { id, type: option.kind === "integer" ? "number" : "text",
      placeholder: option.default === undefined ? "" : String(option.default) });
    field = old.get(id) || field;
    field.dataset.option = option.name;
    return element("div", {}, element("label", { htmlFor: id, textContent: option.name + " " }), field,
      element("small", { textContent: option.help }));
  }));
}
$("report").addEventListener("input", showOptions);
$("report-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const options = {};
  for (const field of $("report-options").querySelectorAll("[data-option]")) {
    options[field.dataset.option] = field.type === "checkbox" ? field.checked : field.value;
  }
  const reply = await send("report", { name: $("report").value, options, of: list ? "games" : "game" });
  if (!reply) return;
  $("report-shown").innerHTML = reply.html;
  lucenaTables($("report-shown"));
  $("report-shown").querySelectorAll("article.sheet").forEach((root) => {
    window.lucenaSheet(root, { show() { /* the report has no address */ }, listens: () => view === "reports" });
  });
  $("save-report").disabled = false;
});
