-- Takes a file from a room.
--
-- KEYS: the clock, all notes, the places of the room's notes, the files, the rooms that have some, the room's
-- files. ARGV: the channel of all, how many notes are kept of a room, the note, the room, the name, and what
-- the names of keys with pieces begin with.
-- Returns the number of the change; 0 if the room has no such file.
if call('HEXISTS', KEYS[1], 'version') == 0 then return redis.error_reply(gone) end
local room, name = ARGV[4], ARGV[5]
if call('HDEL', KEYS[6], name) == 0 then return 0 end
if call('EXISTS', KEYS[6]) == 0 then call('SREM', KEYS[5], room) end
release(KEYS[4], name, ARGV[6])
add_note(KEYS[2], KEYS[3], ARGV[2], ARGV[3])
return tell_files(ARGV[1], 'dropped ' .. room .. ' ' .. name)
