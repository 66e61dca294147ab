-- Functions for the scripts that change settings. The server puts this text after `clock.lua`.
--
-- A setting is stored as its version, a space, and the packed setting. A removed setting leaves its version and the
-- space.

-- Returns the version of the settings at the room's last erasure.
local function erasure(erased_rooms, room)
  return (call('ZSCORE', erased_rooms, room) or call('HGET', KEYS[1], 'erased') or 0) + 0
end

-- Returns the version of a setting (0 = it never existed), and the packed setting (nil = it does not exist).
local function stored(settings, room, name)
  local entry = call('HGET', settings, room .. '/' .. name)
  if not entry then return 0, nil end
  local version, start = string.match(entry, '^(%d+) ()')
  if version and start > #entry then return version + 0, nil end
  return (version or 0) + 0, string.sub(entry, start or 1)
end

local function next_version() return call('HINCRBY', KEYS[1], 'settings', 1) end

-- Writes a setting, or with an empty packed setting its tombstone.
local function put(settings, names, room, name, version, packed)
  call('HSET', settings, room .. '/' .. name, text(version) .. ' ' .. packed)
  call('SADD', names, name)
end

-- Returns the words for other servers about a setting. Without a value, the setting was removed.
local function told(name, value)
  return name .. ' ' .. (value and #value .. ' ' .. value or '- ')
end

local function tell(channel, version, room, words)
  call('SPUBLISH', channel, 'setting ' .. text(version) .. ' ' .. room .. ' ' .. words)
end
