-- Neovim: put this file into `plugin/` of your configuration (`~/.config/nvim/plugin/somd.lua`).
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.somd",
  callback = function() vim.bo.filetype = "somd" end,
})

local function root(file)
  return vim.fn.fnamemodify(file, ":p:h")
end

local clients = {}

-- What the kernel, Core or Rust of the construct under the cursor is, in a window of its own.
local function show(what)
  local position = vim.lsp.util.make_position_params()
  position.what = what
  vim.lsp.buf_request(0, "somdc/show", position, function(err, text)
    if err then return vim.notify(err.message, vim.log.levels.ERROR) end
    vim.cmd("vnew")
    vim.bo.buftype, vim.bo.bufhidden = "nofile", "wipe"
    vim.bo.filetype = ({ kernel = "c", core = "", rust = "rust" })[what]
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n"))
  end)
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "somd",
  callback = function(args)
    vim.bo.commentstring = "// %s"
    local folder = root(args.file)
    -- `vim.lsp.start` does this from Neovim 0.8 on.
    clients[folder] = clients[folder] or vim.lsp.start_client({ name = "somdc", cmd = { "somdc", "lsp" }, root_dir = folder })
    vim.lsp.buf_attach_client(args.buf, clients[folder])
    -- Colours by the grammar, where its parser lies in `parser/somd.so` below the runtime path.
    if vim.treesitter.start then pcall(vim.treesitter.start, args.buf, "somd") end
    vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"
    for _, what in ipairs({ "kernel", "core", "rust" }) do
      vim.api.nvim_buf_create_user_command(args.buf, "Somd" .. what:gsub("^%l", string.upper), function() show(what) end, {})
    end
    vim.api.nvim_buf_create_user_command(args.buf, "SomdRun", function(o)
      vim.cmd("write | split | terminal somdc run --target " .. (o.args ~= "" and o.args or "auto") .. " " .. vim.fn.shellescape(args.file))
    end, { nargs = "?" })
  end,
})
