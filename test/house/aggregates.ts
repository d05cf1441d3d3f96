import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Guarded } from '../../src/kernel/table/aggregate';
import type { Part } from '../../src/kernel/table/part';
import type { Table } from '../../src/kernel/table/table';

const root = path.join(__dirname, '../..');

/** The declaration of a table and the file that it stands in, as a path from the root. */
export interface Declared {
  readonly file: string;
  // biome-ignore lint/suspicious/noExplicitAny: tables of any columns
  readonly table: Table<any>;
}

/** Every table that the product declares, of aggregates and of others: what is declared in a file of that name. */
export const declared: readonly Declared[] = readdirSync(path.join(root, 'src'), {
  recursive: true,
  encoding: 'utf8',
})
  .map((file) => path.posix.join('src', file))
  .filter((file) => !file.startsWith('src/kernel/') && /\/(aggregate|table)\.ts$/.test(file))
  .flatMap((file) =>
    Object.values<Declared['table']>(require(path.join(root, file)))
      .filter((exported) => exported.columns !== undefined)
      .map((table) => ({ file, table })),
  );

/** Those that are held against the rev that a caller saw. */
export const aggregates = declared.flatMap(({ file, table }) =>
  // biome-ignore lint/suspicious/noExplicitAny: tables of any columns
  'by' in table ? [{ file, table: table as Guarded<any> }] : [],
);

/** What aggregates have several of. */
export const parts = declared.flatMap(({ file, table }) =>
  // biome-ignore lint/suspicious/noExplicitAny: tables of any columns
  'partOf' in table ? [{ file, table: table as Part<any> }] : [],
);
