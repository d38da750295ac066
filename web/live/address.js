// Opens the game that the address of a page with many games names.

(() => {
  function reveal() {
    const place = /^#(g\d+)(m\d+)?$/.exec(location.hash), game = place && document.getElementById(place[1]);
    if (!game) return;
    game.closest("details").open = true;
    game.scrollIntoView();
  }
  window.addEventListener("hashchange", reveal);
  reveal();
})();
