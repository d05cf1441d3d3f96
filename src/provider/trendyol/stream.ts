import { CursorRefused } from '../error';
import { ISTANBUL_MS } from './package';
import { slicesOf, TWO_WEEKS_MS } from './slices';

/*
 * How the stream of packages is asked for a window. Its filter takes times as UTC or as the wall time of Istanbul, which no document says
 * (channels-notes, "Time"), so a package is asked for at either time, and rows tell by their own time whether they are of the window.
 */

/** A request for a page: times in ms, and the place of the marketplace in that list; '' is its beginning. */
interface PageRequest {
  readonly from: number;
  readonly to: number;
  readonly remote: string;
  /**
   * The cursor of the platform behind an answer; null behind the last one.
   * @param remote the next place in the list; null: it is over
   * @param isProof a row was changed within the window by its own time
   */
  next(remote: string | null, isProof: boolean): string | null;
}

/** A window of time in ms. Both ends belong to it. */
type Span = readonly [from: number, to: number];

/** The shifts by which a short window is asked for, the likeliest first. */
const SHIFTS_MS = [0, ISTANBUL_MS, -ISTANBUL_MS] as const;

/** Tells the next request for a window. @throws {CursorRefused} when the cursor belongs to another window */
export function askedOf(window: Span, cursor: string | null): PageRequest {
  const [from, to] = window;
  // Shifted windows of this length touch each other: one list has them all. So have cursors of earlier releases.
  const isLong = to - from >= ISTANBUL_MS || /^\d{1,4}:/.test(cursor ?? '');
  return isLong ? askedWide(window, cursor) : askedShifted(window, cursor);
}

/** Asks for three hours more on both sides, in slices that the stream takes. */
function askedWide([from, to]: Span, cursor: string | null): PageRequest {
  const slices = slicesOf(from - ISTANBUL_MS, to + ISTANBUL_MS, TWO_WEEKS_MS);
  const [, at = '', remote = ''] = parted(cursor ?? '0:', /^(\d{1,4}):(.{0,4096})$/s);
  const slice = slices[Number(at)];
  if (!slice) throw ofAnother();
  const further = Number(at) + 1 < slices.length ? `${Number(at) + 1}:` : null;
  return { from: slice[0], to: slice[1], remote, next: (place) => (place === null ? further : `${at}:${place}`) };
}

/**
 * Asks for the window by one reading of its times after the other, so that a busy shop asks for the packages of the window and not for those
 * of the hours around it. A list that shows a package of the window proves its reading: by any other one it would not be there.
 */
function askedShifted([from, to]: Span, cursor: string | null): PageRequest {
  const [, at = '', proof = '', remote = ''] = parted(cursor ?? 's0:', /^s([0-2])(!?):(.{0,4096})$/s);
  const shiftMs = SHIFTS_MS[Number(at)] ?? 0;
  return {
    from: from + shiftMs,
    to: to + shiftMs,
    remote,
    next(place, isProof) {
      const isProven = isProof || proof !== '';
      if (place !== null) return `s${at}${isProven ? '!' : ''}:${place}`;
      return isProven || Number(at) + 1 === SHIFTS_MS.length ? null : `s${Number(at) + 1}:`;
    },
  };
}

/** The parts of a cursor. @throws {CursorRefused} when the cursor has another form */
function parted(cursor: string, form: RegExp): readonly string[] {
  const parts = form.exec(cursor);
  if (!parts) throw ofAnother();
  return parts;
}

const ofAnother = (): CursorRefused => new CursorRefused(400, null, 'The cursor is of another window.');
