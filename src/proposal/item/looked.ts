import type { Queryable } from '../../kernel/database/queryable';
import type { Services } from '../../kernel/declaration/services';
import type { Settling } from '../../kernel/declaration/settling';
import { Contention, Refusal } from '../../kernel/errors';
import type { ProblemCode } from '../../kernel/problems';

/** The state of the work that a call with the answer `result` has started. */
export type Looked =
  | { readonly state: 'open' | 'done'; readonly result: unknown; readonly refusal: null }
  /** @property result null: it has ended with none */
  | { readonly state: 'failed'; readonly result: unknown; readonly refusal: Refusal };

interface LookedResult {
  readonly db: Queryable;
  readonly storeId: string;
  readonly result: unknown;
  readonly services: Pick<Services, 'extensionWork'>;
}

/** @throws what says nothing of the work, e.g. that Postgres is away */
export async function lookAt(
  settles: Settling<unknown>,
  { db, storeId, result, services }: LookedResult,
): Promise<Looked> {
  try {
    const found = await settles.look(db, storeId, result, services);
    if (found.state === 'failed')
      return { state: 'failed', result: found.result, refusal: new Refusal('work_failed', found.why) };
    return { state: found.state, result: found.result, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof Contention || saysNothing.has(error.code)) throw error;
    return { state: 'failed', result: null, refusal: error };
  }
}

const saysNothing: ReadonlySet<ProblemCode> = new Set(['unavailable', 'internal']);
