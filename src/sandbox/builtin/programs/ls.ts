import type { FsStat } from 'just-bash';
import { type Context, type Options, optionsOf, program } from './program';

interface Listed {
  readonly name: string;
  readonly stat: FsStat;
}

/** A disk has room in pieces of 4 KiB. */
const BLOCK = 4_096;

/** Lists files and folders: files first, without a blank line between them, by name, time or size. */
export const ls = program('ls', async (args, ctx) => {
  const long = {
    all: 'a',
    'almost-all': 'A',
    directory: 'd',
    'human-readable': 'h',
    recursive: 'R',
    reverse: 'r',
    classify: 'F',
    color: 'G',
  };
  const options = optionsOf(
    args.filter((arg) => !arg.startsWith('--color=')),
    { letters: '1aAdFGhlnoprRStU', long },
  );
  const names = options.operands.length > 0 ? options.operands : ['.'];
  const [files, folders]: [Listed[], Listed[]] = [[], []];
  let err = '';
  for (const name of names) {
    const stat = await statOf(ctx, name, options.has('l'));
    if (!stat) err += `ls: cannot access '${name}': No such file or directory\n`;
    else (stat.isDirectory && !options.has('d') ? folders : files).push({ name, stat });
  }
  const blocks = files.length > 0 ? [linesOf(files, options)] : [];
  const isTitled = names.length > 1 || options.has('R');
  const todo = sorted(folders, options).map(({ name }) => name);
  for (let name = todo.shift(); name !== undefined; name = todo.shift()) {
    const listed = await within(ctx, name, options);
    const total = options.has('l')
      ? `total ${listed.reduce((sum, { stat }) => sum + Math.ceil(stat.size / BLOCK) * 4, 0)}\n`
      : '';
    blocks.push((isTitled ? `${name}:\n` : '') + total + linesOf(listed, options));
    if (options.has('R'))
      todo.unshift(
        ...sorted(listed, options)
          .filter((each) => each.stat.isDirectory && !/^\.\.?$/.test(each.name))
          .map((each) => `${name}/${each.name}`),
      );
  }
  return { out: blocks.join('\n'), err, exitCode: err === '' ? 0 : 2 };
});

const statOf = ({ fs, cwd }: Context, name: string, isLong: boolean): Promise<FsStat | undefined> => {
  const path = fs.resolvePath(cwd, name);
  return fs
    .lstat(path)
    .then(async (stat) => (stat.isSymbolicLink && !isLong ? await fs.stat(path).catch(() => stat) : stat))
    .catch(() => undefined);
};

async function within(ctx: Context, folder: string, options: Options): Promise<Listed[]> {
  const hidden = options.has('a') ? ['.', '..'] : [];
  const names = [...hidden, ...(await ctx.fs.readdir(ctx.fs.resolvePath(ctx.cwd, folder)))];
  const shown = names.filter((name) => !name.startsWith('.') || options.has('a') || options.has('A'));
  const listed: Listed[] = [];
  for (const name of shown) {
    const stat = await statOf(ctx, `${folder}/${name}`, true);
    if (stat) listed.push({ name, stat });
  }
  return listed;
}

function sorted(listed: readonly Listed[], options: Options): Listed[] {
  if (options.has('U')) return [...listed];
  const byName = listed.toSorted((left, right) => Buffer.compare(Buffer.from(left.name), Buffer.from(right.name)));
  if (options.has('S')) byName.sort((left, right) => right.stat.size - left.stat.size);
  else if (options.has('t')) byName.sort((left, right) => right.stat.mtime.getTime() - left.stat.mtime.getTime());
  return options.has('r') ? byName.reverse() : byName;
}

function linesOf(listed: readonly Listed[], options: Options): string {
  const marked = sorted(listed, options).map(({ name, stat }) => {
    const folder = (options.has('F') || options.has('p')) && stat.isDirectory ? '/' : '';
    const mark = options.has('F') ? (stat.isSymbolicLink ? '@' : stat.isFile && stat.mode & 0o111 ? '*' : '') : '';
    return { name: name + (folder || mark), stat, size: options.has('h') ? human(stat.size) : String(stat.size) };
  });
  if (!options.has('l') && !options.has('n') && !options.has('o'))
    return marked.map(({ name }) => `${name}\n`).join('');
  const width = Math.max(0, ...marked.map(({ size }) => size.length));
  return marked
    .map(({ name, stat, size }) => `${modeOf(stat)} 1 user user ${size.padStart(width)} ${dayOf(stat.mtime)} ${name}\n`)
    .join('');
}

export const modeOf = (stat: FsStat): string =>
  (stat.isSymbolicLink ? 'l' : stat.isDirectory ? 'd' : '-') +
  Array.from('rwxrwxrwx', (letter, at) => (stat.mode & (1 << (8 - at)) ? letter : '-')).join('');

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const HALF_YEAR_MS = 15_778_476_000;
function dayOf(time: Date): string {
  const [, month, day] = time.toISOString().split(/[-T]/);
  const age = Date.now() - time.getTime();
  const end = age < 0 || age > HALF_YEAR_MS ? ` ${time.getUTCFullYear()}` : time.toISOString().slice(11, 16);
  return `${MONTHS[Number(month) - 1]} ${String(Number(day)).padStart(2)} ${end}`;
}

function human(size: number): string {
  let [left, unit] = [size, 0];
  for (; left >= 1024 && unit < 4; unit += 1) left /= 1024;
  return unit === 0
    ? String(size)
    : `${left < 10 ? (Math.ceil(left * 10) / 10).toFixed(1) : Math.ceil(left)}${'KMGT'[unit - 1]}`;
}
