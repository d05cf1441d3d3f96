import { CommanderError } from 'commander';
import { Client } from './client';
import { commandInWords } from './command-in-words';
import { Context } from './context';
import { CliError, exitCodes } from './exit';
import { buildProgram, readGlobals } from './program';
import { Remote } from './remote';
import { loadSettings } from './settings';
import { surroundings } from './surroundings';
import { Interrupted, Terminal } from './terminal';
import { plain } from './text';
import { version } from './version';

/** They need no registry; the server is asked when they call it. */
const withoutServer = new Set([
  'login',
  'setup',
  'logout',
  'backup',
  'restore',
  'keys',
  'owners',
  'completion',
  'complete-words',
]);

/** Performs one line of the command line. @returns the exit code */
export async function perform(words: readonly string[]): Promise<number> {
  const argv = spelled(words);
  const wantsJson = argv.includes('--json');
  try {
    if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
      surroundings().out.write(`${version()}\n`);
      return 0;
    }
    return await run(argv);
  } catch (error) {
    return tell(error, new Terminal(wantsJson));
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const { globals, words, help } = readGlobals(argv);
  const settings = loadSettings(globals);
  const terminal = new Terminal(settings.json);
  const client = new Client(settings, terminal);
  const remote = new Remote(client, settings);
  if (settings.tokenId && words[0] !== 'undo')
    throw new CliError('usage', 'usage', `${settings.tokenId} is the id of a token, not a token.`);
  const registry = withoutServer.has(words[0] ?? '')
    ? remote.cached()
    : await remote.open(help ? { retryMs: 0 } : {}).catch((error: unknown) => {
        if (!help || (error instanceof CliError && error.code === 'cli_outdated')) throw error;
        return remote.cached();
      });
  const command = registry && commandInWords(words, registry);
  if (command !== undefined)
    throw new CliError('usage', 'usage', `${command} is a command: tezgah run ${command} --help`);
  const context = new Context(settings, terminal, client, remote, registry);
  const program = buildProgram(context, words);
  if (argv.length === 0) {
    program.outputHelp();
    return exitCodes.done.code;
  }
  await program.parseAsync([...argv], { from: 'user' });
  return context.exitCode ?? exitCodes[context.ending].code;
}

/** Tells an error: one sentence on stderr, help below it, and the document for programs. @returns the exit code */
function tell(error: unknown, terminal: Terminal): number {
  if (error instanceof Interrupted) return 130;
  if (error instanceof CommanderError) return tellUsage(error, terminal);
  if (!(error instanceof CliError)) {
    terminal.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    terminal.answer({ error: { code: 'internal', detail: 'The program failed.' } });
    return exitCodes.refused.code;
  }
  const { problem, hints = [], beside } = error.options;
  terminal.note(`${problem ? `${problem.code}: ` : ''}${plain(error.message)}`);
  for (const { pointer, message } of problem?.errors ?? []) terminal.note(`  ${pointer || '/'} ${plain(message)}`);
  for (const hint of hints) terminal.note(hint);
  terminal.answer({ ...beside, error: problem ?? { code: error.code, detail: error.message } });
  return error.options.exitCode ?? exitCodes[error.ending].code;
}

function tellUsage({ exitCode, code, message }: CommanderError, terminal: Terminal): number {
  if (exitCode === 0) return 0;
  // A verb that only groups others has shown its help already.
  const detail = code === 'commander.help' ? 'The verb is not complete.' : message.replace(/^error: /, '');
  if (code !== 'commander.help') terminal.note(detail);
  terminal.answer({ error: { code: 'usage', detail } });
  return exitCodes.usage.code;
}

/** `tezgah help jobs watch` is `tezgah jobs watch --help`. */
const spelled = ([first, ...rest]: readonly string[]): string[] =>
  first === 'help' ? [...rest, '--help'] : first === undefined ? [] : [first, ...rest];
