-- Changes what is settled beside the events, with a note of it.
--
-- KEYS: the clock, all notes, the places of those of a room, and hashes. ARGV: the channel of all, how many
-- notes are kept of a room, the note ('' = none), and for each change the number of the hash, a field and its value ('' = it
-- goes).
if call('HEXISTS', KEYS[1], 'version') == 0 then return redis.error_reply(gone) end
for k = 4, #ARGV, 3 do
  local hash = KEYS[3 + ARGV[k]]
  if ARGV[k + 2] == '' then call('HDEL', hash, ARGV[k + 1])
  else call('HSET', hash, ARGV[k + 1], ARGV[k + 2]) end
end
if #ARGV > 3 then call('SPUBLISH', ARGV[1], 'settled') end
if ARGV[3] == '' then return 0 end
return add_note(KEYS[2], KEYS[3], ARGV[2], ARGV[3])
