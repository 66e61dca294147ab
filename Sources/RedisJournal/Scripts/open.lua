-- Returns the identity of the log. Creates a log if there is none and the caller allows it.
--
-- ARGV: the version of these scripts, the number of shards, a name for a new log ('' = create none)
-- Returns the version, the number of shards and the name; nothing if there is no log.
local found = call('HMGET', KEYS[1], 'version', 'shards', 'name')
if found[1] then return found end
if ARGV[3] == '' then return false end
local w = call('TIME')
call('HSET', KEYS[1], 'version', ARGV[1], 'shards', ARGV[2], 'name', ARGV[3], 'l', 0,
  'w', text(w[1] * 1000000 + w[2]), 'n', 0, 'credit', 0)
return { ARGV[1], ARGV[2], ARGV[3] }
