-- Deletes the oldest events of a room, and the notes about them.
--
-- KEYS: the clock, the rooms by their oldest event, and the room's meta, events, ids, fates, sendings and
-- presence.
-- ARGV: the room's name, the last deleted seq so far, the last seq to delete now, and the configuration at the start of
-- the remaining events ('' = unchanged).
-- Returns the number of deleted events, and 1 if no event is left; false if another server has deleted events
-- meanwhile.
if call('HGET', KEYS[3], 'forgotten') ~= ARGV[2] then return false end
local old = call('XRANGE', KEYS[4], '-', ARGV[3])
for _, entry in ipairs(old) do
  local seq, id = string.match(entry[1], '^%d+'), entry[2][8]
  call('HDEL', KEYS[5], id)
  call('HDEL', KEYS[6], 'o' .. seq, 'e' .. id, 'l' .. id, 'a' .. id, 'z' .. id, 'm' .. id)
  call('HDEL', KEYS[7], id)
  call('XDEL', KEYS[4], entry[1])
end
call('HSET', KEYS[3], 'forgotten', ARGV[3])
if ARGV[4] ~= '' then call('HSET', KEYS[3], 'birth', ARGV[4]) end
local first = call('XRANGE', KEYS[4], '-', '+', 'COUNT', 1)[1]
if first then call('ZADD', KEYS[2], first[2][6], ARGV[1]) else call('ZREM', KEYS[2], ARGV[1]) end
return { #old, first and 0 or 1 }
