import { refuse } from '../../kernel/errors';
import { FilesAway } from '../../kernel/system-fault';
import { type Claimant, Turns } from '../../kernel/trial/turns';
import type { Undrawn } from './draw';

/** A decoder takes hundreds of megabytes: one of this process at a time, and as many wait as are through in some seconds. */
const turns = new Turns({ atOnceMax: 1, waitingMax: 20 });

/**
 * Draws for somebody who waits for it, one after another.
 * @throws {Refusal} throttled, payload_too_large, unsupported_media_type
 */
export async function inTurn(
  claimant: Claimant,
  drawing: (signal: AbortSignal) => Promise<Buffer | Undrawn>,
): Promise<Buffer> {
  if (!(await turns.take(claimant)))
    refuse('throttled', 'Too many pictures wait to be drawn.', { retryAfterSeconds: 2 });
  const drawn = await untilKilled(drawing).finally(() => turns.giveBack());
  if (!('failure' in drawn)) return drawn;
  return drawn.failure === 'too_large'
    ? refuse('payload_too_large', 'The picture has too many pixels.')
    : refuse('unsupported_media_type', 'The picture cannot be read: it is broken.');
}

/** Draws, and takes a file that kills a decoder for no picture. */
const untilKilled = (drawing: Parameters<typeof inTurn>[1]): ReturnType<Parameters<typeof inTurn>[1]> =>
  drawing(new AbortController().signal).catch((error: { readonly killed?: unknown }): Undrawn => {
    if (error instanceof FilesAway || error.killed === undefined) throw error;
    return { failure: 'unreadable' };
  });
