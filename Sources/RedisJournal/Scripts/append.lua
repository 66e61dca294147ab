-- Writes records in one step, or none of them. This script decides the order and the times of events, and recognizes
-- repeats.
--
-- KEYS: the clock, the names of rooms, the rooms by their oldest event, and each room's meta. The names of a room's
-- other keys follow from its meta.
-- ARGV: the number of rooms, their names, and then for each record a letter, the number of its room and the arguments
-- of the letter (see `take`).
-- Returns for each N and E {1, seq, time}; {0, seq, entry, outcome} if the ID is known; or {3, seq of the newest
-- configuration} if the event is based on an older one. Returns for each Q the answer for a known ID, or {2}.
local clock = read_clock()
if not clock then return redis.error_reply(gone) end
local stamp = max(clock.log, clock.newest) + 1
local stamp_words = text(stamp)
local greatest = 9007199254740991
local answers = {}

-- Returns a room. Its data is read when it is first needed.
local function find(number)
  local meta, name = KEYS[3 + number], ARGV[1 + number]
  return { name = name, meta = meta, start = string.sub(meta, 1, -3 - #name) }
end

local function key(room, letter)
  local key = room[letter]
  if not key then
    key = room.start .. letter .. ':' .. room.name
    room[letter] = key
  end
  return key
end

local function load(room)
  if room.is_there ~= nil then return room end
  local m = call('HMGET', room.meta, 'seq', 'time', 'log', 'off', 'until', 'forgotten',
    'ran', 'basis', 'wall')
  room.is_there = m[1] and true
  if m[1] then
    room.seq, room.time, room.log, room.off = m[1] + 0, m[2] + 0, m[3] + 0, m[4] + 0
    room.till = m[5] and m[5] ~= '' and m[5] + 0 or nil
    -- A clock that ran when the last server stopped has stood still until the first server of now started.
    if not room.till and m[7] and m[7] + 0 < clock.epoch then room.till = clock.epoch end
    room.forgotten, room.is_empty, room.basis = m[6] + 0, m[1] == m[6], m[8] or '0'
    room.wall = m[9]
  end
  return room
end

local function tell(room, word, rest)
  call('SPUBLISH', key(room, 'w'), word .. ' ' .. rest)
end

-- Notes about a room's events are collected and written with one command.
local noted = {}

local function note(room, field, words)
  if room.is_strange or not load(room).is_there then return end
  if not room.notes then
    room.notes = {}
    noted[#noted + 1] = room
  end
  local notes = room.notes
  notes[#notes + 1], notes[#notes + 2] = field, words
end

local function write_notes()
  for _, room in ipairs(noted) do
    call('HSET', key(room, 'h'), unpack(room.notes))
    room.notes = nil
  end
  noted = {}
end

local function instant(room)
  return (room.till and min(stamp, room.till) or stamp) - room.off
end

-- Creates a room with its first event. If its clock is stopped, viewers have already seen the room at that instant.
local function begin(room)
  local birth = room.birth
  room.is_there, room.is_strange, room.forgotten = true, false, 0
  room.is_empty, room.seq, room.log = true, 0, -1
  room.off, room.till = birth.off + 0, birth.till ~= '' and birth.till + 0 or nil
  room.time, room.basis = room.till and instant(room) or -1, '0'
  call('HSET', room.meta, 'birth', birth.configuration, 'off', birth.off, 'until', birth.till,
    'forgotten', 0, 'ran', stamp_words)
  call('ZADD', KEYS[2], 0, room.name)
  tell(room, 'born', birth.off .. ' ' .. birth.till .. ' ' .. birth.configuration)
end

local function known(room, seq)
  write_notes()
  local entry = call('XRANGE', key(room, 'e'), seq, seq)[1]
  local outcome = call('HGET', key(room, 'h'), 'o' .. seq)
  answers[#answers + 1] = { 0, seq + 0, entry and entry[2] or {}, outcome or '' }
end

-- Returns the log time at which the room's time would have been 0 if its clock runs from now on.
local function since(room)
  return room.off + (room.till and max(stamp - room.till, 0) or 0)
end

local function set_clock(room, off, till)
  room.off, room.till = off, till
  local words = till and text(till) or ''
  call('HSET', room.meta, 'off', text(off), 'until', words, 'ran', stamp_words)
  tell(room, 'clock', text(off) .. ' ' .. words)
end

-- Records an event. `seq` and `time`: nil = the next ones.
local function record(room, id, seq, time, wall, body, sum)
  seq = max(room.seq + 1, seq or 0)
  local place = text(seq)
  if call('HSETNX', key(room, 'i'), id, place) == 0 then
    return known(room, call('HGET', key(room, 'i'), id))
  end
  -- All events of one call get the same time, which is later than the times of all earlier events.
  time = time or max(instant(room), room.log == stamp and room.time or room.time + 1)
  local words = text(time)
  call('XADD', key(room, 'e'), place .. '-0', 't', words, 'w', wall, 'l', stamp_words, 'i', id,
    'b', body, 'c', sum)
  if room.is_empty then call('ZADD', KEYS[3], stamp_words, room.name) end
  room.seq, room.time, room.log, room.wall = seq, time, stamp, wall
  room.is_empty = false
  tell(room, 'event', place .. ' ' .. words .. ' ' .. wall .. ' ' .. #id .. ' ' .. id .. body)
  answers[#answers + 1] = { 1, seq, time }
  return place
end

-- The number of arguments of each letter, and its function. The arguments begin at `at`.
local sizes = { B = 3, N = 4, E = 7, Q = 1, L = 3, O = 2, F = 3, S = 2, C = 2, G = 1, V = 2, W = 1, D = 2 }
local take = {}

-- The start of a room that may not exist yet: configuration, off, until.
function take.B(room, at)
  room.birth = { configuration = ARGV[at], off = ARGV[at + 1], till = ARGV[at + 2] }
end

-- A new event: id, wall, body, checksum.
function take.N(room, at)
  if not room.is_there then begin(room) end
  record(room, ARGV[at], nil, nil, ARGV[at + 1], ARGV[at + 2], ARGV[at + 3])
end

-- An event with more arguments: id, seq and time ('' = the next), wall, body, checksum, and the seq of the
-- configuration that must be the newest ('' = the event sets no configuration, -1 = it may replace any).
function take.E(room, at)
  if not room.is_there then begin(room) end
  local id, seq, time, basis = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 6]
  if basis ~= '' and basis ~= '-1' and basis ~= room.basis
    and call('HEXISTS', key(room, 'i'), id) == 0 then
    answers[#answers + 1] = { 3, room.basis + 0 }
    return
  end
  local place = record(room, id, seq ~= '' and seq + 0 or nil, time ~= '' and time + 0 or nil,
    ARGV[at + 3], ARGV[at + 4], ARGV[at + 5])
  if place and basis ~= '' then room.basis = place end
end

-- A question: id.
function take.Q(room, at)
  local seq = call('HGET', key(room, 'i'), ARGV[at])
  if seq then known(room, seq) else answers[#answers + 1] = { 2 } end
end

-- Returns true if this is the room's newest event, without reading the event.
local function is_newest(room, seq, id, wall)
  return seq + 0 == room.seq and wall == room.wall and call('HGET', key(room, 'i'), id) == seq
end

-- The event after which the room's following notes were made: seq, id, wall. If the log lacks this event, the server
-- that made the notes has seen lost events, and none of the notes are written.
function take.L(room, at)
  local seq, id, wall = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  room.is_strange = load(room).is_there and seq + 0 > room.forgotten
    and not (is_newest(room, seq, id, wall) or stands(key(room, 'e'), seq, id, wall))
end

-- The outcome of an event: seq, its words.
function take.O(room, at)
  if load(room).is_there and ARGV[at] + 0 > room.forgotten then
    note(room, 'o' .. ARGV[at], ARGV[at + 1])
  end
end

-- The time when content or an alert entered or left the stage: id, step ('e' and 'a' = entered, 'l' and 'z' = left,
-- 'm' = the message was hidden), its words.
function take.F(room, at) note(room, ARGV[at + 1] .. ARGV[at], ARGV[at + 2]) end

-- Content was sent to a visible viewer: id, wall. Only the first time is stored.
function take.S(room, at)
  if room.is_strange or not load(room).is_there then return end
  call('HSETNX', key(room, 'v'), ARGV[at], ARGV[at + 1])
end

-- The room's state after an event: seq, and the rules and digest of the state. Servers with the same rules must have
-- the same digest; otherwise one of them is wrong, and all servers read the room again, from its events if all of them
-- are stored.
function take.D(room, at)
  local seq, digest = ARGV[at], ARGV[at + 1]
  if room.is_strange or not load(room).is_there then return end
  local kept = call('HMGET', room.meta, 'compared', 'digest', 'forgotten')
  if not kept[1] or kept[1] + 0 < seq + 0 then
    call('HSET', room.meta, 'compared', seq, 'digest', digest)
    return
  end
  local rules = '^.* '
  if kept[1] ~= seq or kept[2] == digest or string.match(kept[2], rules) ~= string.match(digest, rules) then
    return
  end
  call('HDEL', room.meta, 'compared', 'digest')
  if kept[3] == '0' then call('DEL', key(room, 's')) end
  tell(room, 'differs', seq)
end

-- The room's clock stops or starts: off, until.
function take.C(room, at)
  if not load(room).is_there then return end
  set_clock(room, ARGV[at] + 0, ARGV[at + 1] ~= '' and ARGV[at + 1] + 0 or nil)
end

-- The room's clock shall run: 1 if it stops only while no server runs.
function take.G(room, at)
  if not load(room).is_there then return end
  local off = room.off
  if ARGV[at] == '0' or room.till and room.till ~= clock.epoch then off = since(room) end
  if room.till then set_clock(room, off, nil) end
end

-- A server keeps the room's clock running: its name, and for how long.
function take.V(room, at)
  if not load(room).is_there then return end
  local till = stamp + ARGV[at + 1]
  call('HSET', key(room, 'p'), ARGV[at], text(till))
  set_clock(room, since(room), room.till and max(room.till, till) or till)
end

-- A server no longer keeps the clock running: its name.
function take.W(room, at)
  if not load(room).is_there then return end
  call('HDEL', key(room, 'p'), ARGV[at])
  local till = stamp
  local vouched = call('HGETALL', key(room, 'p'))
  for k = 1, #vouched, 2 do
    if vouched[k + 1] + 0 < stamp then call('HDEL', key(room, 'p'), vouched[k]) end
    till = max(till, vouched[k + 1] + 0)
  end
  if not room.till or room.till > till then set_clock(room, room.off, till) end
end

local count, last = ARGV[1] + 0, #ARGV
local rooms = {}
for number = 1, count do rooms[number] = find(number) end

-- First pass: nothing is written unless all records can be.
local at = 2 + count
while at <= last do
  local letter, room = ARGV[at], rooms[ARGV[at + 1] + 0]
  if letter == 'B' then
    room.has_birth = true
  elseif letter == 'N' or letter == 'E' then
    if not (load(room).is_there or room.has_birth) then
      return redis.error_reply('NOBIRTH ' .. room.name)
    end
    local wish = letter == 'E' and ARGV[at + 3] or ''
    room.last = max((room.last or room.seq or 0) + 1, wish ~= '' and wish + 0 or 0)
    if room.last > greatest then return redis.error_reply('BOUNDS ' .. room.name) end
  end
  at = at + 2 + sizes[letter]
end

at = 2 + count
while at <= last do
  take[ARGV[at]](rooms[ARGV[at + 1] + 0], at + 2)
  at = at + 2 + sizes[ARGV[at]]
end
write_notes()

for _, room in ipairs(rooms) do
  if room.log == stamp then
    call('HSET', room.meta, 'seq', text(room.seq), 'time', text(room.time), 'log', text(room.log),
      'wall', room.wall, 'basis', room.basis)
  end
end
clock.newest = stamp
write_clock(clock)
return answers
