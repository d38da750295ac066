local M = {}
function M.page() end
return M
