import { startApi } from './api';
import { loadConfig } from './config';
import { createLog } from './kernel/log';
import { reportReady, stopOnSignals, untilReady } from './kernel/process';
import { openPlatform } from './platform';
import { assertMigrated } from './schema-version';

/** The API process. */
async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLog('api', config.logLevel);
  const platform = await untilReady(() => openPlatform({ config, log, applicationName: 'tezgah-api' }), {
    everyMs: 100,
    forMs: 60_000,
  });
  await untilReady(() => assertMigrated(platform.database), { everyMs: 100, forMs: 60_000 });
  const api = await startApi(platform, config, log);
  stopOnSignals({
    async stop() {
      await api.stop();
      await platform.close();
    },
  });
  log.info({ url: api.url }, 'the API is ready');
  reportReady({ port: api.port });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
