-- Functions for the scripts that change which rooms have which files. The server puts this text after `settings.lua`.
--
-- A room's file is its setting `file/NAME`. The field `fileBytes` of the clock is the charge of all files, each file
-- once. For each name, the hash of files has the number of rooms with the file and its charge: '2 4711'.

-- Writes the setting of a room's file, or without a value its tombstone, and publishes the change. Returns its version.
local function change_file(channel, settings, names, room, name, packed, value)
  local version = next_version()
  put(settings, names, room, name, version, packed)
  tell(channel, version, room, told(name, value))
  return version
end

-- Removes a file from one of its rooms. The pieces are deleted with the last room.
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
