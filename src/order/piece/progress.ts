import type { NewOrderLine } from '../line/table';

/*
 * The places of the pieces of a line. Each piece is in one place (`booked`, `shipped`, `delivered`, `bounced`, `lost`, `unsent`). In none
 * of them it is here and was never sent. Only the functions below move a piece. Which unit a piece is does not matter as long as it goes to
 * the buyer. It matters for pieces that stay, since their money does: `keptUnits` are the units of pieces that do not leave (again). They
 * were given back unsent, or their money is given back, or nobody has paid for them at the door.
 */

export type PiecePlace = 'booked' | 'shipped' | 'delivered' | 'bounced' | 'lost';

type Counted = Pick<
  NewOrderLine,
  'quantity' | PiecePlace | 'unsent' | 'returned' | 'refundedUnits' | 'keptUnits' | 'requiresShipping'
>;

/** Units of a line, by its id. */
export type Units = readonly { readonly lineId: string; readonly units: readonly number[] }[];

/** The units of an order that its refunds and returns concern. */
export interface ConcernedUnits {
  /** Their money was given back. */
  readonly given: Units;
  /** A return has found them here: they had never left. */
  readonly unsent: Units;
  /** A return tells where they are, or will. */
  readonly held: Units;
}

const unitsIn = (pieces: Units, id: string): readonly number[] =>
  pieces.flatMap(({ lineId, units }) => (lineId === id ? units : []));

export const joined = (some: readonly number[], more: readonly number[]): number[] =>
  [...new Set([...some, ...more])].toSorted((a, b) => a - b);

/** Pieces that are not here: what has come back from the buyer has left too, also if its shipment was cancelled by mistake. */
const away = ({ booked, shipped, delivered, bounced, returned }: Counted): number =>
  booked + Math.max(shipped + delivered + Math.min(bounced, returned), returned);

/** Pieces that were never sent. */
export const neverSent = ({ quantity, booked, shipped, delivered, bounced, lost, unsent, returned }: Counted): number =>
  Math.max(0, quantity - unsent - booked - Math.max(shipped + delivered + bounced + lost, returned));

/** Pieces that were never sent, and are to be. */
export const waitsToLeave = (line: Counted): number =>
  Math.max(0, neverSent(line) - (line.keptUnits.length - line.unsent));

/** Pieces that may leave: those that never have, and those that a carrier has brought back or lost. */
export const leftToShip = (line: Counted): number =>
  line.requiresShipping ? Math.max(0, line.quantity - away(line) - line.keptUnits.length) : 0;

interface Identified {
  readonly id: string;
}

/** Kept units that nothing brings out again: a return has found them here, or their money was given back and no return tells of them. */
function surelyKept(
  { id, keptUnits }: Counted & Identified,
  { given, unsent: found, held }: ConcernedUnits,
): readonly number[] {
  const [ofFound, ofGiven, ofHeld] = [unitsIn(found, id), unitsIn(given, id), unitsIn(held, id)];
  return keptUnits.filter((unit) => ofFound.includes(unit) || (ofGiven.includes(unit) && !ofHeld.includes(unit)));
}

/**
 * Units that may leave after all, the first of them last. A refund that is under way may fail, and its units are sent then, so those go
 * before others; `unsent` pieces are none of them, whatever is found of the rest.
 */
function releasable(line: Counted & Identified, said: ConcernedUnits): readonly number[] {
  const sure = surelyKept(line, said);
  const found = unitsIn(said.unsent, line.id);
  const beyond = sure.filter((unit) => !found.includes(unit)).slice(0, Math.max(0, sure.length - line.unsent));
  return [...beyond, ...line.keptUnits.filter((unit) => line.refundedUnits.includes(unit) && !sure.includes(unit))];
}

/**
 * Pieces of which the buyer has neither the goods nor the money. A unit counts once however often it is noted that it stays; money is first
 * of pieces that have come, as {@link keeping} has it, and what is missed is another one then.
 */
export function missed(line: Counted & Pick<NewOrderLine, 'unpaidUnits'>): number {
  const { quantity, delivered, refundedUnits, keptUnits, unpaidUnits } = line;
  const settled = new Set([...refundedUnits, ...keptUnits, ...unpaidUnits]).size;
  const favours = refundedUnits.filter((unit) => !keptUnits.includes(unit)).length;
  return Math.max(0, quantity - delivered - (settled - Math.min(favours, delivered)));
}

/**
 * Keeps here what is to stay, now that pieces have moved or money was given back. Money that is given back is of pieces that have left as
 * far as there are some, since those are what buyers complain of; of codes it is first of those that nobody has seen.
 * @param last units that are kept before others
 */
