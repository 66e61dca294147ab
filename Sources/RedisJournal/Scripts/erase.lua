-- Erases a room with all that is known of it.
--
-- KEYS: the clock, the names of rooms, the rooms by their oldest event, keys, the rooms of keys, standings,
-- all notes, the places of the room's notes, and then all else that is the room's alone.
-- ARGV: its name, 1 if its events go, 0 if only what is settled and noted of it does, and its channel.
local function forget_standing()
  call('HDEL', KEYS[6], ARGV[1])
  for _, seq in ipairs(call('LRANGE', KEYS[8], 0, -1)) do call('XDEL', KEYS[7], seq .. '-0') end
  call('DEL', KEYS[8])
end

forget_standing()
if ARGV[2] == '0' then return 0 end
local owners = call('HGETALL', KEYS[5])
for k = 1, #owners, 2 do
  if owners[k + 1] == ARGV[1] then
    call('HDEL', KEYS[4], owners[k])
    call('HDEL', KEYS[5], owners[k])
  end
end
call('ZREM', KEYS[2], ARGV[1])
call('ZREM', KEYS[3], ARGV[1])
for k = 9, #KEYS do call('UNLINK', KEYS[k]) end
call('SPUBLISH', ARGV[3], 'erased')
return 1
