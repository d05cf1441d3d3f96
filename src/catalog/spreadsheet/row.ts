import { readCell } from './cell';
import { withoutFormula } from './code';
import { codeKinds, picture } from './columns';
import type { Header } from './header';
import type { Line } from './sheet';

/** A line as far as it says something. */
export interface Row {
  readonly line: Line;
  /** Its cells by the names of their columns; empty ones are left out. */
  readonly cells: ReadonlyMap<string, string>;
}

export function rowOf(line: Line, header: Header): Row {
  const cells = new Map<string, string>();
  for (const [index, name] of header.entries()) {
    const cell = withoutFormula(line.cells[index] ?? '');
    if (name === undefined || cell.trim() === '') continue;
    // Several columns may have the pictures, one after the other.
    const before = name === picture.name ? cells.get(name) : undefined;
    cells.set(name, before === undefined ? cell : `${before} | ${cell}`);
  }
  return { line, cells };
}

/** Reads a cell that tells one thing from others. @returns undefined: it says nothing, or takes something away */
export function codeIn({ cells }: Row, name: string): string | undefined {
  const value = readCell(cells.get(name)?.trim() ?? '', codeKinds[name] ?? 'text');
  return typeof value === 'string' ? value : undefined;
}
