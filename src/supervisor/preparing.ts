import '../kernel/process/loading';

import { sleep } from '../embedded/process';
import { connectWhenHealthy } from '../embedded/temporal';
import { DatabaseAway } from '../kernel/database/connection';
import { ConfigError } from '../kernel/declaration/setting';
import { Refusal } from '../kernel/errors';
import type { Preparer, Work, Worked } from './preparer';

/** So often a Temporal that is there may be too busy to be prepared; each try has a deadline of its own. */
const TRIES_MAX = 20;
const PAUSE_MS = 500;

const works: Omit<Preparer, 'end'> = {
  migrate: async (...urls) => (await import('../migrate.js')).migrate(...urls),
  seedDemo: async (options) => (await import('../demo/seed.js')).seedDemo(options),
  prepareTemporal,
};

/** How late a Temporal of our own becomes healthy says nothing but how busy the machine is. */
async function prepareTemporal(address: string, namespace: string, isOurs: boolean): Promise<void> {
  const { prepareNamespace } = await import('../kernel/work/temporal-namespace.js');
  const connection = await connectWhenHealthy(address, isOurs ? Number.POSITIVE_INFINITY : undefined);
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await prepareNamespace(connection, namespace);
      } catch (error) {
        if (!isPassing(error) || tries > TRIES_MAX) throw error;
        await sleep(PAUSE_MS);
      }
    }
  } finally {
    await connection.close();
  }
}

/** The words of gRPC for a server that is away, or too busy to answer in time. */
const isPassing = (error: unknown): boolean => [4, 8, 14].includes((error as { code?: number }).code ?? 0);

function failureOf(error: unknown): NonNullable<Worked['failed']> {
  // Node's own connection errors may carry their words inside and none outside.
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const { message, stack } = inner instanceof Error ? inner : new Error(String(inner));
  const isLost = error instanceof DatabaseAway || (error instanceof Refusal && error.code === 'unavailable');
  const kind = isLost ? 'lost' : error instanceof ConfigError ? 'setting' : 'other';
  return { kind, message, ...(stack === undefined ? {} : { stack }) };
}

process.on('message', async (message) => {
  const { id, name, args } = message as Work;
  const work = works[name] as (...args: readonly unknown[]) => Promise<unknown>;
  const worked: Worked = await work(...args).then(
    (value) => ({ id, value }),
    (error: unknown) => ({ id, failed: failureOf(error) }),
  );
  process.send?.(worked);
});
// Nobody is there any more who asks.
process.once('disconnect', () => process.exit());
