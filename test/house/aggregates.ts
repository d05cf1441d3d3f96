import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Aggregate } from '../../src/kernel/aggregate';

const root = path.join(__dirname, '../..');

/** The declaration of an aggregate and the file that it stands in, as a path from the root. */
export interface Declared {
  readonly file: string;
  // biome-ignore lint/suspicious/noExplicitAny: aggregates of any columns
  readonly aggregate: Aggregate<any>;
}

/** Every aggregate of the product: what is declared in a file of that name. */
export const aggregates: readonly Declared[] = readdirSync(path.join(root, 'src'), {
  recursive: true,
  encoding: 'utf8',
})
  .map((file) => path.posix.join('src', file))
  .filter((file) => !file.startsWith('src/kernel/') && file.endsWith('/aggregate.ts'))
  .flatMap((file) =>
    Object.values<Declared['aggregate']>(require(path.join(root, file)))
      .filter((exported) => exported.columns !== undefined)
      .map((aggregate) => ({ file, aggregate })),
  );
