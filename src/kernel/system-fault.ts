/** Errors of the system are named so, and no SQLSTATE is; those of Node itself are faults of a program. */
const OF_THE_SYSTEM = /^E(?!RR_)/;

/** True if the operating system answered the error: ENOSPC, EMFILE, EIO, ECONNRESET and their like. */
export const isOfTheSystem = (error: unknown): boolean =>
  OF_THE_SYSTEM.test(String((error as { code?: unknown } | undefined)?.code ?? ''));

/** Files cannot be read or written now: a disk that is full, read-only or broken, too many open files. Only time, or an operator, cures it. */
export class FilesAway extends Error {
  constructor(cause: unknown) {
    super((cause as Error).message, { cause });
  }
}

/** @returns the error of a file system, as FilesAway where it is a fault of the machine */
export const awayIfOfTheSystem = (error: unknown): unknown => (isOfTheSystem(error) ? new FilesAway(error) : error);

/** This process still seals with a key that was taken away. It has not heard of it yet, or was started with keys that are not those of the others. */
export class SealingKeyRetired extends Error {
  constructor(keyId: string, cause: unknown) {
    super(
      `the key ${keyId} was taken away, and this process still seals with it: start it with the keys that the others have`,
      { cause },
    );
  }
}
