-- Writes what is handed over in one step, or nothing of it: order, repeats and times are decided here.
--
-- KEYS: the clock, the names of rooms, the rooms by their oldest event, and for each room its meta,
-- events, ids, fates, sendings, presence and snapshot.
-- ARGV: the number of rooms, their names, the channels by which others are told, and then one after the
-- other a letter, the number of the room and what belongs to the letter (see `take`).
-- Returns for each E {1, seq, time}, or {0, seq, entry, outcome} if the id is known, or {3, the
-- place of the configuration} if that is another by now, and for each Q the second of these, or {2}.
local clock = read_clock()
if not clock then return redis.error_reply(gone) end
local stamp = max(clock.log, clock.newest) + 1
local greatest = 9007199254740991
local answers = {}

local function load(number)
  local key = 3 + (number - 1) * 7
  local meta = KEYS[key + 1]
  local m = call('HMGET', meta, 'seq', 'time', 'log', 'off', 'until', 'forgotten',
    'ran', 'basis')
  local room = {
    name = ARGV[1 + number], channel = ARGV[1 + ARGV[1] + number], meta = meta,
    events = KEYS[key + 2], ids = KEYS[key + 3], fates = KEYS[key + 4], sendings = KEYS[key + 5],
    presence = KEYS[key + 6], snapshot = KEYS[key + 7],
    is_there = m[1] and true,
  }
  if m[1] then
    room.seq, room.time, room.log, room.off = m[1] + 0, m[2] + 0, m[3] + 0, m[4] + 0
    room.till = m[5] and m[5] ~= '' and m[5] + 0 or nil
    -- What ran has stood still since the last of the servers of then was gone.
    if not room.till and m[7] and m[7] + 0 < clock.epoch then room.till = clock.epoch end
    room.is_empty, room.basis = m[1] == m[6], m[8] or '0'
  end
  return room
end

local function tell(room, word, rest)
  call('SPUBLISH', room.channel, word .. ' ' .. rest)
end

local function instant(room)
  return (room.till and min(stamp, room.till) or stamp) - room.off
end

-- A room begins with its first event. One whose time stands still was shown at that instant already.
local function begin(room)
  local birth = room.birth
  room.is_there, room.is_empty, room.seq, room.log = true, true, 0, -1
  room.off, room.till = birth.off + 0, birth.till ~= '' and birth.till + 0 or nil
  room.time, room.basis = room.till and instant(room) or -1, '0'
  call('HSET', room.meta, 'birth', birth.configuration, 'off', birth.off, 'until', birth.till,
    'forgotten', 0, 'ran', text(stamp))
  call('ZADD', KEYS[2], 0, room.name)
  tell(room, 'born', birth.off .. ' ' .. birth.till .. ' ' .. birth.configuration)
end

