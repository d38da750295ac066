// wasm_node - appended to emscripten's script for node: the environment of the process, and paths of Windows.
Module["preRun"] = function () {
  Object.assign(ENV, process.env);
  if (!ENV["HOME"] && ENV["USERPROFILE"]) ENV["HOME"] = ENV["USERPROFILE"];
};

// emscripten takes only paths that begin with / as absolute, and C looks for / in paths.
if (process.platform === "win32") {
  var calculateAt = SYSCALLS.calculateAt;
  var cwd = FS.cwd;
  FS.cwd = function () { return cwd().replace(/\\/g, "/"); };
  SYSCALLS.calculateAt = function (folder, path, allowEmpty) {
    path = path.replace(/\\/g, "/");
    return /^([A-Za-z]:|\/\/)/.test(path) ? path : calculateAt(folder, path, allowEmpty);
  };
}
