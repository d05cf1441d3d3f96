/** The largest batch that any schema allows has a tenth of it; a body of 1 MiB could hold half a million. */
export const VALUES_MAX = 50_000;
/** Deeper than any body that is valid; the exact bound, and where it is broken, is told of the parsed value. */
const DEPTH_MAX = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [BRACKET, BRACE, END_BRACKET, END_BRACE] = [0x5b, 0x7b, 0x5d, 0x7d];
const [SPACE, TAB, NEWLINE, RETURN] = [0x20, 0x09, 0x0a, 0x0d];

/** The number of values that a request may still hold. */
export interface Room {
  left: number;
}

/**
 * Says what JSON is too large to be worth parsing, without parsing it: half a million values cost the parser and the collector
 * of its garbage a quarter of a second in which nobody else is served, and this a few milliseconds. Whether it is JSON at all is
 * not looked at.
 * @param json UTF-8
 * @param room values that are left of a request, from which its own are taken; several texts of one request share it
 * @returns undefined, or what is wrong, as the rest of a sentence about the whole
 */
export function boundBroken(json: Uint8Array, room: Room = { left: VALUES_MAX }): string | undefined {
  let values = 1;
  let depth = 0;
  let opened = false;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case SPACE:
      case TAB:
      case NEWLINE:
      case RETURN:
        continue;
      case QUOTE:
        at = endOfText(json, at);
        break;
      case COMMA:
        values += 1;
        break;
      case BRACKET:
      case BRACE:
        depth += 1;
        if (depth > DEPTH_MAX) return `is nested deeper than ${DEPTH_MAX} levels`;
        values += 1;
        opened = true;
        if (values > room.left + 1) return goesBeyond;
        continue;
      case END_BRACKET:
      case END_BRACE:
        depth -= 1;
        // The first value of a list or an object is counted at its opening; this one has none.
        if (opened) values -= 1;
        break;
    }
    opened = false;
    if (values > room.left) return goesBeyond;
  }
  room.left -= values;
  return undefined;
}

/** The fault of too many values, in the words that a fault of the parsed value has. */
export const goesBeyond = `goes beyond the ${VALUES_MAX} values that a request may hold`;

function endOfText(json: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
