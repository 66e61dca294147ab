-- Keeps the state of a room, unless a newer one is kept, or it covers what is not there.
--
-- KEYS: the clock, the room's meta and its snapshot. ARGV: seq, form, state, checksum.
local last = call('HGET', KEYS[2], 'seq')
if not last or ARGV[1] + 0 > last + 0 then return 0 end
local kept = call('HMGET', KEYS[3], 'seq', 'form')
if kept[1] and (kept[1] + 0 > ARGV[1] + 0 or kept[2] + 0 > ARGV[2] + 0) then return 0 end
call('HSET', KEYS[3], 'seq', ARGV[1], 'form', ARGV[2], 'state', ARGV[3], 'sum', ARGV[4])
return 1
