// The tabs of the page, as the ARIA pattern of tabs requires.

const tabs = [...document.querySelectorAll("[role=tab]")];
const viewOf = (tab) => tab.getAttribute("aria-controls");
function show(name, isFocused) {
  saveComment();
  state.view = name;
  for (const tab of tabs) {
    const isShown = viewOf(tab) === name;
    tab.setAttribute("aria-selected", String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    $(viewOf(tab)).hidden = !isShown;
    if (isShown && isFocused) tab.focus();
    if (isShown) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  if (name === "game") explore();
  if (name === "games" && state.isListOld) turnPage({ first: state.list.first });
  if (name === "position") setup();
  if (name === "prompt") $("line").focus({ preventScroll: true });
}
for (const tab of tabs) {
  tab.addEventListener("click", () => {
    if (state.busy === 0) complain(""); // the error of another view
    show(viewOf(tab));
  });
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], at = tabs.indexOf(tab);
    const to = event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1
      : step && (at + step + tabs.length) % tabs.length;
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    show(viewOf(tabs[to]), true);
  });
}
