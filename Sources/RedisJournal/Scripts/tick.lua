-- Lets log time come this far, and tells all that it has.
--
-- KEYS: the clock, and the servers that are there. ARGV: the channel of all, the log time up to which the
-- caller has shown rooms, and its name ('' = it is no server). If pauses have cost so much, log time goes
-- on there: what was seen while Redis was away has happened.
-- Returns log time.
local clock = read_clock()
if not clock then return redis.error_reply(gone) end
local claim = min(max(ARGV[2] - clock.log, 0), clock.credit)
clock.log = clock.log + claim
clock.credit = clock.credit - claim
write_clock(clock)
if ARGV[3] ~= '' then
  if call('HEXISTS', KEYS[2], ARGV[3]) == 0 then
    -- Who was not heard of for so long is gone, however long Redis was.
    local last = clock.wall - 3000000
    local servers = call('HGETALL', KEYS[2])
    for k = 1, #servers, 2 do
      if servers[k + 1] + 0 < last then call('HDEL', KEYS[2], servers[k]) end
    end
    if call('HLEN', KEYS[2]) == 0 then
      call('HSET', KEYS[1], 'epoch', text(clock.log))
      call('SPUBLISH', ARGV[1], 'began')
    end
  end
  call('HSET', KEYS[2], ARGV[3], text(clock.wall))
end
call('SPUBLISH', ARGV[1], 'time ' .. text(clock.log))
return text(clock.log)
