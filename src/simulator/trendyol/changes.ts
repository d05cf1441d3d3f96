/** Which contents a change touches: those listed, or each nth by position (0, n, 2n …). */
export type Selection = { contentIds: readonly number[] } | { everyNth: number };

export type Change =
  | { kind: 'price'; selection: Selection; factor: number }
  | { kind: 'stock'; selection: Selection; quantity: number }
  | { kind: 'title'; selection: Selection; suffix: string }
  | { kind: 'archive'; selection: Selection; archived: boolean };

export type AppliedChange = Change & { atMs: number; selects(index: number): boolean };

/**
 * A change with its selection made fast. It is kept as a rule and applied when a row is generated: a price change of
 * half a million contents costs a few bytes, and every page sees it at once.
 * @param indexOf position of a content; undefined for a content that does not exist
 */
export function applied(
  change: Change,
  atMs: number,
  indexOf: (contentId: number) => number | undefined,
): AppliedChange {
  const { selection } = change;
  if ('everyNth' in selection) return { ...change, atMs, selects: (index) => index % selection.everyNth === 0 };
  const indexes = new Set(selection.contentIds.map(indexOf));
  return { ...change, atMs, selects: (index) => indexes.has(index) };
}
