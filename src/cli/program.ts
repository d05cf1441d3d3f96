import { Command, Option } from 'commander';
import { addAccount, addWhoami } from './account';
import { addBackup } from './backup';
import { addCatalog } from './catalog';
import { addCompletion } from './completion';
import type { Context } from './context';
import { addExec } from './exec';
import { exitCodeLines } from './exit';
import { addJobs } from './jobs';
import { addKeys } from './keys';
import { addOrders } from './orders';
import { addOwners } from './owners';
import { addProposals } from './proposals';
import { addRun } from './run';
import { type Globals, secondsOf } from './settings';
import { surroundings } from './surroundings';
import { addUndo } from './undo';
import { addVerbs, describeGroups } from './verbs';
import { version } from './version';

const globalOptions = (): Option[] => [
  new Option('--url <url>', 'the API (TEZGAH_URL; default: that of a running `npm start`)'),
  new Option('--token <token>', 'a token (TEZGAH_TOKEN is better: others see command lines)'),
  new Option('--json', 'the answer as JSON on stdout, in one line; everything else on stderr'),
  new Option('-y, --yes', 'do not ask'),
  new Option(
    '--retry-for <seconds>',
    'how long to try again when the API is away (TEZGAH_RETRY_SECONDS; default: 15)',
  ).argParser((text) => secondsOf(text)),
];

/** Reads the global options before the verbs are known: the verbs depend on the server and the credential. */
export function readGlobals(argv: readonly string[]): { globals: Globals; words: readonly string[]; help: boolean } {
  const scan = silent(new Command().helpOption('-h, --help').allowUnknownOption().allowExcessArguments());
  scan.helpOption(false).option('-h, --help').option('-V, --version');
  for (const option of globalOptions()) scan.addOption(option);
  scan.exitOverride().parse([...argv], { from: 'user' });
  const words = scan.args.filter((word) => !word.startsWith('-'));
  const { help = false, ...globals } = scan.opts<Globals & { help?: boolean }>();
  return { globals, words, help: help || words.length === 0 || words[0] === 'help' };
}

/** The whole tree of verbs: those of this program, then those of the server. */
export function buildProgram(context: Context, words: readonly string[]): Command {
  const { registry } = context;
  const program = new Command('tezgah')
    .description('Tezgâh on the command line: everything that the API can do, with the same rules.')
    .version(version(), '-V, --version', 'version of this program')
    .helpOption('-h, --help', 'help for any verb');
  for (const option of globalOptions()) program.addOption(option);

  program.commandsGroup('Working with it:');
  addRun(program, context, registry?.commands ?? [], words[0] === 'run' ? words[1] : undefined);
  addProposals(program, context);
  addUndo(program, context);
  addJobs(program, context);
  addWhoami(program, context);
  const { isGuest } = surroundings();
  if (!isGuest) {
    addAccount(program, context);
    addBackup(program, context);
    addKeys(program, context);
    addOwners(program, context);
    addCompletion(program);
  }
  program.commandsGroup('The routes of the server:');
  addExec(program, context);
  addVerbs(program, context, registry?.routes ?? []);
  if (!isGuest) {
    addCatalog(program, context);
    addOrders(program, context);
  }
  describeGroups(program);
  if (!registry)
    program.addHelpText(
      'after',
      `\nThe server at ${context.settings.url} could not be asked: its routes and commands are not shown.`,
    );
  program.addHelpText('after', `\nExit codes:\n${exitCodeLines().join('\n')}`);
  configure(program);
  return program;
}

/** Errors are told by `main`, so that they look alike and --json has them too. */
function configure(command: Command): void {
  silent(command).exitOverride();
  command.helpCommand(false).configureHelp({
    showGlobalOptions: false,
    sortSubcommands: false,
    // A pair of long names (--taksit-cap, --taksitCap) is shown by its first, and words by their plain name.
    optionTerm: ({ flags }) => flags.replace(/^(--[a-z0-9-]+), --[a-z]+[A-Z]\w*/, '$1'),
    subcommandTerm: (child) => child.name(),
  });
  for (const child of command.commands) {
    configure(child);
    child.addHelpText('after', '\nEverywhere: --json, --yes, --url, --token, --retry-for; see tezgah --help.');
  }
}

const silent = (command: Command): Command =>
  command.configureOutput({
    writeOut: (text) => void surroundings().out.write(text),
    writeErr: (text) => void surroundings().err.write(text),
    outputError: () => undefined,
  });
