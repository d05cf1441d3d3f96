/** The parts of a change that decide whether it shows something. */
interface Shown {
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface FoundText {
  /** Names and positions that lead there, e.g. `items/2/note`. */
  readonly path: string;
  readonly text: string;
}

/** Told by a reviewer's other rows, or of no effect of their own. */
const ID = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * Words of a call that none of its changes shows: they stand in no field, but may stay, as the reason of a movement does in the
 * ledger. Numbers are not among them: those that have an effect are what changes.
 */
export function saidBeside(payload: unknown, changes: readonly Shown[]): FoundText[] {
  const shown = new Set(
    changes.flatMap(({ id, before, after }) => [id, ...wordsIn(before), ...wordsIn(after)].map((said) => textOf(said))),
  );
  return wordsIn(payload).filter(({ text }) => !shown.has(text) && !ID.test(text));
}

const textOf = (said: FoundText | string): string => (typeof said === 'string' ? said : said.text);

function wordsIn(value: unknown, path = ''): FoundText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const place = Array.isArray(value) ? String(Number(name) + 1) : name;
    return wordsIn(child, path === '' ? place : `${path}/${place}`);
  });
}
