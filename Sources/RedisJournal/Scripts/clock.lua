-- Stands before every other script: the log's clock, and what they share.
--
-- KEYS[1] is always the clock. `l` is log time when the wall clock of Redis said `w`, `n` the newest
-- stamp, `credit` what pauses have cost so far, `epoch` log time when the first of the servers of now
-- began; all in microseconds. Log time goes on as that wall
-- clock does, but of a pause in which nobody asked for longer than a second it counts a second, and
-- a clock that was set back lets it stand.
local call, floor, max, min = redis.call, math.floor, math.max, math.min
local longest_step = 1000000
local gone = 'GONE there is no log'

local function text(number) return string.format('%.0f', number) end

local function read_clock()
  local c = call('HMGET', KEYS[1], 'l', 'w', 'n', 'credit', 'epoch')
  if not c[1] then return nil end
  local w = call('TIME')
  local wall = w[1] * 1000000 + w[2]
  local gap = max(wall - c[2], 0)
  local step = min(gap, longest_step)
  return {
    log = c[1] + step, wall = wall, newest = c[3] + 0, credit = c[4] + gap - step,
    epoch = (c[5] or 0) + 0,
  }
end

local function write_clock(clock)
  call('HSET', KEYS[1], 'l', text(clock.log), 'w', text(clock.wall), 'n', text(clock.newest),
    'credit', text(clock.credit))
end

-- Whether the stream of a room's events has this one at a place: its id, and when it came.
local function stands(stream, seq, id, wall)
  local entry = call('XRANGE', stream, seq, seq)[1]
  return entry and entry[2][8] == id and entry[2][4] == wall
end

-- Keeps a note of what somebody did, and only so many of a room.
local function add_note(notes, places, most, note)
  local seq = call('HINCRBY', KEYS[1], 'notes', 1)
  call('XADD', notes, seq .. '-0', 'n', note)
  if call('RPUSH', places, seq) > most + 0 then
    call('XDEL', notes, call('LPOP', places) .. '-0')
  end
  return seq
end
