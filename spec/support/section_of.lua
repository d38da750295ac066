-- Finds a section of a report by its title.

---@param report lucena.Report
---@param title string
---@return table? section
return function(report, title)
  for _, section in ipairs(report:sections()) do
    if section.title == title then
      return section
    end
  end
end
