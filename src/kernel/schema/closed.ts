import { type Marked, markedBy } from './marked';
import { type ClosingScope, closingScopes, type TSchema } from './schema';

/*
 * A value that agents may not read is declared so in its schema: `closed(scope)(…)`. Agents may carry everything that they read out of the
 * house. So a closed value is in no answer, preview, audit row or proposal that an agent sees, whoever wrote it. They may still write it.
 * Other tokens see it with the scope of the read that answers it, and owners always.
 */
const marks: Readonly<Record<ClosingScope, Marked>> = Object.fromEntries(
  closingScopes.map((scope) => [scope, markedBy('x-closed', scope)]),
) as Record<ClosingScope, Marked>;

/** Sign in the place of a closed value: to whom it is closed, or which scope opens it. */
export type ClosedSign = { readonly closed: 'to_agents' | ClosingScope };

/** Values that a reader does not see. */
export interface Closed {
  holds(schema: TSchema | undefined): boolean;
  without<T>(schema: TSchema | undefined, value: T): T;
}

/** @param scopes the scopes that open values which the reader does not see @param signOf the sign in the place of a closed value */
export const closedWithout = (
  scopes: readonly ClosingScope[],
  signOf: (scope: ClosingScope) => ClosedSign,
): Closed => ({
  holds: (schema) => scopes.some((scope) => marks[scope].holds(schema)),
  without: <T>(schema: TSchema | undefined, value: T) =>
    scopes.reduce<unknown>((rest, scope) => marks[scope].replaced(schema, rest, () => signOf(scope)), value) as T,
});

/** The marks of all closing scopes. */
export const closedMarks: readonly Marked[] = Object.values(marks);

/** True if a schema has a place for a value that is closed to anybody. */
export const holdsClosed = (schema: TSchema | undefined): boolean => closedMarks.some(({ holds }) => holds(schema));
