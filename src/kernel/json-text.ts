/**
 * An answer that Postgres has written as JSON: it goes to the caller as it is. Reading it into a row, and that into a value which
 * is written out again, was most of what a read cost. That it fits its schema is held by the tests (see Dispatcher).
 */
export class JsonText {
  /** @param rev of the one thing that it is about */
  constructor(
    readonly text: string,
    readonly rev?: number,
  ) {}
}

/** For who needs the value itself. */
export const plainOf = (body: unknown): unknown => (body instanceof JsonText ? JSON.parse(body.text) : body);

export const textOf = (body: unknown): string => (body instanceof JsonText ? body.text : JSON.stringify(body));
