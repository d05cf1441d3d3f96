import path from 'node:path';
import { runtimePostgresUrl } from '../../src/embedded/postgres';
import { signalTo, sleep } from '../../src/embedded/process';
import { providers } from '../../src/extension/provider/list';
import type { RunFile } from '../../src/supervisor/run-file';
import { type Program, startProgram } from '../bench/program';
import { type SilentProxy, startSilentProxy } from '../world/silent-proxy';
import { compiled, type Product } from './product';
import type { Random } from './random';

const entries = { secondApi: 'main.js', secondWorker: 'worker.js' } as const;
export type SecondPart = keyof typeof entries;

/** What the network does to one connection to Postgres, and how often. */
const FAULTS = { 'lost question': 2, 'lost answer': 1, 'lost COMMIT answer': 3, 'cut COMMIT answer': 4 } as const;
export type NetworkFault = keyof typeof FAULTS;

const STOP_MS = 5_000;
const FAULT_EVERY_MS = 1_500;

/**
 * A second API and a second worker, as another machine would run them: their way to Postgres is a network that loses what it
 * carries, one connection at a time and without a word. Whoever dies is started again.
 */
export class SecondMachine {
  /** Faults that met a connection. */
  readonly faults: Record<NetworkFault, number> = {
    'lost question': 0,
    'lost answer': 0,
    'lost COMMIT answer': 0,
    'cut COMMIT answer': 0,
  };
  private readonly programs = new Map<SecondPart, Program>();
  private readonly working: Promise<unknown>[] = [];
  private proxy: SilentProxy | undefined;
  private over = false;
  private calm = false;

  constructor(
    private readonly product: Product,
    private readonly random: Random,
  ) {}

  async start(): Promise<void> {
    this.proxy = await startSilentProxy();
    this.working.push(this.keepUp('secondApi'), this.keepUp('secondWorker'), this.disturb(this.proxy));
  }

  /** Where the API answers, while it runs. */
  get origin(): string | undefined {
    const port = this.programs.get('secondApi')?.facts.port;
    return port === undefined ? undefined : `http://127.0.0.1:${port}`;
  }

  /** The processes that run now. */
  get pids(): number[] {
    return [...this.programs.values()].map(({ pid }) => pid);
  }

  /** No more faults; both go on. */
  calmDown(): void {
    this.calm = true;
  }

  async stop(): Promise<void> {
    this.over = true;
    this.calm = true;
    await Promise.all(this.working);
    await this.proxy?.close();
  }

  private async keepUp(name: SecondPart): Promise<void> {
    while (!this.over) {
      const { run } = this.product;
      const program = run && (await this.startPart(name, run).catch(() => undefined));
      if (!program) {
        await sleep(200);
        continue;
      }
      this.programs.set(name, program);
      let ended = false;
      void program.exited.then(() => {
        ended = true;
      });
      // The first machine may come back at other addresses: an operator tells the second one.
      while (!ended && !this.over && addressesOf(this.product.run ?? run) === addressesOf(run)) await sleep(100);
      this.programs.delete(name);
      await program.stop(STOP_MS);
    }
  }

  private startPart(name: SecondPart, run: RunFile): Promise<Program> {
    const { dataFolder } = this.product;
    const direct = runtimePostgresUrl(path.join(dataFolder, 'postgres'), Number(new URL(run.databaseUrl).port));
    return startProgram(path.join(compiled, entries[name]), {
      env: {
        DATABASE_URL: (this.proxy as SilentProxy).through(direct),
        TEMPORAL_ADDRESS: run.temporal,
        TEZGAH_DATA: dataFolder,
        TEZGAH_SECRET_KEY_FILE: path.join(dataFolder, 'secret.key'),
        ...simulated(run),
        ...this.product.environment,
        TEZGAH_THROTTLE_PER_MINUTE: '100000000',
        TEZGAH_CHECKOUT_PER_MINUTE: '100000000',
        TEZGAH_ANONYMOUS_PER_MINUTE: '100000000',
        TEZGAH_STOREFRONT_PER_MINUTE: '100000000',
        LOG_LEVEL: 'silent',
        PORT: '0',
      },
    });
  }

  private async disturb(proxy: SilentProxy): Promise<void> {
    while (!this.calm) {
      await sleep(this.random.int(FAULT_EVERY_MS / 2, FAULT_EVERY_MS * 1.5));
      if (this.calm) return;
      const fault = this.random.weighted(FAULTS);
      let struck = false;
      void strike(proxy, fault).then(() => {
        struck = true;
        this.faults[fault] += 1;
      });
      while (!struck && !this.calm) await sleep(50);
    }
  }

  /** As when a machine loses its power. */
  kill(name: SecondPart): void {
    const pid = this.programs.get(name)?.pid;
    if (pid !== undefined) signalTo(pid, 'SIGKILL');
  }
}

function strike(proxy: SilentProxy, fault: NetworkFault): Promise<void> {
  switch (fault) {
    case 'lost question':
      return proxy.loseQuestion();
    case 'lost answer':
      return proxy.loseAnswer('');
    case 'lost COMMIT answer':
      return proxy.loseAnswer('COMMIT');
    case 'cut COMMIT answer':
      return proxy.cutAnswer('COMMIT');
  }
}

const addressesOf = ({ databaseUrl, temporal, simulators }: RunFile): string =>
  JSON.stringify([databaseUrl, temporal, simulators]);

/** Where the simulators are, as the first machine is told. */
const simulated = ({ simulators }: RunFile): Record<string, string> =>
  Object.assign(
    {},
    ...providers.map(({ manifest: { key }, simulator }) => simulator?.environment(simulators[key] as string)),
  );
