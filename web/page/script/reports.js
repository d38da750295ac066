// Reports on the selected games, with a form of the report's options. The label of an option is the first sentence of its
// description. An option that is set unless one omits something is a checkbox that omits it.

const isOmission = (option) => option.kind === "boolean" && option.default === true;
function showOptions() {
  const report = state.reports.find((one) => one.name === $("report").value);
  if (!report) return;
  $("report-summary").textContent = t(report.summary);
  const old = new Map([...$("report-options").querySelectorAll("[data-option]")].map((field) => [field.id, field]));
  $("report-options").replaceChildren(...report.options.map((option) => {
    const id = "option-" + report.name + "-" + option.name;
    let field;
    if (option.kind === "choice") {
      field = element("select", { id }, ...option.choices.map((choice) =>
        element("option", { value: choice, textContent: t(choice) })));
      field.value = option.default;
    } else if (option.kind === "boolean") {
      field = element("input", { id, type: "checkbox" });
    } else field = element("input", { id, type: option.kind === "integer" ? "number" : "text",
      placeholder: option.default === undefined ? "" : String(option.default) });
    field = old.get(id) || field;
    field.dataset.option = option.name;
    if (isOmission(option)) field.dataset.reversed = "";
    const [name, ...more] = t(option.help).split(/(?<=\.) /);
    const parts = [field, element("label", { htmlFor: id, textContent: name.replace(/\.$/, "") })];
    return element("div", {}, ...option.kind === "boolean" ? parts : parts.reverse(),
      element("small", { textContent: more.join(" ") }));
  }));
}
$("report").addEventListener("input", showOptions);
$("report-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const options = {};
  for (const field of $("report-options").querySelectorAll("[data-option]")) {
    const isReversed = "reversed" in field.dataset;
    options[field.dataset.option] = field.type === "checkbox" ? field.checked !== isReversed : field.value;
  }
  const reply = await send("report", { name: $("report").value, options, of: state.list ? "games" : "game" });
  if (!reply) return;
  for (const sheet of state.sheets) sheet.close();
  $("report-shown").innerHTML = reply.html;
  for (const piece of $("report-shown").querySelectorAll("[id^=lc-]")) piece.remove(); // the page has them
  lucenaTables($("report-shown"));
  state.sheets = [...$("report-shown").querySelectorAll("article.sheet")].map((root) =>
    window.lucenaSheet(root, { show() { /* the report has no address */ }, listens: () => state.view === "reports" }));
  $("save-report").disabled = false;
});
