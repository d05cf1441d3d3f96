import type { Guard } from './guarded';
import type { ChannelAccount, RemotePage, RemoteRow } from './port';
import { isReadable } from './port';

/** Below this a text is no secret, and blanking it would leave nothing of a message. */
const SECRET_LENGTH_MIN = 4;
const BLANK = '•••';

/**
 * Calls of an adapter, with the store's secrets blanked in every message that leaves it: a provider may repeat in a refusal what it was
 * sent, and messages are read by people who may not see secrets.
 */
export function discreet(secrets: ChannelAccount['secrets']): Guard {
  const blank = blankerOf(Object.values(secrets));
  return async (call, signal) => {
    try {
      return blankAnswer(await call(signal), blank);
    } catch (error) {
      blankError(error, blank);
      throw error;
    }
  };
}

type Blank = (text: string) => string;

/** @returns what blanks the values, also two of them as a Basic header has them, in base64 or in a URL, and one that was cut off at the end */
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

/** Of an error its stack repeats the message, and its cause has one of its own. */
function blankError(error: unknown, blank: Blank): void {
  if (!(error instanceof Error)) return;
  for (const name of Object.getOwnPropertyNames(error)) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string') Reflect.set(error, name, blank(value));
  }
  blankError(error.cause, blank);
}

/** Of what is answered, rows that cannot be read carry messages, and payments that failed. */
function blankAnswer<T>(answer: T, blank: Blank): T {
  if (isPage(answer)) return { ...answer, rows: answer.rows.map((row) => blankRow(row, blank)) };
  return isTelling(answer) ? { ...answer, message: blank(answer.message) } : answer;
}

const isTelling = (answer: unknown): answer is { readonly message: string } =>
  typeof answer === 'object' && answer !== null && typeof (answer as { message?: unknown }).message === 'string';

const isPage = (answer: unknown): answer is RemotePage =>
  typeof answer === 'object' && answer !== null && 'rows' in answer;

function blankRow(row: RemoteRow, blank: Blank): RemoteRow {
  if (isReadable(row)) return row;
  const { remoteId, title, message } = row;
  return { remoteId: remoteId && blank(remoteId), title: title && blank(title), message: blank(message) };
}
