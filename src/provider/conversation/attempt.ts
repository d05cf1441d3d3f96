import { UNDER_WAY_MS } from '../deadlines';
import { ProviderRefused, ProviderThrottled } from '../error';
import { type Ending, failed, type Missing, type Seen, type StepOutcome } from './found';
import { type Waiting, waitingAfter } from './waiting';

/** A provider that was asked this often, each time in vain and provably so, is asked no more. */
const ASKED_MAX = 3;

const LOST = 'The answer of the provider was lost; it is asked what became of it.';

/** Notes how a provider is asked for one thing. A note of a thing that has moved meanwhile is not written. */
export interface Notes {
  /** Notes a request before it is made. @returns false when the thing has moved, or another attempt asks */
  noteAsked(): Promise<boolean>;
  /** Takes the note of a request back of which the provider has done nothing. */
  takeBackAsked(): Promise<unknown>;
  /**
   * Notes that the provider knows of nothing that it would have done.
   * @returns the time for which it has said so without a break, in ms; 0 at the first time
   */
  noteMissing(): Promise<number>;
  /** Forgets that time: the provider was silent, and may have a request in its hands. */
  forgetMissing(): Promise<unknown>;
}

/** One thing for which a provider is asked once, as an attempt finds it. */
export interface Question<Adapter, Done, Ground> {
  /** The number of requests that were made. */
  readonly asked: number;
  /** The time since the last request, in ms. */
  readonly ageMs: number;
  readonly notes: Notes;
  /** The shortest pause before the next attempt, in ms. */
  readonly soonMs: number;
  /** The most requests for one thing. @default 3 */
  readonly askedMax?: number;
  /** @returns the adapter, and how late the provider may know of what it was asked for, in ms */
  connect(): Promise<{ readonly adapter: Adapter; readonly lagMs?: number }>;
  /** Looks for what is asked for, before the first request and after every lost answer. */
  look(adapter: Adapter): Promise<Seen<Done, Ground>>;
  /** Makes one request, which is noted. After any error but a refusal and a throttling nobody knows whether it is done. */
  ask(adapter: Adapter, ground: Ground): Promise<Ending<Done>>;
  /** Tells the end of a thing that was asked for as often as may be, in vain. */
  endInVain(adapter: Adapter, ground: Ground): Promise<Ending<Done>> | Ending<Done>;
}

/**
 * Looks for a thing, and asks for it where it is proven that nothing was done. It may be run again at any point, and twice at once.
 *
 * The note says that the provider is asked before it is. An attempt that finds that said looks what became of the request, since its answer
 * was lost or its worker killed. It asks again only when the provider says that there is nothing for as long as a request may be under way:
 * without a break, because a provider that hangs may wake with the request, and not before it may know.
 * @throws what `connect` and `look` throw, and an error of `ask` that is no word about what was asked for
 */
export async function attempt<Adapter, Done, Ground>(
  question: Question<Adapter, Done, Ground>,
  signal: AbortSignal,
): Promise<StepOutcome<Done>> {
  const { adapter, lagMs, seen } = await looked(question);
  if (!('missing' in seen)) return seen;
  const known = (await unproven(question, lagMs)) ?? (await ended(question, adapter, seen));
  return known ?? ask(question, adapter, seen.ground, signal);
}

async function looked<Adapter, Done, Ground>(question: Question<Adapter, Done, Ground>) {
  const { asked, notes } = question;
  try {
    const { adapter, lagMs = 0 } = await question.connect();
    const seen = await question.look(adapter);
    if (asked > 0 && 'waitingFor' in seen) await notes.forgetMissing();
    return { adapter, lagMs, seen };
  } catch (error) {
    // A provider that throttles is there.
    if (asked > 0 && !(error instanceof ProviderThrottled)) await notes.forgetMissing();
    throw error;
  }
}

/** @returns undefined when it is proven that nothing was done */
async function unproven(
  { asked, ageMs, notes }: Pick<Question<never, never, never>, 'asked' | 'ageMs' | 'notes'>,
  lagMs: number,
): Promise<Waiting | undefined> {
  if (asked === 0) return undefined;
  if (ageMs < lagMs) return { waitingFor: LOST, waitMs: lagMs - ageMs };
  const restMs = UNDER_WAY_MS - (await notes.noteMissing());
  return restMs > 0 ? { waitingFor: LOST, waitMs: restMs } : undefined;
}

/** @returns undefined of a thing that is to be asked for */
async function ended<Adapter, Done, Ground>(
  question: Question<Adapter, Done, Ground>,
  adapter: Adapter,
  { ground, unfit }: Missing<Ground>,
): Promise<Ending<Done> | undefined> {
  const { asked, askedMax = ASKED_MAX } = question;
  if (asked >= askedMax) return question.endInVain(adapter, ground);
  const why = await unfit?.();
  return why === undefined ? undefined : failed(why);
}

async function ask<Adapter, Done, Ground>(
  question: Question<Adapter, Done, Ground>,
  adapter: Adapter,
  ground: Ground,
  signal: AbortSignal,
): Promise<StepOutcome<Done>> {
  const { asked, notes, soonMs } = question;
  if (!(await notes.noteAsked())) return { waitingFor: null, waitMs: soonMs };
  try {
    return await question.ask(adapter, ground);
  } catch (error) {
    const isRefused = error instanceof ProviderRefused;
    // It speaks of its own request: an earlier one may have been done after all, and be what this one is refused for.
    if (isRefused && asked > 0) return { waitingFor: null, waitMs: soonMs, cause: error };
    if (isRefused || error instanceof ProviderThrottled) await notes.takeBackAsked();
    if (isRefused) return failed(error.message, error);
    const { waitingFor, waitMs = soonMs } = waitingAfter(error, signal);
    return { waitingFor, waitMs, cause: error };
  }
}
