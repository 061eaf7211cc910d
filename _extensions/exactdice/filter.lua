-- Fills in the values that a document asks for, by one run of `exactdice value --list`:
--
--   a Span of the class exactdice    of the shortcode {{< exact EP(5) dec=3 >}}
--   `EP(5) dec:3`{.exact}            in any Markdown of pandoc
--   ```{.exact-table}                a table: EP(d) d=1..6 dec:4
--
-- All other code is displayed as it is. Options for all of them stand in the metadata, as for
-- `exactdice verify`:  exactdice: {dice: 10, target: 100, decimal: ","}

local OF_CLAIMS = { title = true, alpha = true, ties = true, words = true }
local asked, answers = {}, {}

-- What a place asks for, as a line of the list; nil where it asks for nothing.
local function line_of(element)
  local words
  if element.t == "Span" and element.classes:includes("exactdice") then
    words = element.attributes.asked
  elseif element.t == "Code" and element.classes:includes("exact") then
    words = element.text
  elseif element.t == "CodeBlock" and element.classes:includes("exact-table") then
    words = "table: " .. element.text
  end
  return words and words:gsub("%s+", " ")
end

local function note(element)
  local line = line_of(element)
  if line and not answers[line] then
    answers[line] = {}
    table.insert(asked, line)
  end
end

-- --- the answers ----------------------------------------------------------------------------------

local function split(line, sign)
  local parts = {}
  for part in (line .. sign):gmatch("(.-)" .. sign) do
    table.insert(parts, part)
  end
  return parts
end

-- The pairs of a line, such as {{"text", "8.636"}}.
local function pairs_of(line)
  local parts, found = split(line, "\t"), {}
  for k = 1, #parts - 1, 2 do
    table.insert(found, { parts[k], parts[k + 1] })
  end
  return found
end

local function enter(output)
  local lines, at = split(output:gsub("\r", ""), "\n"), 1
  for _, line in ipairs(asked) do
    local pair = pairs_of(lines[at] or "")[1] or { "error", "exactdice gave no answer" }
    local answer = { kind = pair[1], text = pair[2], rows = {} }
    if answer.kind == "table" then
      for k = 1, tonumber(pair[2]) do
        table.insert(answer.rows, pairs_of(lines[at + k]))
      end
    end
    answers[line] = answer
    at = at + 1 + #answer.rows
  end
end

-- The first line of the list: the options, which are no words of the command line, since there they
-- might name a programme to be loaded.
local function options_of(meta)
  local words = {}
  if pandoc.utils.type(meta.exactdice) == "table" then
    for key, value in pairs(meta.exactdice) do
      if not OF_CLAIMS[key] then
        local text = pandoc.utils.stringify(value)
        table.insert(words, key .. '="' .. text .. '"')
      end
    end
  end
  table.sort(words)
  return ("document: " .. table.concat(words, " ")):gsub("%s+", " ")
end

-- End pandoc as an error of a filter does, but with one line and no stack of Lua.
local function stop(message)
  io.stderr:write(message .. "\n")
  os.exit(83)
end

local function ask(meta)
  local list = options_of(meta) .. "\n" .. table.concat(asked, "\n") .. "\n"
  local is_done, output = pcall(pandoc.pipe, "exactdice", { "value", "--list", "-", "--format", "tsv" }, list)
  -- Where some lines are errors its status is not 0, and the others are values all the same.
  if not is_done then
    output = type(output) == "table" and output.output or ""
  end
  if output == "" then
    stop("exactdice gave no values: it must be installed, and on the path")
  end
  enter(output)
end

local function complain()
  local bad = 0
  for _, line in ipairs(asked) do
    if answers[line].kind == "error" then
      bad = bad + 1
      io.stderr:write("exactdice: " .. line .. ": " .. answers[line].text .. "\n")
    end
  end
  if bad > 0 then
    stop("exactdice: " .. bad .. " of " .. #asked .. " values cannot be had")
  end
end

-- --- what is shown --------------------------------------------------------------------------------

local function inline(kind, text)
  return kind == "math" and pandoc.Math("InlineMath", text) or pandoc.Str(text)
end

local function cells(row)
  local found = {}
  for _, pair in ipairs(row) do
    table.insert(found, { pandoc.Plain({ inline(pair[1], pair[2]) }) })
  end
  return found
end

local function table_of(rows)
  local heading, body, alignments, widths = cells(rows[1]), {}, {}, {}
  for k = 2, #rows do
    table.insert(body, cells(rows[k]))
  end
  for _ = 1, #heading do
    table.insert(alignments, pandoc.AlignRight)
    table.insert(widths, 0)
  end
  local simple = pandoc.SimpleTable({}, alignments, widths, heading, body)
  return pandoc.utils.from_simple_table(simple)
end

local function fill(element)
  local line = line_of(element)
  if not line then
    return nil
  end
  local answer = answers[line]
  return answer.kind == "table" and table_of(answer.rows) or inline(answer.kind, answer.text)
end

function Pandoc(document)
  document:walk({ Span = note, Code = note, CodeBlock = note })
  if #asked == 0 then
    return nil
  end
  ask(document.meta)
  complain()
  return document:walk({ Span = fill, Code = fill, CodeBlock = fill })
end
