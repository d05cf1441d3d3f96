import type { Readable, Writable } from 'node:stream';
import type { DoneOf, DriverName, Work } from '../../kernel/declaration/sandbox';

/** Tells whether a driver works on this machine, and says why where it does not. */
export type Probed = { readonly works: true } | { readonly works: false; readonly reason: string };

/** One way to run work apart from the machine. A sandbox is a folder; each work is a process tree of its own. */
export interface Driver {
  readonly name: DriverName;
  /** Sentences about what it does not keep apart or bound. */
  readonly lacks: readonly string[];
  /** Runs real work with all that the driver uses. @param folder for it */
  probe(folder: string): Promise<Probed>;
  /**
   * Runs work and ends its whole process tree with it.
   * @param folder the folder of the workspace, on this machine @param gone ends when the caller leaves
   * @param isFull true when the folder is full, and the command is to make room @throws {SandboxError}
   */
  run<W extends Work>(folder: string, work: W, gone: AbortSignal, isFull?: boolean): Promise<DoneOf<W>>;
  /** Writes the files of a folder as a tar archive, and ends the output when it is whole. @throws {SandboxError} archive_failed */
  pack(folder: string, output: Writable, gone: AbortSignal): Promise<void>;
  /** Makes files of an archive in an empty folder. @throws {SandboxError} archive_failed, sandbox_full */
  unpack(folder: string, archive: Readable, gone: AbortSignal): Promise<void>;
  /** Ends the processes that the driver keeps ready. */
  close(): Promise<void>;
}

/** The user id as which work runs where the product is the superuser: nobody else has it. */
export const SANDBOX_ID = 20_001;
export const isSuperuser = (): boolean => process.getuid?.() === 0;
export const ownIds = () => (isSuperuser() ? { uid: SANDBOX_ID, gid: SANDBOX_ID } : {});
