import { bash } from '../bash/interpreter';
import { program, quoted, Stop } from './program';

/** env, whose variables reach the program that it starts and all that this starts in turn. */
export const env = program('env', async (given, ctx) => {
  const args = [...given];
  const exported = new Map(Object.entries(ctx.exportedEnv ?? {}));
  for (let arg = args[0]; arg !== undefined; arg = args[0]) {
    const [name, ...value] = arg.split('=');
    if (arg === '-i' || arg === '-' || arg === '--ignore-environment') exported.clear();
    else if (arg === '-u') exported.delete(args.splice(1, 1)[0] as string);
    else if (/^(-u|--unset=)./.test(arg)) exported.delete(arg.replace(/^(-u|--unset=)/, ''));
    else if (arg.startsWith('-')) throw new Stop(`${arg}: not supported in this sandbox`, 125);
    else if (value.length > 0) exported.set(name as string, value.join('='));
    else break;
    args.shift();
  }
  if (args.length === 0) return { out: [...exported].map(([name, value]) => `${name}=${value}\n`).join('') };
  if (!ctx.exec) throw new Stop('starts nothing here');
  const exports = [...exported.keys()].filter((name) => /^[A-Za-z_]\w*$/.test(name)).map((name) => `export ${name}\n`);
  return ctx.exec(exports.join('') + args.map(quoted).join(' '), {
    cwd: ctx.cwd,
    env: Object.fromEntries(exported),
    replaceEnv: true,
    stdin: bash.latin1FromBytes(ctx.stdin),
    stdinKind: 'bytes',
    ...(ctx.signal ? { signal: ctx.signal } : {}),
  });
});
