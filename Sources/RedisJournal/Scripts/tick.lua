-- Lets log time come this far.
--
-- ARGV: the log time up to which the caller has shown rooms. If pauses have cost so much, log time goes
-- on there: what was seen while Redis was away has happened.
-- Returns log time.
local clock = read_clock()
if not clock then return redis.error_reply(gone) end
local claim = min(max(ARGV[1] - clock.log, 0), clock.credit)
clock.log = clock.log + claim
clock.credit = clock.credit - claim
write_clock(clock)
return text(clock.log)
