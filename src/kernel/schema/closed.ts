import { markedBy } from './marked';
import type { TSchema } from './schema';

/*
 * What agents may not read is declared where its schema stands: `closed(…)`. What they read may leave the house with them, so it is in
 * no answer, preview, audit row or proposal that an agent sees, whoever wrote it; they may still write it. Everybody else sees it.
 */
const marks = markedBy('x-closed');

/** What stands in its place. */
export const CLOSED = { closed: 'to_agents' } as const;

export const withoutClosed = <T>(schema: TSchema | undefined, value: T): T =>
  marks.replaced(schema, value, () => CLOSED) as T;