function keeping<Line extends Counted & Identified>(line: Line, said: ConcernedUnits, last: readonly number[]): Line {
  const { quantity, refundedUnits, keptUnits, requiresShipping } = line;
  const room = quantity - away(line) - keptUnits.length;
  if (room < 0) {
    const released = releasable(line, said).slice(room);
    return { ...line, keptUnits: keptUnits.filter((unit) => !released.includes(unit)) };
  }
  const given = refundedUnits.filter((unit) => !keptUnits.includes(unit));
  const more = requiresShipping ? given.length - away(line) : Math.min(given.length, room);
  if (more <= 0) return line;
  const inTurn = given.toSorted((a, b) => Number(last.includes(a)) - Number(last.includes(b)));
  return { ...line, keptUnits: joined(keptUnits, inTurn.slice(-more)) };
}

/**
 * Settles the lines once pieces have moved, or a refund or a return concerns them. Some units are kept here from now on, or may leave after
 * all. Units that are sure to stay count as never sent.
 * @param last units that are kept before others
 * @returns lines, and how many pieces of each are sure to stay by that
 */
export function settled<Line extends Counted & Identified>(
  lines: readonly Line[],
  said: ConcernedUnits,
  last: Units = [],
): { readonly lines: Line[]; readonly stay: ReadonlyMap<string, number> } {
  const stay = new Map<string, number>();
  const after = lines.map((before) => {
    const line = keeping(before, said, unitsIn(last, before.id));
    const count = Math.min(surelyKept(line, said).length - line.unsent, neverSent(line));
    if (count <= 0) return line;
    stay.set(line.id, count);
    return { ...line, unsent: line.unsent + count };
  });
  return { lines: after, stay };
}

type Pieces = readonly { readonly lineId: string; readonly quantity: number }[];

/** Pieces of a parcel, counted in another place. @param from null: they leave @param to null: they may leave again */
export function movedPieces<Line extends Counted & Identified>(
  lines: readonly Line[],
  pieces: Pieces,
  from: PiecePlace | null,
  to: PiecePlace | null,
): Line[] {
  return lines.map((line) => {
    const { quantity = 0 } = pieces.find(({ lineId }) => lineId === line.id) ?? {};
    if (quantity === 0 || from === to) return line;
    // Some of the lost or returned pieces may have been sent again since. Only those that are still counted there move.
    const found = from === 'lost' || from === 'bounced' ? Math.min(quantity, line[from]) : quantity;
    const left = from === null ? leaving(line, quantity) : { ...line, [from]: line[from] - found };
    return to === null ? left : { ...left, [to]: left[to] + found };
  });
}

/** Takes first the units that were never sent, then those that came back, then those that replace lost ones. */
function leaving<Line extends Counted>(line: Line, quantity: number): Line {
  const anew = Math.max(0, quantity - neverSent(line));
  const bounced = Math.min(anew, Math.max(0, line.bounced - line.returned));
  return { ...line, bounced: line.bounced - bounced, lost: line.lost - Math.min(line.lost, anew - bounced) };
}

/** Pieces that a return has brought back to the shop. */
export const received = <Line extends Counted>(line: Line, units: readonly number[]): Line => ({
  ...line,
  returned: line.returned + units.length,
});

/** Pieces that were given back before they left. */
export const unsent = <Line extends Counted>(line: Line, units: readonly number[]): Line => ({
  ...line,
  unsent: line.unsent + units.length,
  keptUnits: joined(line.keptUnits, units),
});

/** Money of pieces that is being given back. */
export const givingBack = <Line extends Counted & Identified>(lines: readonly Line[], pieces: Units): Line[] =>
  lines.map((line) => {
    const units = unitsIn(pieces, line.id);
    return units.length === 0 ? line : { ...line, refundedUnits: joined(line.refundedUnits, units) };
  });

/** Money of pieces that was not given back after all. @param stayed units that returns have left here: those still stay */
export const notGivenBack = <Line extends Counted & Identified>(
  lines: readonly Line[],
  pieces: Units,
  stayed: Units,
): Line[] =>
  lines.map((line) => {
    const units = unitsIn(pieces, line.id);
    if (units.length === 0) return line;
    const stays = unitsIn(stayed, line.id);
    return {
      ...line,
      refundedUnits: line.refundedUnits.filter((unit) => !units.includes(unit)),
      keptUnits: line.keptUnits.filter((unit) => !units.includes(unit) || stays.includes(unit)),
    };
  });

/** Pieces for which nobody has paid at the door. */
export const unpaid = <Line extends Counted & Identified & Pick<NewOrderLine, 'unpaidUnits'>>(
  lines: readonly Line[],
  pieces: Units,
): Line[] =>
  lines.map((line) => {
    const units = unitsIn(pieces, line.id);
    return units.length === 0
      ? line
      : { ...line, unpaidUnits: joined(line.unpaidUnits, units), keptUnits: joined(line.keptUnits, units) };
  });
