import { provesNothingMs } from '../deadlines';
import { ProviderRefused, ProviderThrottled } from '../error';
import { oneLine } from '../text';
import type { Asked } from './asked-store';
import type { Conversation, Dependencies } from './conversation';
import { type Ending, type Found, failed, type Missing, unknown } from './found';
import { pauseMs, type Waiting, waitingAfter } from './waiting';

/** The standing of a row after a step. */
export interface Step<State> {
  /** null: no provider is asked for it. */
  readonly state: State | null;
  /** The pause before the next step, in ms; null: there is none. */
  readonly waitMs: number | null;
}

/** A provider that was asked this often, each time in vain and provably so, is asked no more. */
const ASKED_MAX = 3;

const LOST = 'The answer of the provider was lost; it is asked what became of it.';

/**
 * Takes a conversation one step further. It may be run again at any point, and twice at once.
 *
 * The row says that the provider is asked before it is. An attempt that finds that said looks what became of the request, since its answer
 * was lost or its worker killed. It asks again only when the provider has said twice that there is nothing, later than it may take to know.
 */
export async function converse<Input extends { readonly storeId: string }, Row extends Asked, Adapter, Done>(
  conversation: Conversation<Input, Row, Adapter, Done>,
  dependencies: Dependencies,
  input: Input,
  signal: AbortSignal,
): Promise<Step<Row['state']>> {
  const { contract, book, find, record, patience } = conversation;
  const { bus, database } = dependencies;
  const { storeId } = input;
  const id = contract.row(input);
  const row = await find(database.reader(storeId), storeId, id);
  if (row?.state !== book.open) return { state: row?.state ?? null, waitMs: null };
  const found = await new Attempt(conversation, dependencies, storeId, row, signal).take();
  if ('outcome' in found) return { state: await record(bus, storeId, inOneLine(found), row), waitMs: null };
  if (found.waitingFor !== null) await book.noteWaiting(bus, storeId, id, found.waitingFor);
  return { state: book.open, waitMs: found.waitMs ?? pauseMs(row.ageMs, patience.lookMs) };
}

/** Makes words of a provider a line of ours. */
export const inOneLine = <Done>(ending: Ending<Done>): Ending<Done> =>
  ending.outcome === 'done' ? ending : { ...ending, failure: oneLine(ending.failure, 300) };

class Attempt<Input extends { readonly storeId: string }, Row extends Asked, Adapter, Done> {
  constructor(
    private readonly conversation: Conversation<Input, Row, Adapter, Done>,
    private readonly dependencies: Dependencies,
    private readonly storeId: string,
    private readonly row: Row,
    private readonly signal: AbortSignal,
  ) {}

  async take(): Promise<Found<Done>> {
    return this.inPatience(await this.found().catch((error) => this.told(error)));
  }

  /** Ends what is waited for too long. Nobody knows what became of a request that was made; without one nothing has happened. */
  private inPatience(found: Found<Done>): Found<Done> {
    if ('outcome' in found || !this.isLate) return found;
    const why = found.waitingFor ?? 'The provider does not say what became of it.';
    return this.row.asked > 0 ? unknown(why) : failed(why);
  }

  private get isLate(): boolean {
    return this.row.ageMs >= this.conversation.patience.forMs;
  }

  private async found(): Promise<Found<Done>> {
    const { conversation, dependencies, storeId, row, signal } = this;
    const { adapter, lagMs = 0 } = await conversation.connect(dependencies, storeId, row);
    const seen = await conversation.look(adapter, row, signal);
    if (!('missing' in seen)) return seen;
    return (await this.unproven(provesNothingMs(lagMs))) ?? (await this.unaskable(seen)) ?? this.ask(adapter);
  }

  /** @returns undefined when it is proven that nothing was done, and another request is left */
  private async unproven(provenMs: number): Promise<Found<Done> | undefined> {
    const { conversation, dependencies, storeId, row } = this;
    const { book, patience, words } = conversation;
    if (row.asked === 0) return undefined;
    if (row.ageMs < provenMs) return { waitingFor: LOST, waitMs: provenMs - row.ageMs };
    if (row.missing === 0) {
      await book.noteMissing(dependencies.bus, storeId, row);
      return { waitingFor: LOST, waitMs: patience.lookMs.first };
    }
    if (row.asked < ASKED_MAX) return undefined;
    return failed(`The provider was asked ${row.asked} times, and ${words.missing}.`);
  }

  /** Patience is judged before the request: the row as it was read says nothing of a request that is made now. */
  private async unaskable({ unfit }: Missing): Promise<Ending<Done> | undefined> {
    const { tooLate } = this.conversation.words;
    const why = this.isLate && tooLate !== undefined ? tooLate : await unfit?.();
    return why === undefined ? undefined : failed(why);
  }

  private async ask(adapter: Adapter): Promise<Found<Done>> {
    const { conversation, dependencies, storeId, row, signal } = this;
    const { book, patience } = conversation;
    const soon = patience.lookMs.first;
    const again: Waiting = { waitingFor: null, waitMs: soon };
    if (!(await book.noteAsked(dependencies.bus, storeId, row))) return again;
    try {
      return await conversation.ask(adapter, row, signal);
    } catch (error) {
      if (error instanceof ProviderThrottled) await book.takeBackAsked(dependencies.bus, storeId, row);
      // It speaks of its own request: an earlier one may have been done after all, and be what this one is refused for.
      if (error instanceof ProviderRefused) return row.asked > 0 ? again : failed(error.message);
      const { waitingFor, waitMs = soon } = waitingAfter(error, signal);
      return { waitingFor, waitMs };
    }
  }

  /** A refusal before the first request says that nothing was done. @throws an error that is no word about what was asked for */
  private told(error: unknown): Found<Done> {
    const { isRefused, ...waiting } = waitingAfter(error, this.signal);
    return isRefused && this.row.asked === 0 ? failed(waiting.waitingFor) : waiting;
  }
}
