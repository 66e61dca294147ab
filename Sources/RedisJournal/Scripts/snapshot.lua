-- Stores the state of a room, unless a newer one is stored, or it includes events that the log has lost.
--
-- KEYS: the clock, the room's meta, its snapshot and its events. ARGV: seq, form, state, checksum, and the ID ('' =
-- any) and the arrival time of the newest event in the state.
local last = call('HGET', KEYS[2], 'seq')
if not last or ARGV[1] + 0 > last + 0 then return 0 end
if ARGV[5] ~= '' and not stands(KEYS[4], ARGV[1], ARGV[5], ARGV[6]) then return 0 end
local kept = call('HMGET', KEYS[3], 'seq', 'form')
if kept[1] and (kept[1] + 0 > ARGV[1] + 0 or kept[2] + 0 > ARGV[2] + 0) then return 0 end
call('HSET', KEYS[3], 'seq', ARGV[1], 'form', ARGV[2], 'state', ARGV[3], 'sum', ARGV[4])
return 1
