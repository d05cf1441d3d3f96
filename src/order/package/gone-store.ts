import { goneStates } from '../../provider/channel/package';

/** SQL that tells whether a package goes nowhere any more. @param state the column of its state */
export const isGoneInSql = (state: string): string =>
  `${state} IN (${goneStates.map((each) => `'${each}'`).join(', ')})`;
