import { bytesIn, optionsOf, program, Stop } from './program';

/** Compares two files byte by byte. */
export const cmp = program('cmp', async (args, ctx) => {
  const options = optionsOf(args, { letters: 'sl', long: { silent: 's', quiet: 's', verbose: 'l' } });
  const [first, second = '-'] = options.operands;
  if (first === undefined) throw new Stop("missing operand after 'cmp'", 2);
  const [left, right] = await Promise.all([bytesIn(ctx, first), bytesIn(ctx, second)]).catch((error: unknown) => {
    throw error instanceof Stop ? new Stop(error.message, 2) : error;
  });
  const shared = Math.min(left.length, right.length);
  const places: number[] = [];
  for (let at = 0; at < shared && (options.has('l') || places.length === 0); at += 1)
    if (left[at] !== right[at]) places.push(at);
  const isShort = left.length !== right.length && (options.has('l') || places.length === 0);
  const exitCode = places.length > 0 || isShort ? 1 : 0;
  if (options.has('s')) return { exitCode };
  const octal = (byte: number | undefined): string => (byte as number).toString(8).padStart(3);
  const lineAt = (at: number): number => left.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;
  const out = options.has('l')
    ? places.map((at) => `${at + 1} ${octal(left[at])} ${octal(right[at])}\n`).join('')
    : places.map((at) => `${first} ${second} differ: byte ${at + 1}, line ${lineAt(at)}\n`).join('');
  const shorter = left.length < right.length ? first : second;
  const where = shared === 0 ? ' which is empty' : ` after byte ${shared}`;
  const line =
    shared === 0 || options.has('l')
      ? ''
      : left[shared - 1] === 0x0a
        ? `, line ${lineAt(shared) - 1}`
        : `, in line ${lineAt(shared)}`;
  return { out, err: isShort ? `cmp: EOF on ${shorter}${where}${line}\n` : '', exitCode };
});
