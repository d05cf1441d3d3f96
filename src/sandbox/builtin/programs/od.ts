import { bytesIn, optionsOf, program, Stop } from './program';

const ROW = 16;
/** The ways to write the bytes of one number, by letter and count of bytes. */
const TYPES: Readonly<Record<string, { readonly bytes: number; readonly width: number; of(bytes: Buffer): string }>> = {
  o1: { bytes: 1, width: 4, of: (bytes) => bytes[0]?.toString(8).padStart(3, '0') ?? '' },
  o2: { bytes: 2, width: 7, of: (bytes) => bytes.readUInt16LE().toString(8).padStart(6, '0') },
  x1: { bytes: 1, width: 3, of: (bytes) => bytes.toString('hex') },
  x2: { bytes: 2, width: 5, of: (bytes) => bytes.readUInt16LE().toString(16).padStart(4, '0') },
  x4: { bytes: 4, width: 9, of: (bytes) => bytes.readUInt32LE().toString(16).padStart(8, '0') },
  d1: { bytes: 1, width: 5, of: (bytes) => String(bytes.readInt8()) },
  d2: { bytes: 2, width: 7, of: (bytes) => String(bytes.readInt16LE()) },
  d4: { bytes: 4, width: 12, of: (bytes) => String(bytes.readInt32LE()) },
  u1: { bytes: 1, width: 4, of: (bytes) => String(bytes.readUInt8()) },
  u2: { bytes: 2, width: 6, of: (bytes) => String(bytes.readUInt16LE()) },
  u4: { bytes: 4, width: 11, of: (bytes) => String(bytes.readUInt32LE()) },
  c: { bytes: 1, width: 4, of: (bytes) => letterOf(bytes[0] as number) },
};
const SHORT: Readonly<Record<string, string>> = { b: 'o1', c: 'c', d: 'u2', o: 'o2', x: 'x2' };
const LETTERS: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
};
const letterOf = (byte: number): string =>
  LETTERS[byte] ?? (byte < 0x20 || byte > 0x7e ? byte.toString(8).padStart(3, '0') : String.fromCharCode(byte));

/** The program `od`, which writes bytes as numbers. */
export const od = program('od', async (args, ctx) => {
  const long = {
    'address-radix': 'A',
    format: 't',
    'read-bytes': 'N',
    'skip-bytes': 'j',
    'output-duplicates': 'v',
    width: 'w',
  };
  const options = optionsOf(args, { letters: 'A:t:N:j:vw:bcdox', long });
  const short = Object.keys(SHORT).find((letter) => options.has(letter));
  const stated = options.of('t') ?? (short === undefined ? 'o2' : SHORT[short]);
  const type = TYPES[stated as string] ?? TYPES[`${stated}${'ox'.includes(stated as string) ? 4 : ''}`];
  if (!type) throw new Stop(`-t ${stated}: not supported in this sandbox, ${Object.keys(TYPES).join(' ')} are`);
  const radix = { d: 10, o: 8, x: 16, n: 0 }[options.of('A') ?? 'o'];
  if (radix === undefined) throw new Stop(`invalid output address radix '${options.of('A')}'`);
  const row = Number(options.of('w') ?? ROW);
  const names = options.operands.length > 0 ? options.operands : ['-'];
  const all = Buffer.concat(await Promise.all(names.map((name) => bytesIn(ctx, name))));
  const [skipped, most] = [Number(options.of('j') ?? 0), Number(options.of('N') ?? all.length)];
  if (!(row > 0 && skipped >= 0 && most >= 0)) throw new Stop('a number is needed');
  const bytes = all.subarray(skipped, skipped + most);
  const addressOf = (at: number): string =>
    radix === 0 ? '' : (at + skipped).toString(radix).padStart(radix === 16 ? 6 : 7, '0');
  let out = '';
  let isStarred = false;
  for (let at = 0; at < bytes.length; at += row) {
    const line = bytes.subarray(at, at + row);
    const isSame = at > 0 && line.length === row && line.equals(bytes.subarray(at - row, at));
    if (isSame && !options.has('v')) {
      if (!isStarred) out += '*\n';
      isStarred = true;
      continue;
    }
    isStarred = false;
    out += addressOf(at);
    for (let from = 0; from < line.length; from += type.bytes) {
      const number = Buffer.alloc(type.bytes);
      line.copy(number, 0, from, from + type.bytes);
      out += type.of(number).padStart(type.width);
    }
    out += '\n';
  }
  return { out: radix === 0 ? out : `${out}${addressOf(bytes.length)}\n` };
});
