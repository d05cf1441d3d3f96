import { Client } from 'pg';

/** Facts that a copy of the cluster's files needs beside them to become a database of one moment. */
export interface OnlineBackup {
  /** The name of the last migration. */
  readonly schema: string;
  /**
   * Ends the backup. All commits up to now are in the copy, once the log between the two segments lies beside it.
   * @returns the content of `backup_label`, and the first and last segment of the log
   */
  end(): Promise<{ readonly label: string; readonly tablespaces: string; readonly from: string; readonly to: string }>;
  /** Ends the session; of a backup that has not ended, Postgres forgets that it began. */
  close(): Promise<void>;
}

/**
 * Tells Postgres that its files are copied. As long as the session lives it keeps the log that the copy needs (a slot that goes
 * with the session), and writes whole pages there, so that half of one in the copy does no harm.
 * @param ownerUrl of a login that may do so
 */
export async function beginOnlineBackup(ownerUrl: string): Promise<OnlineBackup> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tezgah-backup' });
  // A session that is lost is told by the next question.
  client.on('error', () => {});
  await client.connect();
  try {
    const schema = await client.query<{ name: string }>(
      'SELECT name FROM schema_migration ORDER BY timestamp DESC LIMIT 1',
    );
    await client.query(`SELECT pg_create_physical_replication_slot('tezgah_backup_' || pg_backend_pid(), true, true)`);
    await client.query(`SELECT pg_backup_start('tezgah', true)`);
    return {
      schema: schema.rows[0]?.name ?? '',
      end: async () => {
        const { rows } = await client.query<{ label: string; tablespaces: string; to: string }>(
          'SELECT labelfile AS label, spcmapfile AS tablespaces, pg_walfile_name(lsn) AS to FROM pg_backup_stop(false)',
        );
        const [{ label, tablespaces, to }] = rows as [(typeof rows)[number]];
        const from = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(label)?.[1];
        if (from === undefined) throw new Error('backup_label names no segment');
        return { label, tablespaces: tablespaces.trim(), from, to };
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}
