// tier: all
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { Client } from 'pg';
import { loadConfig } from '../../src/config';
import { signalTo } from '../../src/embedded/process';
import { connectWhenHealthy } from '../../src/embedded/temporal';
import { Reservation } from '../../src/supervisor/ports';
import { ProcessLedger } from '../../src/supervisor/process-ledger';
import { type RunFile, readRunFile } from '../../src/supervisor/run-file';
import { Supervisor } from '../../src/supervisor/supervisor';
import { eventually } from '../world/eventually';
import { launch, outputOf, program, temporaryFolder } from './support';

jest.setTimeout(300_000);

const strangers: Server[] = [];
/** Ports that strangers have taken. */
const taken = () => strangers.map((each) => (each.address() as AddressInfo).port);
/** So many ports are still to be taken, each as soon as the supervisor lets it go. */
let wanted = 0;

const letGo = Reservation.prototype.letGo;
jest.spyOn(Reservation.prototype, 'letGo').mockImplementation(function (this: Reservation) {
  letGo.call(this);
  const isNeeded = !(this as unknown as { isOver: boolean }).isOver;
  if (wanted <= 0 || !isNeeded) return;
  wanted -= 1;
  const stranger = createServer((socket) => socket.on('error', () => {}).end('a stranger'));
  // A child has it.
  stranger.once('error', () => {
    wanted += 1;
  });
  stranger.listen(this.port, '127.0.0.1', () => strangers.push(stranger));
});

const folder = temporaryFolder();
const said: string[] = [];
const config = loadConfig({
  PORT: '0',
  TEMPORAL_UI_PORT: '0',
  TEZGAH_DATA: folder,
  TEZGAH_DURABLE: '0',
  TEZGAH_DEMO: '0',
});
const parts = {
  programs: {
    api: program('address.cjs'),
    worker: program('grounded.cjs'),
    sandbox: program('grounded.cjs'),
    storefront: program('grounded.cjs'),
  },
  simulators: [],
  preparer: () => ({
    migrate: async () => {},
    seedDemo: () => Promise.reject(new Error('There is no demo here.')),
    prepareTemporal: async (address: string) => (await connectWhenHealthy(address)).close(),
    end: () => {},
  }),
};
const supervisor = new Supervisor(config, parts, (name, line) => said.push(`${name} ${line}`));

afterAll(async () => {
  for (const each of strangers) each.close();
  await supervisor.stop();
  await new ProcessLedger(folder).endOrphans();
});

const portOf = (url: string): number => Number(new URL(url).port);

/** Asks each address of the run who answers there: all are parts of this run. */
async function proveOurs(run: RunFile): Promise<void> {
  const answer = (await (await fetch(run.api)).json()) as { pid: number; database: string; temporal: string };
  expect(answer).toMatchObject({ pid: run.pids.api, temporal: run.temporal });
  expect(portOf(answer.database)).toBe(portOf(run.databaseUrl));
  const client = new Client({ connectionString: run.databaseUrl });
  await client.connect();
  const { rows } = await client.query(`SELECT current_setting('data_directory') AS folder`);
  await client.end();
  expect(rows).toEqual([{ folder: path.join(folder, 'postgres', 'cluster') }]);
  await (await connectWhenHealthy(run.temporal)).close();
}

test('a port that is taken before its server listens is chosen again, and what is written is true', async () => {
  wanted = 2;
  const run = await supervisor.boot();
  expect(wanted).toBe(0);
  expect(said.join('\n')).toContain('has taken port');
  // Ports of our own programs are handed over: there is no moment at which they can be taken.
  const ports = [portOf(run.databaseUrl), Number(run.temporal.split(':')[1])];
  for (const port of ports) expect(taken()).not.toContain(port);
  expect(readRunFile(folder)).toEqual(run);
  await proveOurs(run);
});

test('a server that was killed and finds its port taken takes all parts to other addresses', async () => {
  for (const name of ['postgres', 'temporal'] as const) {
    const before = readRunFile(folder);
    wanted = 1;
    signalTo(before?.pids[name] ?? 0, 'SIGKILL');
    await eventually(() => {
      const now = readRunFile(folder);
      return now && now.pids.api !== before?.pids.api;
    }, 120_000);
    const after = readRunFile(folder) as RunFile;
    expect(wanted).toBe(0);
    expect(after[name === 'postgres' ? 'databaseUrl' : 'temporal']).not.toBe(
      before?.[name === 'postgres' ? 'databaseUrl' : 'temporal'],
    );
    await proveOurs(after);
  }
});

test('a program of ours that was killed keeps its address, or all parts have another one', async () => {
  const before = readRunFile(folder) as RunFile;
  const taker = launch(process.execPath, [program('taker.cjs'), String(portOf(before.api))], { stdio: 'pipe' });
  const heard = outputOf(taker);
  await eventually(() => taker.pid);
  signalTo(before.pids.api ?? 0, 'SIGKILL');
  await eventually(() => {
    const now = readRunFile(folder);
    return now && now.pids.api !== before.pids.api;
  }, 120_000);
  const after = readRunFile(folder) as RunFile;
  expect(after.api === before.api).toBe(!heard().includes('taken'));
  await proveOurs(after);
});
