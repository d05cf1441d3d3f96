import { readCell } from './cell';
import type { Header } from './columns';
import type { Line } from './sheet';

/** A line as far as it says something. */
export interface Row {
  readonly line: Line;
  /** What stands under the names of its columns; empty cells do not. */
  readonly cells: ReadonlyMap<string, string>;
}

export const rowOf = (line: Line, header: Header): Row => ({
  line,
  cells: new Map(
    header.flatMap((name, index) => {
      const cell = line.cells[index] ?? '';
      return name === undefined || cell.trim() === '' ? [] : [[name, cell] as const];
    }),
  ),
});

/** What a cell says that tells one thing from others; where it says nothing, or takes something away, undefined. */
export function codeIn({ cells }: Row, name: string): string | undefined {
  const value = readCell(cells.get(name)?.trim() ?? '', 'text');
  return typeof value === 'string' ? value : undefined;
}
