/**
 * Whether the header `If-None-Match` names a tag (RFC 9110 §13.1.2). Koa's own reading would heed `Cache-Control: no-cache` of the request,
 * which Node's `fetch` adds by itself.
 * @param tag in its quotes
 */
export const isTagKnown = (header: string, tag: string): boolean =>
  header
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === tag || each === '*');

/** The tag of a text: its forms differ by their coding, so equal tags promise equal text and not equal bytes (RFC 9110 §8.8.3.3). */
export const weak = (tag: string): string => `W/${tag}`;
