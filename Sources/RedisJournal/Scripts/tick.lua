-- Advances log time, and publishes it to all servers.
--
-- KEYS: the clock, and the running servers. ARGV: the channel for all rooms, the log time up to which the caller has
-- shown rooms, and the caller's name ('' = it is no server). Log time advances to the caller's time as far as pauses
-- have cost time, so that frames shown while Redis was away are not repeated.
-- Returns log time.
local clock = read_clock()
if not clock then return redis.error_reply(gone) end
local claim = min(max(ARGV[2] - clock.log, 0), clock.credit)
clock.log = clock.log + claim
clock.credit = clock.credit - claim
write_clock(clock)
if ARGV[3] ~= '' then
  -- A server that has been silent for 3 seconds counts as gone, however long Redis was away.
  local last = clock.wall - 3000000
  local servers = call('HGETALL', KEYS[2])
  for k = 1, #servers, 2 do
    local heard = servers[k + 1] + 0
    if servers[k] ~= ARGV[3] and heard < last then
      call('HDEL', KEYS[2], servers[k])
      call('SPUBLISH', ARGV[1], 'gone ' .. servers[k])
    elseif heard > clock.wall then
      -- The wall clock was set back.
      call('HSET', KEYS[2], servers[k], text(clock.wall))
    end
  end
  if call('HEXISTS', KEYS[2], ARGV[3]) == 0 then
    if call('HLEN', KEYS[2]) == 0 then
      call('HSET', KEYS[1], 'epoch', text(clock.log))
      call('SPUBLISH', ARGV[1], 'began')
    end
    call('SPUBLISH', ARGV[1], 'came ' .. ARGV[3])
  end
  call('HSET', KEYS[2], ARGV[3], text(clock.wall))
end
call('SPUBLISH', ARGV[1], 'time ' .. text(clock.log) .. ' ' .. ARGV[3] .. ' '
  .. (call('HGET', KEYS[1], 'settings') or '0'))
return text(clock.log)
