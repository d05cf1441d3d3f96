import { client, newKey, ProblemError, untilAnswered } from '../api/client';
import type { Preview } from '../api/types';
import { type Call, expecting } from './draft';

/** A call that may be sent again when its answer is lost: nothing runs twice under one key. */
export type KeyedCall = Call & { readonly key: string };

export const withKeys = (calls: readonly Call[]): KeyedCall[] => calls.map((call) => ({ ...call, key: newKey() }));

/** The outcome of one call that was run dry. */
export type Tried = PromiseSettledResult<Preview>;

const patiently = <T>(ask: () => Promise<T>): Promise<T> => untilAnswered(ask, { statuses: [429, 503] });

/** Runs calls dry, each upon what there is now; nothing changes. */
export const tryCalls = (storeId: string, calls: readonly KeyedCall[]): Promise<Tried[]> =>
  Promise.allSettled(
    calls.map(({ key: _, ...call }) =>
      nameFaults(
        call,
        patiently(() => client.dryRun<Preview>({ storeId, ...call })),
      ),
    ),
  );

/**
 * Lists what the calls would do.
 * @throws {ProblemError} all that is wrong with any of them: who corrects the first fault need not be told of the next one then
 */
export function previewsOf(tried: readonly Tried[]): Preview[] {
  const errors = tried.flatMap((each) => (each.status === 'rejected' ? [each.reason as ProblemError] : []));
  const [first] = errors;
  if (!first) return tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const faults = errors.flatMap(({ problem }) => problem?.errors ?? []);
  // A fault of no field, e.g. that somebody was faster, is a fault of all calls.
  throw errors.find(({ problem }) => !problem?.errors) ?? new ProblemError({ ...first.problem, errors: faults });
}

/** The audit rows of the calls that ran, in their order, and what stopped the rest; null: all ran. */
export interface RunOutcome {
  readonly auditIds: readonly string[];
  readonly error: ProblemError | null;
}

/** Runs calls one after the other, up to the first that is refused. */
export async function runCalls(storeId: string, calls: readonly KeyedCall[]): Promise<RunOutcome> {
  const auditIds: string[] = [];
  const revs = new Map<string | undefined, number>();
  try {
    for (const { key, ...call } of calls) {
      const stated = { storeId, ...expecting(call, revs.get(call.of)) };
      const ran = patiently(() => client.run<{ rev?: number }>(stated, key));
      const { result, auditId } = await nameFaults(call, ran);
      if (result.rev !== undefined) revs.set(call.of, result.rev);
      auditIds.push(auditId);
    }
    return { auditIds, error: null };
  } catch (error) {
    return { auditIds, error: error as ProblemError };
  }
}

/** Tells the faults of a call under the name of its stated value. */
const nameFaults = <T>({ named }: Call, answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    const problem = error instanceof ProblemError ? error.problem : undefined;
    if (named === undefined || !problem?.errors) throw error;
    throw new ProblemError({ ...problem, errors: problem.errors.map((fault) => ({ ...fault, of: named })) });
  });
