/**
 * Stands in the place of `test` for a case that waits long for something rare. `npm test` skips it; `npm run test:all` runs it, and so does
 * a run that names its file.
 */
export const slowTest = process.env.TEZGAH_TIER === 'core' ? test.skip : test;

/** Values of a table of cases that `npm test` leaves out, for the same reason. */
export const slowCases = <Value>(...values: readonly Value[]): readonly Value[] =>
  process.env.TEZGAH_TIER === 'core' ? [] : values;
