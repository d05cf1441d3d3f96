import type { Reply } from '../../kernel/call/dispatch';
import type { Route } from '../../kernel/declaration/route';

import { textOf } from '../../kernel/json-text';
import { propertiesOf } from '../../kernel/schema/schema';

/** Rows of a page that states no limit. */
const ROWS = 20;
/** The same, where it is asked for once, however large it is. */
const ROWS_AT_ONCE = 10;
/** About 8,000 tokens of Turkish JSON: clients warn of results near 10,000 and cut them at 25,000. */
export const PAGE_CHARS_MAX = 24_000;

/** Whether it answers as many rows as are asked for. */
export const isPaged = (route: Route): boolean => !route.writes && 'limit' in propertiesOf(route.query);

/** Whether a page may be asked for a second time: that asks no provider and leaves no trace. */
const isFree = (route: Route): boolean => !route.writes && route.policy === 'read' && !route.audited;

/**
 * A page of a list for a caller who states no limit, with as many rows as fit a message: rows of products with many variants are large.
 * @param ask for a page of so many rows
 */
export async function pageThatFits(route: Route, ask: (limit: number) => Promise<Reply>): Promise<Reply> {
  if (!isFree(route)) return ask(ROWS_AT_ONCE);
  let limit = ROWS;
  while (true) {
    const reply = await ask(limit);
    const { length } = textOf(reply.body);
    if (limit === 1 || length <= PAGE_CHARS_MAX) return reply;
    limit = Math.max(1, Math.floor((limit * PAGE_CHARS_MAX) / length));
  }
}
