import { lockClass, wholeLocks } from '../../src/kernel/database/locks';
import { sources, textOf } from './source';

/** Every line that takes an advisory lock or makes the number of one. */
const lockings = sources.flatMap((file) =>
  textOf(file)
    .split('\n')
    .filter((line) => /\b(hashtext\w*|pg_\w*advisory\w*)\(/.test(line))
    .map((line) => ({ file, line: line.trim() })),
);

describe('advisory locks', () => {
  test('take their numbers from one list of classes', () => {
    const own = lockings.filter(({ file }) => file.startsWith('src/') && file !== 'src/kernel/database/locks.ts');
    expect(own.length).toBeGreaterThan(4);
    // Those of migrations and backups are of the whole database, and of no store: a number of one key.
    const isWhole = ({ file, line }: { readonly file: string; readonly line: string }) =>
      /advisory_(un)?lock\(\$1\)/.test(line) && textOf(file).includes('[wholeLocks.');
    const other = own.filter((one) => !one.line.includes('(${lockOf(') && !isWhole(one));
    expect(other).toEqual([]);
  });

  test('are of those classes in the functions of the database, too', () => {
    const classes = lockings
      // A hash of letters is a key of the search, and no number of a lock.
      .filter(
        ({ file, line }) =>
          file.startsWith('migrations/') && /hashtext(?!\w*\([\w.]*store_id \|\| letters\))/.test(line),
      )
      .map(({ line }) => Number(/, (\d+)\)+`?;?$/.exec(line)?.[1]));
    expect(classes.length).toBeGreaterThan(3);
    const ofFunctions: readonly number[] = [
      lockClass.key,
      lockClass.credential,
      lockClass.ledger,
      lockClass.sealingKey,
      lockClass.slug,
    ];
    expect(classes.filter((of) => !ofFunctions.includes(of))).toEqual([]);
  });

  test('are one class each', () => {
    for (const numbers of [Object.values(lockClass), Object.values(wholeLocks)])
      expect(new Set<number>(numbers).size).toBe(numbers.length);
  });
});
