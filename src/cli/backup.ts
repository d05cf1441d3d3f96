import path from 'node:path';
import type { Command } from 'commander';
import type { Manifest } from '../backup/manifest';
import { bytesText } from '../kernel/bytes';
import type { Context } from './context';
import { CliError } from './exit';
import { version } from './version';

interface BackupOptions {
  readonly withoutKey?: boolean;
  readonly withoutPostgres?: boolean;
}

/** For who runs the product on this machine: these two ask no API, but read and make data folders. */
export function addBackup(program: Command, context: Context): void {
  const { terminal } = context;
  const say = (line: string): void => terminal.note(line);

  program
    .command('backup')
    .description('Keep all of the data folder (TEZGAH_DATA) in a new folder, while the product runs or is stopped.')
    .argument('<folder>', 'where to; must not be there yet, or be empty')
    .option('--without-key', 'leave the key out that opens sealed secrets: keep it elsewhere, restoring needs it')
    .option('--without-postgres', 'only what lies beside a Postgres of your own (DATABASE_URL), dumped before')
    .action(async (folder: string, { withoutKey = false, withoutPostgres = false }: BackupOptions) => {
      const { target, dataFolder, ...config } = await settingsFor(folder);
      const since = Date.now();
      const manifest = await tellKnownErrors(async () => {
        const { takeBackup } = await import('../backup/take.js');
        return takeBackup({ ...config, target, dataFolder, product: version(), withoutKey, withoutPostgres, say });
      });
      await tell(manifest, target, since);
      say(
        withoutKey
          ? 'The secret key is not in it: without the key nobody can restore it.'
          : 'It holds the secret key of the shop and its data: whoever reads it, reads both.',
      );
    });

  program
    .command('restore')
    .description('Make a new data folder (TEZGAH_DATA) from a backup; every file is checked, nothing is started.')
    .argument('<folder>', 'a folder that `tezgah backup` made')
    .action(async (folder: string) => {
      const { target: from, dataFolder, statedKeys } = await settingsFor(folder);
      const since = Date.now();
      const manifest = await tellKnownErrors(async () => {
        const { restoreBackup } = await import('../backup/restore.js');
        return restoreBackup({ from, dataFolder, secretKeys: statedKeys(), say });
      });
      await tell(manifest, dataFolder, since);
      if (manifest.postgres === null)
        say('Postgres is your own: bring its dump back with pg_restore before anything is started.');
      say('Start it when the shop that it was taken from runs nowhere. What comes back: docs/operations/backup.md.');
    });

  async function tell(manifest: Manifest, folder: string, since: number): Promise<void> {
    const { bytesOf } = await import('../backup/manifest.js');
    const { createdAt, schema, product, files } = manifest;
    const bytes = bytesOf(manifest);
    const seconds = ((Date.now() - since) / 1000).toFixed(1);
    terminal.print(`${folder}: ${files.length} files, ${bytesText(bytes, 'en')}, of ${createdAt}, in ${seconds} s.`);
    terminal.answer({
      folder,
      files: files.length,
      bytes,
      createdAt,
      schema,
      product,
      keyIncluded: manifest.key.included,
    });
  }
}

/** As the product itself would read them. */
async function settingsFor(folder: string) {
  return tellKnownErrors(async () => {
    const { loadConfig } = await import('../config/index.js');
    const { statedKeys } = await import('../keys/source.js');
    const config = loadConfig();
    const { dataFolder, databaseUrl, durable, s3Bucket: bucket } = config;
    return {
      target: path.resolve(folder),
      dataFolder,
      databaseUrl,
      durable,
      bucket,
      statedKeys: () => statedKeys(config)?.keys,
    };
  });
}

/** Tells the error of a backup or a restoration in one sentence, of ours or of the system (no space left, no permission). */
async function tellKnownErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known =
      error instanceof Error && (/^(Backup|Config|Embedded)Error$/.test(error.constructor.name) || 'code' in error);
    if (known) throw new CliError('refused', 'backup', error.message);
    throw error;
  }
}
