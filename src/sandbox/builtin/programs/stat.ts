import type { FsStat } from 'just-bash';
import { modeOf } from './ls';
import { type Context, optionsOf, program, Stop } from './program';

const KINDS = (stat: FsStat): string =>
  stat.isSymbolicLink
    ? 'symbolic link'
    : stat.isDirectory
      ? 'directory'
      : stat.size === 0
        ? 'regular empty file'
        : 'regular file';
const timeOf = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '000000 +0000');
/** Meanings of the letters behind `%`. */
const FIELDS: Readonly<Record<string, (stat: FsStat, name: string) => string>> = {
  n: (_, name) => name,
  N: (_, name) => `'${name}'`,
  s: (stat) => String(stat.size),
  a: (stat) => (stat.mode & 0o7777).toString(8),
  A: modeOf,
  f: (stat) => stat.mode.toString(16),
  F: KINDS,
  y: (stat) => timeOf(stat.mtime),
  Y: (stat) => String(Math.floor(stat.mtime.getTime() / 1_000)),
  z: (stat) => timeOf(stat.mtime),
  Z: (stat) => String(Math.floor(stat.mtime.getTime() / 1_000)),
  x: (stat) => timeOf(stat.mtime),
  X: (stat) => String(Math.floor(stat.mtime.getTime() / 1_000)),
  U: () => 'user',
  G: () => 'user',
  u: () => '1000',
  g: () => '1000',
  h: () => '1',
};
const WHOLE = '  File: %n\n  Size: %s\t%F\nAccess: (%a/%A)\nModify: %y\n';

/** Tells about files, in a form that is given (`-c '%a %s %y'`). */
export const stat = program('stat', async (args, ctx) => {
  const options = optionsOf(args, { letters: 'c:p:Lt', long: { format: 'c', printf: 'p', dereference: 'L' } });
  if (options.operands.length === 0) throw new Stop('missing operand');
  const form =
    options.of('p')?.replace(/\\n/g, '\n').replace(/\\t/g, '\t') ?? (options.has('c') ? `${options.of('c')}\n` : WHOLE);
  const unknown = /%[-0-9.]*([^-0-9.%])/g;
  for (const [, letter] of form.matchAll(unknown))
    if (!FIELDS[letter as string]) throw new Stop(`%${letter}: not supported in this sandbox`);
  let [out, err] = ['', ''];
  for (const name of options.operands) {
    const found = await statOf(ctx, name, options.has('L'));
    if (!found) err += `stat: cannot statx '${name}': No such file or directory\n`;
    else
      out += form.replace(
        /%(%|([-0]?)(\d*)([A-Za-z]))/g,
        (_, all: string, flag: string, width: string, letter: string) => {
          if (all === '%') return '%';
          const text = FIELDS[letter]?.(found, name) ?? '';
          return flag === '-' ? text.padEnd(Number(width)) : text.padStart(Number(width), flag === '0' ? '0' : ' ');
        },
      );
  }
  return { out, err, exitCode: err === '' ? 0 : 1 };
});

const statOf = ({ fs, cwd }: Context, name: string, follows: boolean): Promise<FsStat | undefined> =>
  fs[follows ? 'stat' : 'lstat'](fs.resolvePath(cwd, name)).catch(() => undefined);
