import type { Token } from '../api/types';

/** Writes the nature of a token: two tokens with the same nature differ in their secrets alone. */
const natureOf = ({ kind, label, scopes, workspaceId, limits }: Token): string =>
  JSON.stringify([
    kind,
    label,
    scopes.toSorted(),
    workspaceId,
    limits && [limits.itemsPerProposal, limits.priceChangePercent, limits.neverCommands.toSorted()],
  ]);

/**
 * The newest living token that has taken the place of each living one: alike in all but its secret, and minted after it. It is read
 * off the list and kept nowhere, so a renewal that was interrupted goes on wherever the list is opened.
 */
export function successors(tokens: readonly Token[]): ReadonlyMap<string, Token> {
  const newest = new Map<string, Token>();
  const living = tokens.filter(({ status }) => status === 'active');
  for (const token of living) {
    const nature = natureOf(token);
    const other = newest.get(nature);
    // Identifiers are in the order of their making.
    if (!other || other.id < token.id) newest.set(nature, token);
  }
  const after = new Map<string, Token>();
  for (const token of living) {
    const last = newest.get(natureOf(token)) as Token;
    if (last !== token) after.set(token.id, last);
  }
  return after;
}
