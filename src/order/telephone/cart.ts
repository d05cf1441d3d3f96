import { findSession } from '../../checkout/session/store';
import type { SessionRow } from '../../checkout/session/table';
import type { Queryable } from '../../kernel/database/queryable';
import type { WorkContext } from '../../kernel/declaration/context';
import { type Problem, Refusal, refuse } from '../../kernel/errors';

/** Finds a cart that the shop fills in for a buyer; a cart of a shopper is not the shop's to touch. @throws {Refusal} not_found */
export async function telephoneCart(db: Queryable, storeId: string, id: string): Promise<SessionRow> {
  const row = await findSession(db, storeId, id);
  return row?.telephone ? row : refuse('not_found', 'There is no such cart of the telephone.', { quotesNobody: true });
}

/** Finds one that no link leads to yet: what its buyer was sent stays as it was. @throws {Refusal} not_found; invalid_state */
export async function unlinkedCart({ db, storeId }: Pick<WorkContext, 'db' | 'storeId'>, id: string): Promise<void> {
  const { linkUntil } = await telephoneCart(db, storeId, id);
  if (linkUntil !== null)
    refuse('invalid_state', 'Its buyer has a link to it.', { facts: { state: 'linked' }, quotesNobody: true });
}

const WORDS_OF_PROBLEMS: ReadonlySet<string> = new Set([
  'type',
  'title',
  'status',
  'code',
  'detail',
  'message',
  'errors',
]);

/** Answers what a step of the checkout has answered. @throws {Refusal} of one that was refused */
export function answered<T>({ status, body }: { readonly status: number; readonly body: unknown }): T {
  if (status < 400) return body as T;
  const problem = body as Problem;
  const facts = Object.fromEntries(Object.entries(problem).filter(([name]) => !WORDS_OF_PROBLEMS.has(name)));
  const errors = problem.errors ? { errors: problem.errors } : {};
  throw new Refusal(problem.code, problem.detail, { facts, ...errors, quotesNobody: true });
}
