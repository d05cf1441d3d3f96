import { randomInt } from 'node:crypto';
import { optionsOf, program, Stop } from './program';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Makes a file or folder of a name that nothing has. */
export const mktemp = program('mktemp', async (args, { fs, cwd, env }) => {
  const long = { directory: 'd', 'dry-run': 'u', quiet: 'q', tmpdir: 'p', suffix: 's' };
  const options = optionsOf(args, { letters: 'duqtp:s:', long });
  const [template = 'tmp.XXXXXXXXXX', ...more] = options.operands;
  if (more.length > 0) throw new Stop('too many templates');
  const suffix = options.of('s') ?? '';
  const places = /X{3,}(?!.*X{3})/.exec(template);
  if (!places) throw new Stop(`too few X's in template '${template}'`);
  const isBelow = options.operands.length === 0 || options.has('p') || options.has('t');
  const folder = isBelow ? `${options.of('p') ?? env.get('TMPDIR') ?? '/tmp'}/` : '';
  for (;;) {
    const random = Array.from(places[0], () => LETTERS[randomInt(LETTERS.length)]).join('');
    const name = `${folder}${template.slice(0, places.index)}${random}${template.slice(places.index + random.length)}${suffix}`;
    const path = fs.resolvePath(cwd, name);
    if (await fs.exists(path)) continue;
    if (!options.has('u'))
      try {
        await (options.has('d') ? fs.mkdir(path) : fs.writeFile(path, ''));
        await fs.chmod(path, options.has('d') ? 0o700 : 0o600);
      } catch {
        throw new Stop(`failed to create '${name}': No such file or directory`);
      }
    return { out: `${name}\n` };
  }
});
