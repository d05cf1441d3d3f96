import { SandboxError, type Stop } from '../../kernel/declaration/sandbox';
import { isShort } from './disk';
import { limits } from './limits';

/** The end of the work on an archive. */
interface EndedWork {
  /** The exit code; null: it did not end by itself. */
  readonly exitCode: number | null;
  readonly stoppedBy: Stop | null;
  /** The words in which it told why. */
  readonly words: string;
}

/** A shell tells of a program that a signal has ended by a greater code. */
const SIGNALLED = 128;
const MINUTES = limits.archiveMs / 60_000;

/** @throws {SandboxError} archive_failed */
export function assertPacked({ exitCode, stoppedBy, words }: EndedWork): void {
  if (stoppedBy !== null)
    throw new SandboxError('archive_failed', `The archive was not made within ${bounds[stoppedBy]}.`);
  if (exitCode !== 0) throw new SandboxError('archive_failed', words);
}

/**
 * Checks that an archive was unpacked. Only a fault of its content is a fault of the archive: another try may have more room, time or
 * memory.
 * @throws {SandboxError} archive_failed, sandbox_full, workspace_starting, exec_lost
 */
export async function assertUnpacked(folder: string, { exitCode, stoppedBy, words }: EndedWork): Promise<void> {
  if (exitCode === 0) return;
  if (stoppedBy !== 'time' && stoppedBy !== 'memory' && (await isShort(folder)))
    throw new SandboxError('sandbox_full', 'The machine has no room left.');
  if (stoppedBy === 'disk')
    throw new SandboxError('archive_failed', 'Its files take more room than those of any backup.');
  if (stoppedBy !== null)
    throw new SandboxError('workspace_starting', `Its files were not there within ${bounds[stoppedBy]}.`);
  if (exitCode === null || exitCode > SIGNALLED)
    throw new SandboxError('exec_lost', 'The program that makes its files was ended from outside.');
  throw new SandboxError('archive_failed', words);
}

const bounds: Readonly<Record<Stop, string>> = {
  time: `${MINUTES} minutes`,
  memory: 'the memory of a workspace',
  disk: 'the disk of a workspace',
};
