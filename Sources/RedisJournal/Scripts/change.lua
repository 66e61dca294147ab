-- Makes a change of settings as a whole, or says why not.
--
-- KEYS: the clock, all notes, the places of the room's notes on one shelf, the settings, the names of the room's
-- settings, and the erased rooms.
-- ARGV: the channel of all, the number of notes kept per room and shelf, the note ('' = none), the room ('' = all),
-- the newest version that the writer knows, whether the change is told ('1' or ''), the number of needed settings and
-- their names; then for each write its name, the newest version of it that the writer knows ('' = any), the kind ('put',
-- 'remove' or 'forget'), the packed setting, and the value.
-- A setting is kept as its version, a space, and the packed setting; of a removed one only the version and the space stay.
-- Returns {1, version}, {0} if the room was erased since, {2, name} if a setting is newer, {3, name} if one is missing.
if call('HEXISTS', KEYS[1], 'version') == 0 then return redis.error_reply(gone) end
local room, basis = ARGV[4], ARGV[5] + 0
local erased = call('ZSCORE', KEYS[6], room) or call('HGET', KEYS[1], 'erased') or 0
if basis < erased + 0 then return { 0 } end

local function stored(name)
  local entry = call('HGET', KEYS[4], room .. '/' .. name)
  if not entry then return nil, false end
  local version, rest = string.match(entry, '^(%d+) ()')
  return version + 0, rest <= #entry
end

local first = 8 + ARGV[7]
for k = 8, first - 1 do
  local _, exists = stored(ARGV[k])
  if not exists then return { 3, ARGV[k] } end
end
for k = first, #ARGV, 5 do
  local version = stored(ARGV[k])
  if version and ARGV[k + 1] ~= '' and version > ARGV[k + 1] + 0 then return { 2, ARGV[k] } end
end

local version = ARGV[6] == '1' and call('HINCRBY', KEYS[1], 'settings', 1)
  or (call('HGET', KEYS[1], 'settings') or 0) + 0
local told = {}
for k = first, #ARGV, 5 do
  local name, kind = ARGV[k], ARGV[k + 2]
  if kind == 'forget' then
    call('HDEL', KEYS[4], room .. '/' .. name)
    call('SREM', KEYS[5], name)
  else
    call('HSET', KEYS[4], room .. '/' .. name, text(version) .. ' ' .. ARGV[k + 3])
    call('SADD', KEYS[5], name)
  end
  told[#told + 1] = name .. ' ' .. (kind == 'put' and #ARGV[k + 4] .. ' ' .. ARGV[k + 4] or '- ')
end
if ARGV[6] == '1' then
  call('SPUBLISH', ARGV[1], 'setting ' .. text(version) .. ' ' .. room .. ' ' .. table.concat(told))
end
if ARGV[3] ~= '' then add_note(KEYS[2], KEYS[3], ARGV[2], ARGV[3]) end
return { 1, version }
