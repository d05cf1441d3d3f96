import type { Command } from 'commander';
import type { Operated, ShownKey } from '../keys/operating';
import { readRunFile } from '../supervisor/run-file';
import type { Context } from './context';
import { CliError, usage } from './exit';

type Operating = typeof import('../keys/operating');

const USES: Readonly<Record<ShownKey['use'], string>> = {
  seals: 'seals and opens',
  opens: 'opens',
  missing: 'is missing here: what is under it does not open',
};

/** For who runs the product on this machine: they ask no API, but read and write the file of the keys. */
export function addKeys(program: Command, context: Context): void {
  const { terminal } = context;
  const keys = program
    .command('keys')
    .description('The keys that seal secrets: those of TEZGAH_DATA, or where the settings say.');

  keys
    .command('list')
    .description('Which keys there are, which one seals, and how much is sealed under each.')
    .action(async () => {
      const items = await operating((operated, { listKeys }) => listKeys(operated));
      for (const { id, use, values, adoptedAt } of items) {
        const since = adoptedAt === null ? '' : `, since ${new Date(adoptedAt).toISOString().slice(0, 10)}`;
        terminal.print(`${id}  ${USES[use]}${since}; ${valuesText(values)}`);
      }
      terminal.answer({ items });
    });

  keys
    .command('rotate')
    .description('Seal with a new key, while the product runs or is stopped; the old one goes on opening.')
    .action(async () => {
      const rotated = await operating((operated, { rotateKey }) => rotateKey(operated));
      terminal.print(`${rotated.to} seals now, in the place of ${rotated.from}.`);
      terminal.note(
        rotated.adopted
          ? `What is sealed under the old one is sealed anew (workflow keyResealing): \`tezgah keys list\` shows how far that is, and \`tezgah keys remove ${rotated.from}\` takes it away then.`
          : 'No process has taken it up yet: the product does when it starts.',
      );
      terminal.answer(rotated);
    });

  keys
    .command('remove')
    .description('Take away a key that nothing is sealed under any more.')
    .argument('<id>', 'as `tezgah keys list` shows it')
    .action(async (id: string) => {
      const known = (await operating((operated, { listKeys }) => listKeys(operated))).map((key) => key.id);
      if (!known.includes(id)) throw unknownKey(id, known);
      const question = `Take ${id} away? Backups that were taken before have it, and nothing else.`;
      if (!(await terminal.confirm(question, context.settings.yes))) usage('Not confirmed: nothing has changed.');
      await operating((operated, { removeKey }) => removeKey(operated, id));
      terminal.print(`${id} is gone.`);
      terminal.answer({ removed: id });
    });
}

const unknownKey = (id: string, known: readonly string[]): CliError =>
  new CliError('missing', 'keys', `There is no key ${id}: there are ${known.join(', ')}.`);

/** By the table that has them. */
const words: Readonly<Record<string, string>> = {
  extension_secret: 'secrets of extensions',
  personal_key: 'keys of data of persons',
  digital_code: 'digital codes',
  proposal_item: 'items of proposals',
  digest_keys: 'keys of digests',
};

const valuesText = (values: ShownKey['values']): string =>
  Object.entries(values)
    .map(([table, count]) => `${count} ${words[table] ?? table}`)
    .join(', ') || 'nothing is sealed under it';

/** Tells the error of work on the keys in one sentence, of ours or of the system. */
async function operating<T>(work: (operated: Operated, operating: Operating) => Promise<T>): Promise<T> {
  try {
    const { loadConfig } = await import('../config/index.js');
    const config = loadConfig();
    const databaseUrl = config.databaseUrl || readRunFile(config.dataFolder)?.databaseUrl || '';
    return await work({ config, databaseUrl }, await import('../keys/operating.js'));
  } catch (error) {
    const known = error instanceof Error && (/^(Keys|Config)Error$/.test(error.constructor.name) || 'code' in error);
    if (known) throw new CliError('refused', 'keys', error.message);
    throw error;
  }
}
