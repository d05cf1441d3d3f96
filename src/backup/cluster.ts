import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './backup-error';
import { beginOnlineBackup } from './cluster-store';
import { below, copyAll, keep } from './copying';
import type { KeptFile } from './manifest';

/** The cluster's folder, as a path from the data folder. */
const CLUSTER = 'postgres/cluster';
const LOG = `${CLUSTER}/pg_wal`;
const CONTROL = `${CLUSTER}/global/pg_control`;

/** Postgres makes their content anew when it starts; that of the log comes last, and not all of it. */
const EMPTY = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
/** Files that a backup leaves out: those of the running process, of an earlier backup, or made anew by Postgres. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|(backup_label|tablespace_map)(\.old)?|pg_internal\.init.*|.*\.tmp)$/;

const enters = (folder: string): boolean =>
  !EMPTY.some((name) => folder === `${CLUSTER}/${name}`) && !path.posix.basename(folder).startsWith('pgsql_tmp');

interface Copied {
  readonly schema: string;
  readonly folders: readonly string[];
  readonly files: readonly KeptFile[];
}

/**
 * Copies the cluster of a Postgres that runs, under writes: its files as each of them is found, and after them the log between the
 * first and the last moment of copying, from which Postgres makes the state of the last one when it starts. The packaged Postgres
 * has no pg_basebackup, which does the same.
 */
export async function copyCluster(dataFolder: string, target: string, ownerUrl: string): Promise<Copied> {
  const backup = await beginOnlineBackup(ownerUrl);
  try {
    const { folders, files } = await below(dataFolder, CLUSTER, enters);
    const wanted = files.filter((name) => name !== CONTROL && !LEFT_OUT.test(path.posix.basename(name)));
    const kept = await copyAll(dataFolder, target, wanted);
    // Last, as Postgres' own tools have it.
    kept.push(await keep(target, CONTROL, await settled(path.join(dataFolder, CONTROL))));

    const { label, tablespaces, from, to } = await backup.end();
    if (tablespaces !== '')
      throw new BackupError(
        'This Postgres keeps tables outside of its folder (tablespaces), which a backup does not follow.',
      );
    const segments = (await readdir(path.join(dataFolder, LOG))).filter(
      (name) => /^[0-9A-F]{24}$/.test(name) && name >= from && name <= to,
    );
    const log = await copyAll(
      dataFolder,
      target,
      segments.map((name) => `${LOG}/${name}`),
    );
    for (const end of [from, to])
      if (!log.some(({ path: name }) => name === `${LOG}/${end}`))
        throw new BackupError(`Postgres has removed ${end} of its log, which the backup needs: take another one.`);
    kept.push(...log, await keep(target, `${CLUSTER}/backup_label`, label));
    return { schema: backup.schema, folders, files: kept };
  } finally {
    await backup.close();
  }
}

/** Postgres writes this one file in place while others read it: two looks that see the same have seen a whole one. */
async function settled(file: string): Promise<Buffer> {
  for (let look = 0; look < 20; look += 1) {
    const [first, second] = [await readFile(file), await readFile(file)];
    if (first.equals(second)) return first;
  }
  throw new BackupError(`${file} changes all the time: take the backup again.`);
}
