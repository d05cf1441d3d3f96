const KIB = 1024;
const MIB = 1024 * KIB;

/** Bounds of one exec and of one workspace. */
export const limits = {
  execsOfWorkspace: 8,
  execsOfHost: 64,
  /** Output of one exec, both streams together. */
  outputBytes: 256 * KIB,
  memoryBytes: 512 * MIB,
  /** The share of the machine's memory that all works together may have. */
  hostMemoryShare: 0.5,
  diskBytes: 1024 * MIB,
  /** Files and folders of a workspace. */
  diskEntries: 100_000,
  /** A command may exceed these two before it is stopped. A backup holds this many times as much, and a restore makes a little more. */
  packedTimes: 4,
  unpackedTimes: 5,
  /** Room that stays free on the file system, or this share of a small one. */
  freeBytes: 2048 * MIB,
  freeShare: 0.05,
  /** Commands that a full workspace may still run to delete files, one at a time, in each such span, and the time of each. */
  cleanings: 5,
  cleaningSpanMs: 10 * 60_000,
  cleaningMs: 10_000,
  fileBytes: 64 * MIB,
  processes: 256,
  descriptors: 1024,
  temporaryBytes: 64 * MIB,
  /** Time of a list, a read or a write of a file. */
  fileWorkMs: 10_000,
  /** Time to make an archive of a workspace, or files of one. */
  archiveMs: 5 * 60_000,
  /** Work that changes files waits this long for an archive that is being made. */
  archiveWaitMs: 30_000,
} as const;
