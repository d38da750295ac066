// wasm_library - the functions that wasm.c and wasm_system.c import, a library of emscripten. The options of
// createLucena() are:
//   onProgress(done, total)  called by host.progress; total is -1 if it is unknown
//   isStopped()              whether the running call must stop; without it, Lua runs without a hook
mergeInto(LibraryManager.library, {
  lucena_host_progress: function (done, total) {
    if (Module["onProgress"]) Module["onProgress"](done, total);
  },
  lucena_host_is_stopped: function () {
    return Module["isStopped"] && Module["isStopped"]() ? 1 : 0;
  },
  lucena_host_can_stop: function () {
    return Module["isStopped"] ? 1 : 0;
  },
  // In microseconds. A page has only the time that passes.
  lucena_host_processor_time: function () {
    if (typeof process !== "object" || !process.cpuUsage) return performance.now() * 1000;
    var used = process.cpuUsage();
    return used.user + used.system;
  },
});
