import { credentialLives } from '../../access/pass/store';
import type { ReadContext } from '../../kernel/declaration/context';
import { SandboxError } from '../../kernel/declaration/sandbox';

type Context = Pick<ReadContext, 'principal' | 'db'>;

/** A command outlives its token by no more than this, and the time of one look. */
const LOOK_EVERY_MS = 2_000;

/**
 * Runs a command that ends with the token or the session that asked for it, and with the caller.
 * @param gone ends when nobody waits for the answer @throws {SandboxError} exec_stopped
 */
export async function attended<T>(
  { db, principal }: Context,
  gone: AbortSignal | undefined,
  run: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const revoked = new AbortController();
  const ended = gone ? AbortSignal.any([gone, revoked.signal]) : revoked.signal;
  const look = (): Promise<void> =>
    credentialLives(db, principal).then((lives) => (lives ? undefined : revoked.abort()));
  // A database that is away says nothing about the token.
  const looks = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS);
  try {
    const done = await run(ended).catch((error: unknown) => {
      throw ended.aborted ? stopped(revoked.signal.aborted) : error;
    });
    if (ended.aborted) throw stopped(revoked.signal.aborted);
    return done;
  } finally {
    clearInterval(looks);
  }
}

const stopped = (isRevoked: boolean): SandboxError =>
  new SandboxError(
    'exec_stopped',
    isRevoked
      ? 'The command was ended: the credential that asked for it has ended.'
      : 'The command was ended: nobody waits for its answer any more, and it has no key or was started by another command.',
  );
