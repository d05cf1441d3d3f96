/*
 * The store's secrets, blanked in what an adapter says: a provider may repeat what it was sent, and what it says is read by people who
 * may not see secrets.
 */

/** The least length of a secret: to blank shorter texts would leave nothing of a message. */
const SECRET_LENGTH_MIN = 4;
const BLANK = '•••';

/**
 * Blanks the provider's own words in the answers of a port, for each operation: one without such words says {@link asItCame}. Nothing else
 * of an answer changes: an identifier that happens to contain a secret still names its thing.
 */
export type Telling<A> = {
  readonly [O in keyof A]-?: (answer: AnswerOf<A[O]>, blank: Blank) => AnswerOf<A[O]>;
};

type AnswerOf<C> = C extends (...input: never[]) => Promise<infer Answer> ? Answer : never;

export type Blank = (text: string) => string;

/** Leaves an answer as it came: it has no words that people read, or they are about things that the store shows anyway. */
export const asItCame = <T>(answer: T): T => answer;

/**
 * @returns a function that blanks the values. It also blanks two of them as a Basic header has them, in base64 or in a URL. A value
 * that was cut off at the end is blanked too.
 */
export function blankerOf(values: readonly string[]): Blank {
  const pairs = values.flatMap((left) => values.map((right) => `${left}:${right}`));
  const forms = [...new Set([...values, ...pairs].flatMap(formsOf))]
    .filter(({ length }) => length >= SECRET_LENGTH_MIN)
    .toSorted((left, right) => right.length - left.length);
  if (forms.length === 0) return (text) => text;
  const whole = new RegExp(forms.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'gi');
  return (text) => withoutBeginning(text.replaceAll(whole, BLANK), forms);
}

function formsOf(secret: string): string[] {
  const value = secret.toWellFormed();
  const base64 = ['base64', 'base64url'] as const;
  return [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ '': value }).toString().slice(1),
    ...base64.map((encoding) => Buffer.from(value).toString(encoding).replace(/=+$/, '')),
  ];
}

/** Messages are cut to a length, and a secret with them. */
function withoutBeginning(text: string, forms: readonly string[]): string {
  const end = text.toLowerCase();
  const begun = (form: string): number => {
    for (let length = form.length - 1; length >= SECRET_LENGTH_MIN; length--)
      if (end.endsWith(form.slice(0, length).toLowerCase())) return length;
    return 0;
  };
  const cut = Math.max(...forms.map(begun));
  return cut > 0 ? `${text.slice(0, -cut)}${BLANK}` : text;
}

/** Blanks secrets in an error and its causes. The stack repeats the message, and each cause has one of its own. */
export function blankError(error: unknown, blank: Blank): void {
  if (!(error instanceof Error)) return;
  for (const name of Object.getOwnPropertyNames(error)) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string') Reflect.set(error, name, blank(value));
  }
  blankError(error.cause, blank);
}
