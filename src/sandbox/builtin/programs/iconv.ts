import { bytesOf, textOf } from '../bash/lossless';
import { bytesIn, type Context, optionsOf, type ProgramOutput, program, Stop } from './program';

/** Converts text between encodings: what a Turkish Excel writes is windows-1254. */
export const iconv = program('iconv', async (args, ctx) => {
  const long = { 'from-code': 'f', 'to-code': 't', output: 'o', list: 'l', silent: 's' };
  const options = optionsOf(args, { letters: 'f:t:o:lcs', long });
  if (options.has('l')) return { out: `${[...LISTED].join('\n')}\n` };
  const [from] = (options.of('f') ?? 'UTF-8').split('//');
  const [to, ...how] = (options.of('t') ?? 'UTF-8').split('//');
  const translates = how.includes('TRANSLIT');
  const ignores = options.has('c') || how.includes('IGNORE');
  const names = options.operands.length > 0 ? options.operands : ['-'];
  const bytes = Buffer.concat(await Promise.all(names.map((name) => bytesIn(ctx, name))));
  const text = decoded(bytes, from as string, ignores);
  const out = encoded(text, to as string, { translates, ignores });
  return written(ctx, options.of('o'), out);
});

async function written(ctx: Context, name: string | undefined, out: Uint8Array): Promise<ProgramOutput> {
  if (name === undefined) return { out };
  await ctx.fs.writeFile(ctx.fs.resolvePath(ctx.cwd, name), out);
  return {};
}

const LISTED = new Set([
  'ASCII',
  'UTF-8',
  'UTF-16',
  'UTF-16LE',
  'UTF-16BE',
  'CP1250',
  'CP1251',
  'CP1252',
  'CP1253',
  'CP1254',
  'ISO-8859-1',
  'ISO-8859-2',
  'ISO-8859-3',
  'ISO-8859-5',
  'ISO-8859-7',
  'ISO-8859-9',
  'ISO-8859-15',
  'IBM866',
  'KOI8-R',
]);
/** Names of one encoding, without marks between their parts. */
const SAME: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  ascii: 'ascii',
  usascii: 'ascii',
  ansix341968: 'ascii',
  utf16: 'utf-16',
  utf16le: 'utf-16le',
  ucs2le: 'utf-16le',
  utf16be: 'utf-16be',
  ucs2be: 'utf-16be',
  latin1: 'iso-8859-1',
  l1: 'iso-8859-1',
  latin5: 'iso-8859-9',
  l5: 'iso-8859-9',
  ibm866: 'ibm866',
  cp866: 'ibm866',
  koi8r: 'koi8-r',
};

function encodingOf(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const windows = /^(?:cp|windows|ms)(125[0-8])$/.exec(plain)?.[1];
  const iso = /^iso8859(\d+)$/.exec(plain)?.[1];
  return SAME[plain] ?? (windows ? `windows-${windows}` : iso ? `iso-8859-${iso}` : unknown(name));
}

function unknown(name: string): never {
  throw new Stop(`conversion of \`${name}' is not supported`);
}

/** The letters of an encoding with one byte for each. In the web's tables ISO 8859-1 and 8859-9 are those of Windows. */
function lettersOf(encoding: string): string[] {
  const bytes = Uint8Array.from({ length: encoding === 'ascii' ? 128 : 256 }, (_, byte) => byte);
  let letters: string[];
  try {
    letters = [...new TextDecoder(encoding === 'ascii' ? 'latin1' : encoding).decode(bytes)];
  } catch {
    return unknown(encoding);
  }
  const hasControls = encoding.startsWith('iso-8859-');
  return letters.map((letter, byte) =>
    hasControls && byte >= 0x80 && byte < 0xa0 ? String.fromCharCode(byte) : letter,
  );
}

function decoded(bytes: Buffer, from: string, ignores: boolean): string {
  const encoding = encodingOf(from);
  if (encoding.startsWith('utf-16')) {
    const [first, second] = bytes;
    const isMarked =
      encoding === 'utf-16' && ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff));
    const isBig = encoding === 'utf-16be' || (isMarked && first === 0xfe);
    const even = bytes.subarray(isMarked ? 2 : 0, bytes.length - (bytes.length % 2));
    return (isBig ? Buffer.from(even).swap16() : even).toString('utf16le');
  }
  if (encoding !== 'utf-8') {
    const letters = lettersOf(encoding);
    const text = Array.from(bytes, (byte) => letters[byte] ?? (ignores ? '' : '\ufffd')).join('');
    const none = text.indexOf('\ufffd');
    // There is a byte for each letter.
    if (none >= 0) throw new Stop(`illegal input sequence at position ${none}`);
    return text;
  }
  const text = textOf(bytes);
  return ignores ? text.replace(/[\udc80-\udcff]/gu, '') : text;
}

function encoded(
  text: string,
  to: string,
  how: { readonly translates: boolean; readonly ignores: boolean },
): Uint8Array {
  const encoding = encodingOf(to);
  const stray = /[\ud800-\udfff]/u.exec(text);
  if (stray) {
    const before = text.slice(0, stray.index);
    throw new Stop(`illegal input sequence at position ${bytesOf(before).length}`, 1, encoded(before, to, how));
  }
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding.startsWith('utf-16')) {
    const little = Buffer.from(encoding === 'utf-16' ? `\ufeff${text}` : text, 'utf16le');
    return encoding === 'utf-16be' ? little.swap16() : little;
  }
  const byteOf = new Map(lettersOf(encoding).map((letter, byte) => [letter, byte]));
  const bytes: number[] = [];
  for (const letter of text) {
    const byte = byteOf.get(letter);
    if (byte !== undefined) bytes.push(byte);
    else if (how.translates) for (const like of likeOf(letter)) bytes.push(byteOf.get(like) ?? 0x3f);
    else if (!how.ignores) throw new Stop(`cannot convert '${letter}'`, 1, Uint8Array.from(bytes));
  }
  return Uint8Array.from(bytes);
}

const LIKE: Readonly<Record<string, string>> = {
  ı: 'i',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '€': 'EUR',
  '₺': 'TL',
};
const likeOf = (letter: string): string => LIKE[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
