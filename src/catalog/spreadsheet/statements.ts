import { canonicalJson } from '../../kernel/canonical';
import { readCell } from './cell';
import { identity, picture, type ValueColumn } from './columns';
import { CellError, type Reason } from './errors';
import type { Row } from './row';

interface Stated {
  readonly line: number;
  readonly value: string;
}

/**
 * Keeps the statements that the lines of a table make about things that are there. It refuses two different statements about one value. The
 * later one would hold or not as far as an import came, and an import of the untouched table would change the shop each time.
 */
export class Statements {
  private readonly columns: ReadonlyMap<string, ValueColumn>;
  private readonly stated = new Map<string, Map<string, Stated>>();

  constructor(
    columns: readonly ValueColumn[],
    private readonly wordOf: (name: string) => Reason,
  ) {
    this.columns = new Map(columns.map((column) => [column.name, column]));
  }

  /** @param id of a product or variant @throws {CellError} an earlier line says something else of it */
  add(id: string, row: Row): void {
    const before = this.stated.get(id) ?? new Map<string, Stated>();
    const values = [...row.cells].flatMap(([name, cell]) => {
      const value = this.valueOf(name, cell);
      return value === undefined ? [] : [[name, value] as const];
    });
    for (const [name, value] of values) {
      const other = before.get(name);
      if (other && other.value !== value)
        throw new CellError((words) => words.otherValue(other.line, this.wordOf(name)(words)));
    }
    for (const [name, value] of values) if (!before.has(name)) before.set(name, { line: row.line.number, value });
    this.stated.set(id, before);
  }

  /** @returns undefined: nothing that would be done */
  private valueOf(name: string, cell: string): string | undefined {
    if (name === identity.id.name || name === identity.variantId.name || name === picture.name) return undefined;
    const { kind = 'text', entries } = this.columns.get(name) ?? {};
    try {
      return canonicalJson(readCell(cell, kind, entries) ?? null);
    } catch (error) {
      if (error instanceof CellError) return undefined;
      throw error;
    }
  }
}