local function known(room, seq)
  local entry = call('XRANGE', room.events, seq, seq)[1]
  local outcome = call('HGET', room.fates, 'o' .. seq)
  answers[#answers + 1] = { 0, seq + 0, entry and entry[2] or {}, outcome or '' }
end

-- Log time at which the room's time was 0, if it runs from now on.
local function since(room)
  return room.off + (room.till and max(stamp - room.till, 0) or 0)
end

local function set_clock(room, off, till)
  room.off, room.till = off, till
  local words = till and text(till) or ''
  call('HSET', room.meta, 'off', text(off), 'until', words, 'ran', text(stamp))
  tell(room, 'clock', text(off) .. ' ' .. words)
end

-- How many arguments each letter has, and what it does with those that begin at `at`.
local sizes = { B = 3, E = 7, Q = 1, O = 3, F = 3, S = 2, C = 2, G = 1, V = 2, W = 1, D = 3 }
local take = {}

-- How the room begins, should it not be there: configuration, off, until.
function take.B(room, at)
  room.birth = { configuration = ARGV[at], off = ARGV[at + 1], till = ARGV[at + 2] }
end

-- An event: id, seq and time ('' = the next), wall, body, checksum, and the place of the configuration that
-- has to be the newest ('' = it sets no other, -1 = it may follow any).
function take.E(room, at)
  if not room.is_there then begin(room) end
  local id, time, basis = ARGV[at], ARGV[at + 2], ARGV[at + 6]
  local seq = ARGV[at + 1] == '' and room.seq + 1 or max(room.seq + 1, ARGV[at + 1] + 0)
  local place = text(seq)
  if basis ~= '' and basis ~= '-1' and basis ~= room.basis and call('HEXISTS', room.ids, id) == 0 then
    answers[#answers + 1] = { 3, room.basis + 0 }
    return
  end
  if call('HSETNX', room.ids, id, place) == 0 then
    return known(room, call('HGET', room.ids, id))
  end
  -- Those of one step come at one instant, which is later than that of any before.
  local least = room.log == stamp and room.time or room.time + 1
  time = time == '' and max(instant(room), least) or time + 0
  call('XADD', room.events, place .. '-0', 't', text(time), 'w', ARGV[at + 3], 'l', text(stamp),
    'i', id, 'b', ARGV[at + 4], 'c', ARGV[at + 5])
  if room.is_empty then call('ZADD', KEYS[3], text(stamp), room.name) end
  room.seq, room.time, room.log, room.wall = seq, time, stamp, ARGV[at + 3]
  room.is_empty = false
  if basis ~= '' then room.basis = place end
  tell(room, 'event', string.format('%s %s %s %d %s%s', place, text(time), ARGV[at + 3], #id, id,
    ARGV[at + 4]))
  answers[#answers + 1] = { 1, seq, time }
end

-- A question: id.
function take.Q(room, at)
  local seq = call('HGET', room.ids, ARGV[at])
  if seq then known(room, seq) else answers[#answers + 1] = { 2 } end
end

-- The outcome of an event: seq, its words, its id ('' = whichever stands there). Who says it may have seen an
-- event there that is lost.
function take.O(room, at)
  local id = ARGV[at + 2]
  if room.is_there and (id == '' or call('HGET', room.ids, id) == ARGV[at]) then
    call('HSET', room.fates, 'o' .. ARGV[at], ARGV[at + 1])
  end
end

-- What became of a thing shown: id, step ('e' = entered, 'l' = left), its words.
function take.F(room, at)
  if room.is_there then call('HSET', room.fates, ARGV[at + 1] .. ARGV[at], ARGV[at + 2]) end
end

-- Something was sent to a viewer: id, wall. The first time stays.
function take.S(room, at)
  if room.is_there then call('HSETNX', room.sendings, ARGV[at], ARGV[at + 1]) end
end

-- What the room comes to after an event: seq, its id, and the digest behind a word for the rules. Servers that go
-- by the same rules have the same, or one of them has gone wrong: then all read the room anew, from its events
-- if all of them are there.
function take.D(room, at)
  local seq, digest = ARGV[at], ARGV[at + 2]
  if not room.is_there or call('HGET', room.ids, ARGV[at + 1]) ~= seq then return end
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
  if kept[3] == '0' then call('DEL', room.snapshot) end
  tell(room, 'differs', seq)
end

-- The room's time stands still, or runs again: off, until.
function take.C(room, at)
  if not room.is_there then return end
  set_clock(room, ARGV[at] + 0, ARGV[at + 1] ~= '' and ARGV[at + 1] + 0 or nil)
end

-- Its time is to run: 1 if it never stood still but while no server was there.
function take.G(room, at)
  if not room.is_there then return end
  local off = room.off
  if ARGV[at] == '0' or room.till and room.till ~= clock.epoch then off = since(room) end
  if room.till then set_clock(room, off, nil) end
end

-- A server vouches for its time: its name, and for how long.
function take.V(room, at)
  if not room.is_there then return end
  local till = stamp + ARGV[at + 1]
  call('HSET', room.presence, ARGV[at], text(till))
  set_clock(room, since(room), room.till and max(room.till, till) or till)
end

-- A server vouches for it no more: its name.
function take.W(room, at)
  if not room.is_there then return end
  call('HDEL', room.presence, ARGV[at])
  local till = stamp
  local vouched = call('HGETALL', room.presence)
  for k = 1, #vouched, 2 do
    if vouched[k + 1] + 0 < stamp then call('HDEL', room.presence, vouched[k]) end
    till = max(till, vouched[k + 1] + 0)
  end
  if not room.till or room.till > till then set_clock(room, room.off, till) end
end

local count = ARGV[1] + 0
local rooms, seqs = {}, {}
for number = 1, count do
  rooms[number] = load(number)
  seqs[number] = rooms[number].seq or 0
end

-- Nothing is written unless all can be.
local at = 2 + 2 * count
while ARGV[at] do
  local letter, number = ARGV[at], ARGV[at + 1] + 0
  if letter == 'B' then
    rooms[number].has_birth = true
  elseif letter == 'E' then
    local room = rooms[number]
    if not (room.is_there or room.has_birth) then return redis.error_reply('NOBIRTH ' .. room.name) end
    seqs[number] = max(seqs[number] + 1, ARGV[at + 3] == '' and 0 or ARGV[at + 3] + 0)
    if seqs[number] > greatest then return redis.error_reply('BOUNDS ' .. room.name) end
  end
  at = at + 2 + sizes[letter]
end

at = 2 + 2 * count
while ARGV[at] do
  take[ARGV[at]](rooms[ARGV[at + 1] + 0], at + 2)
  at = at + 2 + sizes[ARGV[at]]
end

for _, room in ipairs(rooms) do
  if room.log == stamp then
    call('HSET', room.meta, 'seq', text(room.seq), 'time', text(room.time), 'log', text(room.log),
      'wall', room.wall, 'basis', room.basis)
  end
end
clock.newest = stamp
write_clock(clock)
return answers
