-- The log's clock and common functions. The server puts this text before every other script.
--
-- KEYS[1] is always the clock. Its fields, in microseconds: `l` is log time when the wall clock of Redis was `w`; `n`
-- is the newest stamp; `credit` is the time that pauses have cost so far; `epoch` is the log time when the first of the
-- present servers started. Log time follows that wall clock. If no server asks for longer than a second, only one
-- second of the pause counts, and if the wall clock is set back, log time stands still.
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

-- Returns true if a room's stream has this event at `seq`, with this ID and arrival time.
local function stands(stream, seq, id, wall)
  local entry = call('XRANGE', stream, seq, seq)[1]
  return entry and entry[2][8] == id and entry[2][4] == wall
end

-- Stores an audit note, and deletes the oldest one if the list has more than `most`.
local function add_note(notes, places, most, note)
  local seq = call('HINCRBY', KEYS[1], 'notes', 1)
  call('XADD', notes, seq .. '-0', 'n', note)
  if call('RPUSH', places, seq) > most + 0 then
    call('XDEL', notes, call('LPOP', places) .. '-0')
  end
  return seq
end
