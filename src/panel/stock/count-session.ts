import { useEffect, useState } from 'react';
import { type CountLine, LINES_MAX, withBooking } from './count-lines';

/*
 * A count is kept in the browser, by store: nobody else needs it before it is booked, a scan waits for no network, and what is left of it
 * after its end is the act. It names no person.
 */

export interface CountSession {
  /** Pieces that are sold and not sent yet are on the shelf, and are counted with the others. */
  readonly withReserved: boolean;
  /** The last line that was counted comes first. */
  readonly lines: readonly CountLine[];
  /** The act by which lines were booked last. */
  readonly booked: string | null;
  /** Codes that were counted and belong to no item, or to several, until their reader puts them aside. */
  readonly uncounted: readonly CountedCode[];
}

/** Pieces that were counted by a code. */
export interface CountedCode {
  readonly code: string;
  readonly pieces: number;
}

/** Adds codes, the last first. One that is there already gets the pieces too. */
function withCodes(before: readonly CountedCode[], added: readonly CountedCode[]): readonly CountedCode[] {
  const pieces = new Map(before.map((each) => [each.code, each.pieces]));
  for (const each of added) {
    const known = pieces.get(each.code) ?? 0;
    pieces.delete(each.code);
    pieces.set(each.code, known + each.pieces);
  }
  const newest = [...added.map(({ code }) => code).toReversed(), ...before.map(({ code }) => code)];
  return [...new Set(newest)].map((code) => ({ code, pieces: pieces.get(code) ?? 0 }));
}

const keyOf = (storeId: string): string => `tezgah.count.${storeId}`;

function read(storeId: string): CountSession | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(storeId)) ?? 'null') as Partial<CountSession> | null;
    return stored && Array.isArray(stored.lines)
      ? {
          withReserved: stored.withReserved !== false,
          lines: stored.lines,
          booked: stored.booked ?? null,
          uncounted: stored.uncounted ?? [],
        }
      : null;
  } catch {
    return null;
  }
}

function write(storeId: string, session: CountSession | null): void {
  try {
    if (session) localStorage.setItem(keyOf(storeId), JSON.stringify(session));
    else localStorage.removeItem(keyOf(storeId));
  } catch {
    // A browser that keeps nothing, or has no room left: the count lasts as long as the page.
  }
}

/** The count of the store that goes on in this browser; null: there is none. Another tab goes on with the same one. */
export function useCountSession(storeId: string) {
  const [session, setSession] = useState(() => read(storeId));
  useEffect(() => {
    const look = ({ key }: StorageEvent): void => {
      if (key === keyOf(storeId)) setSession(read(storeId));
    };
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, [storeId]);
  /** Changes the count as it is kept now: another tab may have counted meanwhile. */
  const change = (make: (before: CountSession | null) => CountSession | null): void => {
    const next = make(read(storeId) ?? session);
    write(storeId, next);
    setSession(next);
  };
  return {
    session,
    start: (withReserved: boolean) => change(() => ({ withReserved, lines: [], booked: null, uncounted: [] })),
    end: () => change(() => null),
    changeLines: (make: (lines: readonly CountLine[]) => readonly CountLine[]) =>
      change((before) => before && { ...before, lines: make(before.lines) }),
    /** Keeps codes that could not be counted. */
    keepCodes: (codes: readonly CountedCode[]) =>
      change((before) => before && { ...before, uncounted: withCodes(before.uncounted, codes).slice(0, LINES_MAX) }),
    /** Puts codes aside that nothing has. */
    dropCodes: (codes: readonly string[]) =>
      change(
        (before) => before && { ...before, uncounted: before.uncounted.filter(({ code }) => !codes.includes(code)) },
      ),
    /** Notes the act that books lines. They stay until somebody has decided about it. */
    book: (proposalId: string, booked: readonly CountLine[]) =>
      change(
        (before) =>
          before && {
            ...before,
            lines: withBooking(before.lines, booked, proposalId, before.withReserved),
            booked: proposalId,
          },
      ),
  };
}
