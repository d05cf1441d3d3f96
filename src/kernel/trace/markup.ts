/*
 * The text that a reader of HTML sees, for people who have to see all of it. Tags that only format are left out; whatever could do or hide
 * more than that (scripts, frames, comments, handlers of events, tags that nobody knows) stays as it is written.
 */

/** A rendered text, and the parts that were left out. */
export interface Rendered {
  readonly text: string;
  /** The tags that are not in the text, as they are written. */
  readonly tags: string;
}

const BLOCKS = new Set(
  'address article aside blockquote br caption dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const INLINE = new Set('a abbr b cite code del em font i img ins mark q s small span strong sub sup u'.split(' '));

const TOKEN = /<(\/?)([a-z][a-z0-9]*)(\s[^<>]*|\/)?>|&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi;
/** Attributes that do more than format. */
const ACTS = /(?:^|[\s"'/])on\w+\s*=|javascript:|data:|srcdoc/i;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
};

/** HTML as it is read; text without tags stays as it is. Where a link leads, and what a picture is loaded from, stand beside it. */
export function rendered(html: string): Rendered {
  const tags: string[] = [];
  const links: string[] = [];
  const pieces = html.replace(TOKEN, (raw, close: string, name?: string, attributes = '', entity?: string) => {
    if (name === undefined) return decoded(raw, entity ?? '');
    const tag = name.toLowerCase();
    if (!(BLOCKS.has(tag) || INLINE.has(tag)) || ACTS.test(attributes)) return raw;
    tags.push(raw);
    if (tag === 'img') return `[${[attribute(attributes, 'alt'), attribute(attributes, 'src')].join(' ').trim()}]`;
    if (tag === 'a' && !close) links.push(attribute(attributes, 'href'));
    if (tag === 'a') return close ? beside(links.pop()) : '';
    if (!BLOCKS.has(tag)) return '';
    return tag === 'li' && !close ? '\u0000• ' : '\u0000';
  });
  if (tags.length === 0) return { text: pieces, tags: '' };
  const lines = `${pieces}${links.map(beside).join('')}`
    .split('\u0000')
    .map((line) => line.replace(/[ \t\r\n]+/g, ' ').trim())
    .filter((line) => line !== '');
  return { text: lines.join('\n'), tags: tags.join('') };
}

const beside = (address: string | undefined): string => (address ? ` [${address}]` : '');

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}

function decoded(raw: string, entity: string): string {
  if (!entity.startsWith('#')) return ENTITIES[entity.toLowerCase()] ?? raw;
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : raw;
}
