// Reports on the selected games, with a form of the report's options. A text that comes first, such as the player's name,
// is always shown, the others open below it. The label of an option is the first sentence of its description. An option that is set unless one omits something is a checkbox that omits it.

const fieldsOf = () => [...$("report-form").querySelectorAll("[data-option]")];
const isOmission = (option) => option.kind === "boolean" && option.default === true;
function showOptions() {
  const report = state.reports.find((one) => one.name === $("report").value);
  if (!report) return;
  $("report-summary").textContent = t(report.summary);
  const old = new Map(fieldsOf().map((field) => [field.id, field]));
  const parts = report.options.map((option) => {
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
  });
  const main = report.options.length && report.options[0].kind === "string" ? 1 : 0;
  $("report-main").replaceChildren(...parts.slice(0, main));
  $("report-options").replaceChildren(...parts.slice(main));
  $("report-more").hidden = parts.length === main;
}
// The names of the reports in the menu, and with their contents while no report is shown.
function listReports() {
  const title = (name) => t(name).replace(/^./, (letter) => letter.toUpperCase());
  const chosen = $("report").value || "summary";
  $("report").replaceChildren(...state.reports.map(({ name }) => element("option", { value: name,
    textContent: title(name) })));
  $("report").value = chosen;
  $("report-list").replaceChildren(...state.reports.map(({ name, summary }) => {
    const button = element("button", { type: "button", textContent: title(name) });
    button.addEventListener("click", () => {
      $("report").value = name;
      showOptions();
      ($("report-main").querySelector("input") || $("report")).focus();
    });
    return element("li", {}, button, element("small", { textContent: t(summary) }));
  }));
  showOptions();
}
// The events to choose from, if a report needs one.
function showEvents(events) {
  $("report-shown").replaceChildren(element("p", {}, t("Choose an event:")), element("ul", { className: "cards" },
    ...events.map(({ title, value, games }) => {
      const button = element("button", { type: "button", textContent: title });
      button.addEventListener("click", () => {
        $("report-main").querySelector("input").value = value;
        $("report-form").requestSubmit();
      });
      return element("li", {}, button, element("small", { textContent: fill("Games: %s", count(games)) }));
    })));
}
$("report").addEventListener("input", showOptions);
$("report-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const options = {};
  for (const field of fieldsOf()) {
    const isReversed = "reversed" in field.dataset;
    options[field.dataset.option] = field.type === "checkbox" ? field.checked !== isReversed : field.value;
  }
  const reply = await send("report", { name: $("report").value, options, of: state.list ? "games" : "game" });
  if (!reply) return;
  for (const sheet of state.sheets) sheet.close();
  state.sheets = [];
  $("report-more").open = false;
  if (reply.events) return showEvents(reply.events);
  $("report-shown").innerHTML = reply.html;
  for (const piece of $("report-shown").querySelectorAll("[id^=lc-]")) piece.remove(); // the page has them
  lucenaTables($("report-shown"));
  state.sheets = [...$("report-shown").querySelectorAll("article.sheet")].map((root) =>
    window.lucenaSheet(root, { show() { /* the report has no address */ }, listens: () => state.view === "reports" }));
  $("save-report").disabled = false;
});
