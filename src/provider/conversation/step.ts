import { oneLine } from '../text';
import type { AskedRow } from './asked-store';
import { attempt, type Question } from './attempt';
import type { RowStanding } from './contract';
import type { Conversation, Dependencies } from './conversation';
import { type Ending, failed, type StepOutcome, unknown } from './found';
import { pauseMs, waitingAfter } from './waiting';

/** Takes a conversation one step further. It may be run again at any point, and twice at once. */
export async function converse<Input extends { readonly storeId: string }, Row extends AskedRow, Adapter, Done>(
  conversation: Conversation<Input, Row, Adapter, Done>,
  dependencies: Dependencies,
  input: Input,
  signal: AbortSignal,
): Promise<RowStanding<Row['state']>> {
  const { contract, book, find, record, patience } = conversation;
  const { bus, database } = dependencies;
  const { storeId } = input;
  const id = contract.row(input);
  const row = await find(database.reader(storeId), storeId, id);
  if (row?.state !== book.open) return { state: row?.state ?? null, waitMs: null };
  const isLate = row.ageMs >= patience.forMs;
  const found = await attempt(questionOf(conversation, dependencies, { storeId, row, isLate, signal }), signal)
    .catch((error) => saidBy(error, row, signal))
    .then((each) => (isLate ? outOfPatience(each, row) : each));
  if ('outcome' in found) return { state: await record(bus, storeId, inOneLine(found), row), waitMs: null };
  if (found.waitingFor !== null) await book.noteWaiting(bus, storeId, id, found.waitingFor);
  return { state: book.open, waitMs: found.waitMs ?? pauseMs(row.ageMs, patience.lookMs) };
}

/** Makes words of a provider a line of ours. */
export const inOneLine = <Done>(ending: Ending<Done>): Ending<Done> =>
  ending.outcome === 'done' ? ending : { ...ending, failure: oneLine(ending.failure, 300) };

interface RowInStep<Row> {
  readonly storeId: string;
  readonly row: Row;
  /** True when it was awaited for too long. */
  readonly isLate: boolean;
  readonly signal: AbortSignal;
}

function questionOf<Input extends { readonly storeId: string }, Row extends AskedRow, Adapter, Done>(
  { book, connect, look, ask, patience, words }: Conversation<Input, Row, Adapter, Done>,
  dependencies: Dependencies,
  { storeId, row, isLate, signal }: RowInStep<Row>,
): Question<Adapter, Done, undefined> {
  const { tooLate } = words;
  return {
    asked: row.asked,
    ageMs: row.ageMs,
    notes: book.notesOf(dependencies.bus, storeId, row),
    soonMs: patience.lookMs.first,
    connect: () => connect(dependencies, storeId, row),
    async look(adapter) {
      const seen = await look(adapter, row, signal);
      // Patience is judged before the request: the row as it was read says nothing of a request that is made now.
      const isPast = 'missing' in seen && isLate && tooLate !== undefined;
      return isPast ? { ...seen, unfit: async () => tooLate } : seen;
    },
    ask: (adapter) => ask(adapter, row, signal),
    endInVain: () => failed(`The provider was asked ${row.asked} times, and ${words.missing}.`),
  };
}

/** Ends what is waited for too long. Nobody knows what became of a request that was made; without one nothing has happened. */
function outOfPatience<Done>(found: StepOutcome<Done>, { asked }: AskedRow): StepOutcome<Done> {
  if ('outcome' in found) return found;
  const why = found.waitingFor ?? 'The provider does not say what became of it.';
  return asked > 0 ? unknown(why) : failed(why);
}

/** A refusal before the first request says that nothing was done. @throws an error that is no word about what was asked for */
function saidBy(error: unknown, { asked }: AskedRow, signal: AbortSignal): StepOutcome<never> {
  const { isRefused, ...waiting } = waitingAfter(error, signal);
  return isRefused && asked === 0 ? failed(waiting.waitingFor) : waiting;
}
