import type { Reply } from '../../src/kernel/call/dispatch';
import { type Problem, problemOf, Refusal } from '../../src/kernel/errors';
import { type AuditRow, rows, undoAll } from '../undo/undo';
import type { World } from './world';

/** A reply in a few words, whether it was refused by the command or before it, e.g. `200` or `409 rev_conflict`. */
export async function said(asked: Promise<unknown>): Promise<string> {
  const { status, body } = await replyOf(asked);
  return status < 400 ? String(status) : `${status} ${body.code}`;
}

/** Where a refusal sees the faults, as JSON pointers. */
export async function faultsOf(asked: Promise<unknown>): Promise<string[]> {
  const { body } = await replyOf(asked);
  return (body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer);
}

/** A route that answered is a reply of 200. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
export async function replyOf(asked: Promise<unknown>): Promise<{ readonly status: number; readonly body: any }> {
  try {
    const answer = await asked;
    if (isReply(answer)) return answer;
    return { status: isProblem(answer) ? answer.status : 200, body: answer };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const body = problemOf(error);
    return { status: body.status, body };
  }
}

const isReply = (answer: unknown): answer is Reply =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'body' in answer;

const isProblem = (answer: unknown): answer is Problem =>
  typeof answer === 'object' && answer !== null && 'code' in answer && 'status' in answer && 'detail' in answer;

/** What audit has of a thing last; refused calls too when asked for. */
export async function lastOf(world: World, entity: string, outcome = 'done'): Promise<AuditRow> {
  const [row] = await rows(world, { entity, outcome, limit: 1 });
  if (!row) throw new Error(`audit has no row of ${entity}`);
  return row;
}

/** Takes back what was done to a thing last, as the panel does. @returns the state in which that ended */
export async function undoLast(world: World, entity: string): Promise<string | undefined> {
  const [ended] = await undoAll(world, [await lastOf(world, entity)]);
  return ended;
}

/** All pages of a list, each as it was answered. */
export async function pagesOf<Item>(
  read: (query: Record<string, unknown>) => Promise<{ readonly items: Item[]; readonly nextCursor: string | null }>,
  query: Record<string, unknown> = {},
): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let cursor: string | null = null; ; ) {
    const { items, nextCursor } = await read({ ...query, ...(cursor === null ? {} : { cursor }) });
    pages.push(items);
    if (nextCursor === null) return pages;
    cursor = nextCursor;
  }
}
