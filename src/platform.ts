import { hkdfSync } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { type Config, ConfigError } from './config';
import { CommandBus } from './kernel/bus';
import { Database } from './kernel/database';
import type { Services } from './kernel/declare';
import { Dispatcher } from './kernel/dispatch';
import type { Log } from './kernel/log';
import { OutboxDispatcher } from './kernel/outbox';
import { SecretBox } from './kernel/secret-box';
import { deliverTo, temporalClient } from './kernel/temporal';
import { createProposalGate } from './proposal/gate';
import { registry } from './registry';

/** What API, worker and seed have in common. */
export interface Platform {
  readonly database: Database;
  readonly services: Services;
  readonly bus: CommandBus;
  readonly dispatcher: Dispatcher;
  readonly temporal: Client;
  readonly outbox: OutboxDispatcher;
  close(): Promise<void>;
}

interface PlatformOptions {
  readonly config: Config;
  readonly log: Log;
  readonly applicationName: string;
  readonly now?: () => Date;
  /** See Dispatcher. */
  readonly checkResults?: boolean;
}

/** @throws {ConfigError} when a setting that the parts need alone is missing */
export async function openPlatform({
  config,
  log,
  applicationName,
  now,
  checkResults,
}: PlatformOptions): Promise<Platform> {
  if (!config.databaseUrl)
    throw new ConfigError('DATABASE_URL must name the Postgres to use; `npm start` brings one along.');
  if (!config.secretKey)
    throw new ConfigError('TEZGAH_SECRET_KEY must hold 32 bytes in base64 (openssl rand -base64 32).');
  const database = await Database.open({ url: config.databaseUrl, poolSize: config.databasePoolSize, applicationName });
  const services: Services = { config, secretBox: new SecretBox(config.secretKey), capabilities: registry };
  const temporal = temporalClient({
    address: config.temporalAddress || '127.0.0.1:7233',
    namespace: config.temporalNamespace,
  });
  const outbox = new OutboxDispatcher(database.system, deliverTo(temporal, config.taskQueue), (err, row) =>
    log.warn(
      { err, effect: row?.id, workflowId: row?.workflowId },
      'an effect was not delivered yet; it will be tried again',
    ),
  );
  const bus = new CommandBus({
    database,
    services,
    fingerprintKey: Buffer.from(hkdfSync('sha256', config.secretKey, '', 'tezgah payload fingerprint', 32)),
    onEffects: () => outbox.kick(),
    ...(now ? { now } : {}),
  });
  const dispatcher = new Dispatcher({
    database,
    bus,
    services,
    proposals: createProposalGate(bus, services.capabilities),
    delivered: (storeId, ids, deadlineMs) => outbox.delivered(database.reader(storeId), ids, deadlineMs),
    ...(now ? { now } : {}),
    ...(checkResults ? { checkResults } : {}),
  });
  return {
    database,
    services,
    bus,
    dispatcher,
    temporal,
    outbox,
    async close() {
      await outbox.stop();
      await temporal.connection.close();
      await database.close();
    },
  };
}
