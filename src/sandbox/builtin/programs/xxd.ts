import { bytesIn, optionsOf, program, Stop } from './program';

/** Writes bytes as hexadecimal numbers, and reads them back (`-r`). */
export const xxd = program('xxd', async (args, ctx) => {
  const options = optionsOf(
    args.map((arg) => (arg === '-ps' ? '-p' : arg)),
    { letters: 'pruc:g:l:s:' },
  );
  const [name = '-', ...more] = options.operands;
  if (more.length > 0) throw new Stop('one file alone', 1);
  const all = Buffer.from(await bytesIn(ctx, name));
  if (options.has('r')) return { out: read(all.toString('latin1'), options.has('p')) };
  const from = Number(options.of('s') ?? 0);
  const bytes = all.subarray(from, from + Number(options.of('l') ?? all.length));
  const row = Number(options.of('c') ?? (options.has('p') ? 30 : 16));
  const group = Number(options.of('g') ?? 2);
  if (!(row > 0 && group > 0)) throw new Stop('a number is needed');
  const cased = (hex: string): string => (options.has('u') ? hex.toUpperCase() : hex);
  let out = '';
  for (let at = 0; at < bytes.length; at += row) {
    const line = bytes.subarray(at, at + row);
    if (options.has('p')) {
      out += `${cased(line.toString('hex'))}\n`;
      continue;
    }
    let hex = '';
    for (let place = 0; place < row; place += group) {
      const size = Math.min(group, row - place) * 2;
      hex += `${line
        .subarray(place, place + group)
        .toString('hex')
        .padEnd(size)} `;
    }
    const letters = line.toString('latin1').replace(/[^ -~]/g, '.');
    out += `${(from + at).toString(16).padStart(8, '0')}: ${cased(hex)} ${letters}\n`;
  }
  return { out };
});

/** Reads the digits. In plain form there are no numbers of lines, so all digits count. */
function read(text: string, isPlain: boolean): Buffer {
  if (isPlain) return Buffer.from(text.replace(/[^0-9a-fA-F]/g, ''), 'hex');
  const lines = text.split('\n').flatMap((line) => /^\s*[0-9a-fA-F]+:\s?((?:[0-9a-fA-F]+ ?)*)/.exec(line)?.[1] ?? []);
  return Buffer.from(lines.join('').replace(/ /g, ''), 'hex');
}
