/**
 * An answer that Postgres has written as JSON: it goes to the caller as it is. Reading it into a row, and that into a value which
 * is written out again, was most of what a read cost. That it fits its schema is held by the tests (see Dispatcher).
 */
export class JsonText {
  /** @param rev the rev of the one thing that the text is about */
  constructor(
    text: string | readonly string[],
    readonly rev?: number,
  ) {
    this.parts = typeof text === 'string' ? [text] : text;
  }

  /** One behind the other they are the text. To join what is long would copy it once more. */
  readonly parts: readonly string[];

  get text(): string {
    return this.parts.join('');
  }
}

/** Parses the text for readers that need the value itself. */
export const plainOf = (body: unknown): unknown => (body instanceof JsonText ? JSON.parse(body.text) : body);

export const textOf = (body: unknown): string => (body instanceof JsonText ? body.text : JSON.stringify(body));

/** The number of characters from which a text counts as long. */
const LONG = 8_192;

/** Turns an answer into the form that is sent. Node would copy a long text together with its headers, and again at three bytes a character. */
export function sendable(body: unknown): string | Buffer {
  const parts = body instanceof JsonText ? body.parts : [JSON.stringify(body)];
  if (parts.reduce((length, part) => length + part.length, 0) < LONG) return parts.join('');
  const bytes = Buffer.allocUnsafe(parts.reduce((length, part) => length + Buffer.byteLength(part), 0));
  let written = 0;
  for (const part of parts) written += bytes.write(part, written);
  return bytes;
}
