-- Stores and publishes the viewers of rooms at a server.
--
-- KEYS: the clock, the running servers, and the attendance of each room. ARGV: the server, the lifetime of the report
-- in seconds, and for each room its channel and the report ('' = no viewers).
if call('HEXISTS', KEYS[1], 'version') == 0 then return redis.error_reply(gone) end
for k = 3, #KEYS do
  local channel, words = ARGV[2 * k - 3], ARGV[2 * k - 2]
  for _, server in ipairs(call('HKEYS', KEYS[k])) do
    if call('HEXISTS', KEYS[2], server) == 0 then call('HDEL', KEYS[k], server) end
  end
  if words == '' then
    call('HDEL', KEYS[k], ARGV[1])
  else
    call('HSET', KEYS[k], ARGV[1], words)
    call('EXPIRE', KEYS[k], ARGV[2])
  end
  call('SPUBLISH', channel, 'watched ' .. ARGV[1] .. ' ' .. words)
end
return 1
