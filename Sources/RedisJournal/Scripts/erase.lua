-- Erases a room with all its data.
--
-- KEYS: the clock, the names of rooms, the rooms by their oldest event, the settings, the names of the room's settings,
-- the erased rooms, all notes, the numbers of the room's notes on each of three shelves, the files, the room's meta,
-- and then all other keys of the room.
-- ARGV: the room's name, the extent ('whole', or 'spent' = only the keys for events, and only if the room has no
-- events), the room's channel and the channel for all rooms, the prefix of the keys with pieces of files, and the
-- number of erased rooms to remember.
-- Returns 1, or 0 if the room has events and the extent is 'spent'.
local function forget_settings()
  for _, name in ipairs(call('SMEMBERS', KEYS[5])) do
    local file = string.match(name, '^file/(.*)')
    local _, packed = stored(KEYS[4], ARGV[1], name)
    if file and packed then release(KEYS[11], file, ARGV[5]) end
    call('HDEL', KEYS[4], ARGV[1] .. '/' .. name)
  end
  call('DEL', KEYS[5])
  for k = 8, 10 do
    for _, seq in ipairs(call('LRANGE', KEYS[k], 0, -1)) do call('XDEL', KEYS[7], seq .. '-0') end
    call('DEL', KEYS[k])
  end
  local version = next_version()
  call('ZADD', KEYS[6], version, ARGV[1])
  local surplus = call('ZCARD', KEYS[6]) - ARGV[6]
  if surplus > 0 then
    local gone = call('ZPOPMIN', KEYS[6], surplus)
    call('HSET', KEYS[1], 'erased', gone[#gone])
  end
  call('SPUBLISH', ARGV[4], 'unset ' .. text(version) .. ' ' .. ARGV[1])
end

if ARGV[2] == 'spent' then
  local m = call('HMGET', KEYS[12], 'seq', 'forgotten')
  if m[1] ~= m[2] then return 0 end
end
if ARGV[2] == 'whole' or call('EXISTS', KEYS[5]) == 0 then forget_settings() end
call('ZREM', KEYS[2], ARGV[1])
call('ZREM', KEYS[3], ARGV[1])
for k = 12, #KEYS do call('UNLINK', KEYS[k]) end
call('SPUBLISH', ARGV[3], ARGV[2] == 'spent' and 'spent' or 'erased')
return 1
