import '../kernel/process/loading';

import path from 'node:path';
import { loadConfig } from '../config';
import { EmbeddedError } from '../embedded/embedded-error';
import { providers } from '../extension/provider/list';
import { ConfigError } from '../kernel/declaration/setting';
import { banner } from './banner';
import { HeldError } from './data-folder';
import { DatabaseError } from './filling';
import { linesFor } from './lines';
import { NotReadyError } from './node-child';
import type { Parts } from './parts';
import { PortLost } from './ports';
import { OwnProcess } from './preparer';
import { StoppedError, Supervisor } from './supervisor';

const compiled = path.resolve(__dirname, '..');

const product: Parts = {
  programs: {
    api: path.join(compiled, 'main.js'),
    worker: path.join(compiled, 'worker.js'),
    sandbox: path.join(compiled, 'sandbox', 'main.js'),
    storefront: path.join(compiled, 'storefront-main.js'),
  },
  simulators: providers.flatMap(({ manifest, simulator }) =>
    simulator ? { ...simulator, key: manifest.key, program: path.resolve(compiled, simulator.program) } : [],
  ),
  preparer: () => new OwnProcess(path.join(compiled, 'supervisor', 'preparing.js')),
};

async function wordsOnTerminal(): Promise<(record: string) => string> {
  const { prettyFactory } = await import('pino-pretty');
  const { prettily } = await import('../kernel/log.js');
  return prettyFactory({ ...prettily, ignore: `${prettily.ignore},name`, colorize: true });
}

/** A terminal, npm and the bootstrap may each deliver the same Ctrl-C. */
const sameKeyPressMs = 700;

async function main(): Promise<void> {
  const config = loadConfig();
  const onTerminal = process.stdout.isTTY === true;
  const all = config.stated.has('LOG_LEVEL');
  const shown = linesFor({ inWords: onTerminal ? await wordsOnTerminal() : undefined, all });
  const say = (name: string, line: string): void => {
    const text = shown(line);
    if (text !== undefined) process.stdout.write(`${name.padEnd(9)} | ${text}\n`);
  };
  const supervisor = new Supervisor(config, product, say);
  onStopRequest(supervisor, (line) => say('tezgah', line));
  try {
    const run = await supervisor.boot();
    process.stdout.write(
      banner(run, {
        dataFolder: config.dataFolder,
        seconds: performance.now() / 1000,
        mailsKept: !config.smtpUrl,
        onTerminal,
        warningsOnly: !all,
      }),
    );
  } catch (error) {
    if (!(error instanceof StoppedError)) complain(error);
    await supervisor.stop();
    process.exit(error instanceof StoppedError ? 0 : 1);
  }
}

function onStopRequest(supervisor: Supervisor, say: (line: string) => void): void {
  let asked: number | undefined;
  const request = (reason: string) => {
    const now = Date.now();
    if (asked !== undefined) {
      if (now - asked < sameKeyPressMs) return;
      say('Killing everything.');
      void supervisor.kill().finally(() => process.exit(130));
      return;
    }
    asked = now;
    say(`${reason}: stopping.`);
    supervisor.stop().then(
      () => {
        say(`Stopped in ${((Date.now() - now) / 1000).toFixed(1)} s.`);
        process.exit(0);
      },
      (error: unknown) => {
        complain(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal));
  // Only when somebody started this program with a channel: the bootstrap, which is gone then.
  process.once('disconnect', () => request('The terminal program is gone'));
  // Nobody reads any more (npm start | head); stopping in order still matters.
  process.stdout.on('error', () => {});
  process.on('uncaughtException', (error) => {
    complain(error);
    request('A bug in the supervisor');
  });
}

/** Expected failures are one sentence; the stack is for those who debug. */
function complain(error: unknown): void {
  const known = [ConfigError, DatabaseError, EmbeddedError, HeldError, NotReadyError, PortLost].some(
    (kind) => error instanceof kind,
  );
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace') process.stderr.write(`${stack}\n`);
  else process.stderr.write(`${message}${known ? '' : ' (LOG_LEVEL=debug shows where)'}\n`);
}

main().catch((error: unknown) => {
  complain(error);
  process.exit(1);
});
