-- Guides are executed like the README: what they show is what is printed.

local page = require "spec.support.page"

page.runs "docs/notations-compared.md"
page.runs "docs/cookbook.md"
