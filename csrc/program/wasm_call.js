// wasm_call - appended to emscripten's script. Module.lucenaCall(text, name) calls the module `name` in Lua (default:
// "lucena.web.session") and returns its text. An error in Lua is raised as an Error with its message.
Module["lucenaCall"] = function (text, name) {
  function put(bytes) {
    var at = _malloc(bytes.length + 1);
    if (!at) throw new Error("not enough memory");
    HEAPU8.set(bytes, at);
    HEAPU8[at + bytes.length] = 0;
    return at;
  }
  var encoder = new TextEncoder();
  var request = encoder.encode(text);
  var module = put(encoder.encode(name || "lucena.web.session")), at = put(request);
  var failed = _lucena_call(module, at, request.length);
  _free(module);
  _free(at);
  var begin = _lucena_result();
  var result = new TextDecoder().decode(HEAPU8.subarray(begin, begin + _lucena_result_size()));
  if (failed) throw new Error(result);
  return result;
};
