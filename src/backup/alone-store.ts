import { Client } from 'pg';
import { wholeLocks } from '../kernel/database/locks';
import { BackupError } from './backup-error';

/** How long Postgres may say nothing, in ms: one that accepts a connection and is silent would be waited for without an end. */
const SILENT_MS = 10_000;

const HOLDER = `
  SELECT host(a.client_addr) AS address, a.backend_start AS since FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1 AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** A session of Postgres that nobody else has who takes a backup. */
export interface Alone {
  /** @throws {BackupError} when the session was lost, and with it the right to be alone */
  assertStill(): Promise<void>;
  end(): Promise<void>;
}

/**
 * A lock file tells whether its process lives, and to a container that shares the folder no process of another one does. Postgres is the
 * same for all of them, and lets go of the lock when the session ends, however it does.
 * @param silentMs how long Postgres may say nothing
 * @throws {BackupError} when another backup is being taken
 */
export async function beAlone(url: string, silentMs = SILENT_MS): Promise<Alone> {
  const client = new Client({
    connectionString: url,
    application_name: 'tezgah-backup',
    keepAlive: true,
    connectionTimeoutMillis: silentMs,
    query_timeout: silentMs,
  });
  // A session that is lost is told by the next question.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      wholeLocks.backup,
    ]);
    if (!rows[0]?.mine) throw new BackupError(`Another backup of this shop is being taken${await holderOf(client)}.`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async assertStill() {
      await client.query('SELECT 1').catch(() => {
        throw new BackupError('The connection to Postgres was lost, and another backup may have begun: take it again.');
      });
    },
    end: () => client.end().catch(() => {}),
  };
}

/** Postgres shows sessions of other logins to its operators alone. */
async function holderOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ address: string | null; since: Date | null }>(HOLDER, [wholeLocks.backup]);
  const { address = null, since = null } = rows[0] ?? {};
  return `${address ? `, from ${address}` : ''}${since ? `, since ${since.toISOString()}` : ''}`;
}
