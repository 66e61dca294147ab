-- Stands before scripts that change which rooms have which files, after the clock.
--
-- Changes are counted (`files` of the clock), so that who was told of them knows whether one is missing.
-- `fileBytes` is what all files are charged for, each once. Of each name it is kept how many rooms have it, and what
-- it is charged for: '2 4711'.
local function tell_files(channel, words)
  local number = call('HINCRBY', KEYS[1], 'files', 1)
  call('SPUBLISH', channel, 'file ' .. number .. ' ' .. words)
  return number
end

-- A room has a file no more; its pieces go with the last that had it.
local function release(files, name, pieces)
  local rooms, bytes = string.match(call('HGET', files, name) or '', '^(%d+) (%d+)$')
  if not rooms then return end
  if rooms + 0 > 1 then
    call('HSET', files, name, text(rooms - 1) .. ' ' .. bytes)
  else
    call('HDEL', files, name)
    call('UNLINK', pieces .. name)
    call('HINCRBY', KEYS[1], 'fileBytes', text(-bytes))
  end
end
