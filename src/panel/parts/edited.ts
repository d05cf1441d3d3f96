import { useState } from 'react';

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Lists the fields of a form that differ from the known ones; a list is one field, and undefined is one that was taken out. */
function editsIn(values: Plain, known: Plain): Plain {
  const names = new Set([...Object.keys(values), ...Object.keys(known)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const [value, stands] = [values[name], known[name]];
      if (!isPlain(value) || !isPlain(stands)) return isSame(value, stands) ? [] : [[name, value]];
      const edits = editsIn(value, stands);
      return Object.keys(edits).length > 0 ? [[name, edits]] : [];
    }),
  );
}

function withEdits(known: Plain, edits: Plain): Plain {
  const edited = Object.entries(edits).map(([name, edit]) => {
    const stands = known[name];
    return [name, isPlain(edit) && isPlain(stands) ? withEdits(stands, edit) : edit];
  });
  const all = { ...known, ...Object.fromEntries(edited) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Whether a field that was edited stood otherwise when it was, and is not what it was edited to. */
const isOvertaken = (edits: Plain, before: Plain, now: Plain): boolean =>
  Object.entries(edits).some(([name, edit]) => {
    const [was, is] = [before[name], now[name]];
    return isPlain(edit) && isPlain(was) && isPlain(is) ? isOvertaken(edit, was, is) : !isSame(was, is);
  });

interface Edited<T> {
  /** The known values, with the edited ones in their place. */
  readonly values: T;
  readonly change: (values: T | ((values: T) => T)) => void;
  /** Takes the edited values for the known ones: they were saved. */
  readonly settle: () => void;
  /** Somebody else has changed the edited values meanwhile. */
  readonly isOvertaken: boolean;
}

/**
 * A form over what there is. Whatever becomes of that while somebody types, e.g. because another form of the page was saved, what he
 * has typed stays; the fields that he has left alone follow it.
 */
export function useEdited<T extends object>(known: T): Edited<T> {
  const base = known as Plain;
  const [kept, setKept] = useState({ base, edits: {} as Plain, isOvertaken: false });
  let state = kept;
  if (!isSame(kept.base, base)) {
    const edits = editsIn(withEdits(base, kept.edits), base);
    state = { base, edits, isOvertaken: kept.isOvertaken || isOvertaken(edits, kept.base, base) };
    setKept(state);
  }
  const { edits } = state;
  return {
    values: withEdits(base, edits) as T,
    change: (next) =>
      setKept((now) => {
        const values = typeof next === 'function' ? next(withEdits(now.base, now.edits) as T) : next;
        return { ...now, edits: editsIn(values as Plain, now.base) };
      }),
    settle: () => setKept((now) => ({ ...now, edits: {}, isOvertaken: false })),
    isOvertaken: state.isOvertaken && Object.keys(edits).length > 0,
  };
}
