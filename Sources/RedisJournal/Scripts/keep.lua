-- Keeps a file for a room, whose pieces have been sent or are there.
--
-- KEYS: the clock, all notes, the places of the room's notes, the files, the rooms that have some, the room's
-- files, the file's pieces, and those that have been sent. ARGV: the channel of all, how many notes are kept of
-- a room, the note, the room, the name, what is known of the file, the bytes that it is charged for, the number of
-- its pieces, and for how many bytes all files may be charged.
-- Returns {1, the number of the change}; {2, that number} if the room has the file and other things were known of it, {0}
-- if it has it, {-1} if there is no space for it, {-2} if pieces are missing.
if call('HEXISTS', KEYS[1], 'version') == 0 then return redis.error_reply(gone) end
local room, name, bytes, count = ARGV[4], ARGV[5], ARGV[7], ARGV[8] + 0
local known = call('HGET', KEYS[4], name)
if not known and (call('HGET', KEYS[1], 'fileBytes') or 0) + bytes > ARGV[9] + 0 then
  call('UNLINK', KEYS[8])
  return { -1 }
end
if call('HLEN', KEYS[8]) == count then
  call('UNLINK', KEYS[7])
  call('RENAME', KEYS[8], KEYS[7])
  call('PERSIST', KEYS[7])
elseif call('HLEN', KEYS[7]) ~= count then
  return { -2 }
end
local details = call('HGET', KEYS[6], name)
if details == ARGV[6] then return { 0 } end
if details then
  call('HSET', KEYS[6], name, ARGV[6])
  return { 2, tell_files(ARGV[1], 'kept ' .. room .. ' ' .. ARGV[6]) }
end
local rooms = known and string.match(known, '^%d+') or 0
call('HSET', KEYS[4], name, text(rooms + 1) .. ' ' .. bytes)
if not known then call('HINCRBY', KEYS[1], 'fileBytes', bytes) end
call('SADD', KEYS[5], room)
call('HSET', KEYS[6], name, ARGV[6])
add_note(KEYS[2], KEYS[3], ARGV[2], ARGV[3])
return { 1, tell_files(ARGV[1], 'kept ' .. room .. ' ' .. ARGV[6]) }
