-- The shortcode {{< exact QUERY key=value ... >}}: a place that filter.lua fills in, with all others
-- of the document at once.

local function text_of(argument)
  local text = pandoc.utils.stringify(argument)
  -- Some versions of Quarto leave the quotes around an argument.
  return text:match('^"(.*)"$') or text:match("^'(.*)'$") or text
end

-- The value of a keyword with blanks is quoted again.
local function quoted(text)
  return text:find("%s") and '"' .. text .. '"' or text
end

local function words_of(arguments, keywords)
  local words, keys = {}, {}
  for _, argument in ipairs(arguments) do
    table.insert(words, text_of(argument))
  end
  for key in pairs(keywords) do
    table.insert(keys, key)
  end
  table.sort(keys)  -- Quarto forgets their order, which means nothing
  for _, key in ipairs(keys) do
    table.insert(words, key .. "=" .. quoted(text_of(keywords[key])))
  end
  return table.concat(words, " ")
end

return {
  exact = function(arguments, keywords)
    local words = words_of(arguments, keywords)
    -- Quarto puts the text of this into displayed code, which so stays as it was written.
    local shown = pandoc.Str("{{< exact " .. words .. " >}}")
    return pandoc.Span({ shown }, pandoc.Attr("", { "exactdice" }, { asked = words }))
  end,
}
