-- Makes a whole change of settings, or returns the reason to refuse it.
--
-- KEYS: the clock, all notes, the numbers of the room's notes on one shelf, the settings, the names of the room's
-- settings, and the erased rooms.
-- ARGV: the channel for all rooms, the number of notes to keep per room and shelf, the note ('' = none), the room ('' =
-- all), the newest version that the writer knows, whether the change is published ('1' or ''), the number of needed
-- settings and their names; then for each write its name, the newest version of it that the writer knows ('' = any),
-- the kind ('put', 'remove' or 'forget'), the packed setting, and the value.
-- Returns {1, version}, {0} if the room was erased since, {2, name} if a setting is newer, {3, name} if one is missing.
if call('HEXISTS', KEYS[1], 'version') == 0 then return redis.error_reply(gone) end
local room, basis = ARGV[4], ARGV[5] + 0
if basis < erasure(KEYS[6], room) then return { 0 } end

local first = 8 + ARGV[7]
for k = 8, first - 1 do
  local _, packed = stored(KEYS[4], room, ARGV[k])
  if not packed then return { 3, ARGV[k] } end
end
for k = first, #ARGV, 5 do
  if ARGV[k + 1] ~= '' and stored(KEYS[4], room, ARGV[k]) > ARGV[k + 1] + 0 then return { 2, ARGV[k] } end
end

local version = ARGV[6] == '1' and next_version() or (call('HGET', KEYS[1], 'settings') or 0) + 0
local words = {}
for k = first, #ARGV, 5 do
  local name, kind = ARGV[k], ARGV[k + 2]
  if kind == 'forget' then
    call('HDEL', KEYS[4], room .. '/' .. name)
    call('SREM', KEYS[5], name)
  else
    put(KEYS[4], KEYS[5], room, name, version, ARGV[k + 3])
  end
  words[#words + 1] = told(name, kind == 'put' and ARGV[k + 4])
end
if ARGV[6] == '1' then tell(ARGV[1], version, room, table.concat(words)) end
if ARGV[3] ~= '' then add_note(KEYS[2], KEYS[3], ARGV[2], ARGV[3]) end
return { 1, version }
