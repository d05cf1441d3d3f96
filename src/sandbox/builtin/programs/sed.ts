import { textOf } from '../bash/lossless';
import { program, Stop } from './program';
import { origin } from './respelled';

/** sed, with a copy of what it edits (`-i.bak`) and bytes written as numbers. It knows no letters in another case. */
export const sed = program('sed', async (args, ctx) => {
  const at = args.findIndex((arg) => /^(?:-i|--in-place=)./.test(arg));
  const suffix = at < 0 ? undefined : (args[at] as string).replace(/^(?:-i|--in-place=)/, '');
  // `-ie` and `-iE` name a suffix in GNU's sed too, which nobody means.
  if (suffix !== undefined && /^[nErs]+$/.test(suffix))
    throw new Stop(`-i${suffix} would keep copies that end with "${suffix}"; write -${suffix} -i`);
  const passed = args.map((arg, index) => (index === at ? '-i' : withLines(withBytes(arg))));
  const upper = passed.find((arg) => !arg.startsWith('-') && /^[^#]*s(.).*\1.*\\[ULEul]/.test(arg));
  if (upper !== undefined)
    throw new Stop('\\U, \\L, \\u and \\l are not supported in this sandbox; awk has toupper and tolower');
  if (suffix !== undefined)
    await keep(
      passed.filter((_, index) => index > at),
      suffix,
      ctx,
    );
  return origin(ctx.origCommand)(passed);
});

/** A byte outside of ASCII that is written as a number: `\xfe`. */
const withBytes = (arg: string): string =>
  arg.replace(/(?<!\\)\\x([89a-fA-F][0-9a-fA-F])/g, (_, hex: string) =>
    textOf(Uint8Array.of(Number.parseInt(hex, 16))),
  );

/** A line to add that stands behind its letter: `1i\\x`. */
const withLines = (arg: string): string => arg.replace(/^((?:\d+|\$|\/[^/\n]*\/)?\s*[aic]\\)(?=[^\n])/gm, '$1\n');

async function keep(
  args: readonly string[],
  suffix: string,
  { fs, cwd }: Parameters<Parameters<typeof program>[1]>[1],
) {
  for (const arg of args) {
    const path = fs.resolvePath(cwd, arg);
    const stat = await fs.stat(path).catch(() => undefined);
    if (!stat?.isFile) continue;
    const name = suffix.includes('*') ? suffix.replaceAll('*', arg) : `${path}${suffix}`;
    await fs.cp(path, fs.resolvePath(cwd, name));
  }
}
