import './kernel/process/loading';

import { startApi } from './api';
import { loadConfig } from './config';
import { openEnclave } from './enclave';
import { createLog } from './kernel/log';
import { isSupervised, reportReady, stopOnSignals, untilReady } from './kernel/process/process';
import { listenForMetrics } from './metrics';
import { openPlatform } from './platform';
import { assertMigrated } from './schema-version';
import { startTelemetry } from './telemetry';

/** Starts the process of the API. */
async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLog('api', config.logLevel);
  const closing = stopOnSignals();
  const telemetry = await startTelemetry(config, 'tezgah-api');
  if (telemetry) closing.unshift(() => telemetry.stop());
  const wait = { everyMs: 100, forMs: 60_000 };
  const platform = await untilReady(() => openPlatform({ config, log, applicationName: 'tezgah-api' }), wait);
  closing.unshift(() => platform.close());
  await untilReady(() => assertMigrated(platform.database), wait);
  const api = await startApi(platform, config, log);
  closing.unshift(() => api.stop());
  const checkout = await openEnclave(platform, config, log);
  if (checkout) closing.unshift(() => checkout.stop());
  const metrics = await listenForMetrics(platform, config);
  if (metrics) closing.unshift(() => metrics.stop());
  log.info(
    { url: api.url, ...(checkout ? { checkout: checkout.url } : {}), ...(metrics ? { metrics: metrics.url } : {}) },
    'the API is ready',
  );
  const setupLink = await api.setupLink();
  // A supervisor tells the link to the person who started it, and the log stays without it.
  if (setupLink && !isSupervised())
    log.warn({ setupLink }, 'nobody can log in yet: open this link once, it makes the first store and its owner');
  reportReady({ port: api.port, setupLink: setupLink ?? null });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
