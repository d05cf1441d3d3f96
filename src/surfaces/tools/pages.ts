import type { Reply } from '../../kernel/call/dispatch';
import { isRead, type Route } from '../../kernel/declaration/declare';
import { textOf } from '../../kernel/json-text';
import { propertiesOf } from '../../kernel/schema/schema';

/** Of a page that states no limit. */
const ROWS = 20;
/** About 8,000 tokens of Turkish JSON: clients warn of results near 10,000 and cut them at 25,000. */
export const PAGE_CHARS_MAX = 24_000;

/** Whether a page of it may be asked for again: that asks no provider and leaves no trace. */
export const isPaged = (route: Route): boolean =>
  isRead(route) && route.policy === 'read' && !route.audited && 'limit' in propertiesOf(route.query);

/**
 * A page of a list for a caller who states no limit, with as many rows as fit a message: rows of products with many variants are large.
 * @param ask for a page of so many rows
 */
export async function pageThatFits(ask: (limit: number) => Promise<Reply>): Promise<Reply> {
  let limit = ROWS;
  while (true) {
    const reply = await ask(limit);
    const { length } = textOf(reply.body);
    if (limit === 1 || length <= PAGE_CHARS_MAX) return reply;
    limit = Math.max(1, Math.floor((limit * PAGE_CHARS_MAX) / length));
  }
}
