-- Removes a file from a room.
--
-- KEYS: the clock, all notes, the numbers of the room's notes, the settings, the names of the room's settings, the
-- erased rooms, and the files.
-- ARGV: the channel for all rooms, the number of notes to keep per room and shelf, the note, the room, the newest
-- version that the writer knows, the file's name, and the prefix of the keys with pieces.
-- Returns the version that removed the file from the room.
if call('HEXISTS', KEYS[1], 'version') == 0 then return redis.error_reply(gone) end
local room, file = ARGV[4], ARGV[6]
local name = 'file/' .. file
local version, packed = stored(KEYS[4], room, name)
local erased = erasure(KEYS[6], room)
if ARGV[5] + 0 < erased then return erased end
if not packed then return version end
release(KEYS[7], file, ARGV[7])
add_note(KEYS[2], KEYS[3], ARGV[2], ARGV[3])
return change_file(ARGV[1], KEYS[4], KEYS[5], room, name, '')
