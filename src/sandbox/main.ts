import '../kernel/process/loading';

import { type Config, loadConfig } from '../config';
import { createLog } from '../kernel/log';
import { reportReady, stopOnSignals } from '../kernel/process/process';
import { closeInherited } from './descriptors';
import { sandboxFolder } from './driver/folder';
import { SandboxHost } from './host';
import { serve, serveOthers } from './server';
import { certificateOf, trustedAt } from './stated-hosts';
import { socketOf } from './wire';

/** The sandbox process: it holds no key of the product and knows no database. */
async function main(): Promise<void> {
  closeInherited();
  const config = loadConfig();
  const log = createLog('sandbox', config.logLevel);
  const closing = stopOnSignals();
  const folder = sandboxFolder(config);
  const host = await SandboxHost.open(folder, config.sandbox);
  closing.unshift(() => host.close());
  // Without it no command runs, and everything else does.
  const stop = await serve(host, socketOf(folder)).catch((err: Error) =>
    log.error({ err }, 'nobody reaches the sandbox'),
  );
  if (stop) closing.unshift(stop);
  const others = config.sandboxListen && (await serveOthers(host, entryOf(config, config.sandboxListen)));
  if (others) closing.unshift(() => others.stop());
  const state = await host.state();
  log.info(
    { driver: state.driver, reason: state.reason, ...(others ? { port: others.port } : {}) },
    'the sandbox is ready',
  );
  reportReady({ ...state, ...(others ? { port: others.port } : {}) });
}

/** @throws {ConfigError} for a certificate that cannot be read */
const entryOf = (config: Config, at: NonNullable<Config['sandboxListen']>) => ({
  ...at,
  ...certificateOf(config),
  secret: config.sandboxSecret,
  api: config.sandboxApi && trustedAt(config.sandboxApi),
});

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
