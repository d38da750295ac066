// wasm_node - appended to emscripten's script for node: the environment of the process, pipes and terminals, and paths
// of Windows.
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

// emscripten takes all opened files as seekable, and standard input and output always as terminals.
var open = FS.open;
FS.open = function () {
  var stream = open.apply(FS, arguments);
  if (stream.nfd !== undefined) {
    var status = fs.fstatSync(stream.nfd);
    stream.seekable = status.isFile() || status.isDirectory();
  }
  return stream;
};
var llseek = FS.llseek;
FS.llseek = function (stream) {
  if (stream.seekable === false) throw new FS.ErrnoError(ERRNO_CODES.ESPIPE);
  return llseek.apply(FS, arguments);
};
var standardStreams = FS.createStandardStreams;
FS.createStandardStreams = function () {
  standardStreams();
  for (var fd = 0; fd < 3; fd++) FS.streams[fd].tty = require("tty").isatty(fd);
};
