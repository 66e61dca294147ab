-- Stores a file for a room. Its pieces have been sent, or are already stored.
--
-- KEYS: the clock, all notes, the numbers of the room's notes, the settings, the names of the room's settings, the
-- erased rooms, the files, the stored pieces of the file, and the sent pieces.
-- ARGV: the channel for all rooms, the number of notes to keep per room and shelf, the note, the room, the newest
-- version that the writer knew when the upload began, the file's name, the packed setting, its value, the file's charge
-- in bytes, the number of its pieces, and the largest charge of all files.
-- Returns {1, version}; {2, version} if the room had the file but its setting was damaged or different; {0, version} if
-- the room had the file; {-1} if there is no space, {-2} if pieces are missing, {-3} if the room was erased since.
if call('HEXISTS', KEYS[1], 'version') == 0 then return redis.error_reply(gone) end
local room, file, bytes, count = ARGV[4], ARGV[6], ARGV[9], ARGV[10] + 0
if ARGV[5] + 0 < erasure(KEYS[6], room) then
  call('UNLINK', KEYS[9])
  return { -3 }
end
local known = call('HGET', KEYS[7], file)
if not known and (call('HGET', KEYS[1], 'fileBytes') or 0) + bytes > ARGV[11] + 0 then
  call('UNLINK', KEYS[9])
  return { -1 }
end
if call('HLEN', KEYS[9]) == count then
  call('UNLINK', KEYS[8])
  call('RENAME', KEYS[9], KEYS[8])
  call('PERSIST', KEYS[8])
elseif call('HLEN', KEYS[8]) ~= count then
  return { -2 }
end
local name = 'file/' .. file
local version, packed = stored(KEYS[4], room, name)
if packed == ARGV[7] then return { 0, version } end
version = change_file(ARGV[1], KEYS[4], KEYS[5], room, name, ARGV[7], ARGV[8])
if packed then return { 2, version } end
local rooms = known and string.match(known, '^%d+') or 0
call('HSET', KEYS[7], file, text(rooms + 1) .. ' ' .. bytes)
if not known then call('HINCRBY', KEYS[1], 'fileBytes', bytes) end
add_note(KEYS[2], KEYS[3], ARGV[2], ARGV[3])
return { 1, version }
