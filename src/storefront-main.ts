import './kernel/process/loading';

import { Gauge, Registry } from 'prom-client';
import { loadConfig } from './config';
import { Database } from './kernel/database/database';
import { STOREFRONT_ROLE } from './kernel/database/roles';
import { ConfigError } from './kernel/declaration/setting';
import { createLog } from './kernel/log';
import { counted } from './kernel/metrics';
import { storageOf } from './kernel/objects/storage';
import { collectNodeMetrics } from './kernel/process/node-metrics';
import { reportReady, stopOnSignals, untilReady } from './kernel/process/process';
import { buildId } from './meta/build';
import { assertMigrated } from './schema-version';
import { isAnswering } from './storefront/health-store';
import { startStorefront } from './storefront/program';
import { VISITOR_WAITS } from './storefront/waits';
import { startMetrics } from './surfaces/metrics';
import { startTelemetry } from './telemetry';

/** The storefront process. It has no sealing key, and a login that reads what shops show. */
async function main(): Promise<void> {
  const config = loadConfig();
  const { storefrontDatabaseUrl: url, databasePoolSize: poolSize, metricsPort } = config;
  const log = createLog('storefront', config.logLevel);
  const closing = stopOnSignals();
  if (url === '')
    throw new ConfigError('TEZGAH_STOREFRONT_DATABASE_URL must name the Postgres to use, by a login of its own.');
  const telemetry = await startTelemetry(config, 'tezgah-storefront');
  if (telemetry) closing.unshift(() => telemetry.stop());
  const wait = { everyMs: 100, forMs: 60_000 };
  const of = { url, poolSize, applicationName: 'tezgah-storefront', role: STOREFRONT_ROLE } as const;
  const opening = { ...of, ...VISITOR_WAITS };
  const database = await untilReady(() => Database.open(opening), wait);
  closing.unshift(() => database.close());
  await untilReady(() => assertMigrated(database), wait);
  const storefront = await startStorefront({ config, database, objects: storageOf(config), log, build: buildId() });
  closing.unshift(() => storefront.stop());
  if (metricsPort !== undefined) {
    const { metricsHost: host, metricsToken: token } = config;
    const metrics = await startMetrics({ host, port: metricsPort, token, read: metricsOf(database) });
    closing.unshift(() => metrics.stop());
  }
  log.info({ url: storefront.url, shops: config.storefrontUrl.pattern }, 'the storefront is ready');
  reportReady({ port: storefront.port });
}

/** Counts of this process, the state of its database, and the figures of Node. */
function metricsOf({ system }: Database): () => Promise<string> {
  const current = new Registry();
  collectNodeMetrics(current);
  new Gauge({
    name: 'tezgah_part_up',
    help: 'Parts of the health: 1 ok, 0 late or failing.',
    labelNames: ['part'],
    registers: [current],
    async collect() {
      this.set({ part: 'storefront' }, 1);
      this.set({ part: 'database' }, (await isAnswering(system)) ? 1 : 0);
    },
  });
  const all = Registry.merge([counted, current]);
  return () => all.metrics();
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
