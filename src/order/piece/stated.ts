import { Faults } from '../../kernel/errors';

/*
 * Pieces that a call states: some of a line, by the id of the line. Whatever is done with them, a line that is stated is one of the lines,
 * once, and not more of it than is left.
 */

export interface StatedPieces {
  readonly lineId: string;
  readonly quantity: number;
}

interface Checked {
  /** The place of the pieces in the call. */
  readonly pointer: string;
  readonly stated: StatedPieces;
  /** The number of pieces that may be stated; undefined: there is no such line. */
  readonly left: number | undefined;
  readonly isTwice: boolean;
}

/** Notes what is wrong with the pieces of one line. Codes are line_unknown, invalid_request of a line that is named twice, more_than_left. */
export function noteFaults(faults: Faults, { pointer, stated, left, isTwice }: Checked): void {
  if (left === undefined) faults.add('line_unknown', `${pointer}/lineId`, 'is not among the lines');
  else if (isTwice) faults.add('invalid_request', `${pointer}/lineId`, 'is named twice');
  else if (stated.quantity > left)
    faults.add('more_than_left', `${pointer}/quantity`, `is more than the ${left} that are left`, { left });
}

/**
 * Lets pieces pass that a call states as `lines`.
 * @param leftOf the number of pieces of a line that may be stated; undefined: there is no such line
 * @throws {Refusal} line_unknown, more_than_left; invalid_request of a line that is named twice
 */
export function assertStatedPieces(
  stated: readonly StatedPieces[],
  leftOf: (lineId: string) => number | undefined,
): void {
  const faults = new Faults();
  const seen = new Set<string>();
  for (const [place, each] of stated.entries()) {
    const left = leftOf(each.lineId);
    noteFaults(faults, { pointer: `/lines/${place}`, stated: each, left, isTwice: seen.has(each.lineId) });
    seen.add(each.lineId);
  }
  faults.refuse({ quotesNobody: true });
}

/** The number of pieces that are left of lines, by their id. */
export const countLeft =
  <Line extends { readonly id: string }>(lines: readonly Line[], leftIn: (line: Line) => number) =>
  (lineId: string): number | undefined => {
    const line = lines.find(({ id }) => id === lineId);
    return line && leftIn(line);
  };
