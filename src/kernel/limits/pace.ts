/**
 * A file may come as slowly as this over the whole of it, in bytes a second: 256 kbit/s, which the poorest lines out of a shop reach.
 * One time for all files would be too short for the large ones on such a line, or leave a minute's worth of bytes an hour.
 */
export const FILE_BYTES_PER_SECOND_MIN = 32 * 1024;

/** Computes the time, in ms, for which so many bytes may be on their way. */
export const wayMs = (bytes: number, bytesPerSecond = FILE_BYTES_PER_SECOND_MIN): number =>
  Math.ceil((bytes / bytesPerSecond) * 1000);
