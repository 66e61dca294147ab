-- Erases a room with all that is known of it.
--
-- KEYS: the clock, the names of rooms, the rooms by their oldest event, keys, the rooms of keys, standings,
-- all notes, the places of the room's notes, the files, the rooms that have some, the room's files, its meta, and
-- then all else that is the room's alone.
-- ARGV: its name, what is erased ('whole', 'spent' = all of it but its files, unless it has events, 'standing' =
-- what is settled and noted of it), its channel and that of all, and what the names of keys with pieces of files begin with.
-- Returns 1, or 0 if it has events and was to have none.
local function forget_standing()
  call('HDEL', KEYS[6], ARGV[1])
  for _, seq in ipairs(call('LRANGE', KEYS[8], 0, -1)) do call('XDEL', KEYS[7], seq .. '-0') end
  call('DEL', KEYS[8])
end

local function forget_files()
  local names = call('HKEYS', KEYS[11])
  if #names == 0 then return end
  for _, name in ipairs(names) do release(KEYS[9], name, ARGV[5]) end
  call('DEL', KEYS[11])
  call('SREM', KEYS[10], ARGV[1])
  tell_files(ARGV[4], 'erased ' .. ARGV[1])
end

if ARGV[2] == 'spent' then
  local m = call('HMGET', KEYS[12], 'seq', 'forgotten')
  if m[1] ~= m[2] then return 0 end
end
forget_standing()
call('SPUBLISH', ARGV[4], 'settled')
if ARGV[2] == 'standing' then return 1 end
local owners = call('HGETALL', KEYS[5])
for k = 1, #owners, 2 do
  if owners[k + 1] == ARGV[1] then
    call('HDEL', KEYS[4], owners[k])
    call('HDEL', KEYS[5], owners[k])
  end
end
if ARGV[2] == 'whole' then forget_files() end
call('ZREM', KEYS[2], ARGV[1])
call('ZREM', KEYS[3], ARGV[1])
for k = 12, #KEYS do call('UNLINK', KEYS[k]) end
call('SPUBLISH', ARGV[3], ARGV[2] == 'spent' and 'spent' or 'erased')
return 1
