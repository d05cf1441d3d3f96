import type { Config } from '../config';
import { localUrl } from '../kernel/process/local-url';
import type { KeyEnvironment } from '../keys/source';
import { SandboxClient } from '../sandbox/client';
import { sandboxFolder } from '../sandbox/driver/folder';
import { socketOf } from '../sandbox/wire';
import type { NodeProgram } from './node-child';
import { type Parts, simulatorOf } from './parts';
import type { Doors, PlacedSimulator } from './places';
import type { Probes } from './processes';
import type { DatabaseUrls } from './servers';
import { type shopEnvironment, storefrontEnvironment } from './storefront-environment';

/** How long the API has to say that it serves, in ms. */
const livezMs = 10_000;

/** Addresses and keys of one start. */
export interface Layout {
  readonly config: Config;
  readonly doors: Doors;
  readonly checkoutKey: string;
  readonly shops: ReturnType<typeof shopEnvironment>;
  readonly keys: KeyEnvironment;
  readonly database: DatabaseUrls;
  readonly temporal: { readonly address: string; readonly uiUrl: string | null };
  readonly simulators: readonly PlacedSimulator[];
}

interface NamedProgram {
  readonly name: string;
  readonly program: NodeProgram;
  readonly probes?: Probes;
}

export const hasShops = ({ database }: Layout): boolean => database.storefrontUrl !== '';

/** Lists the programs of a start with what each of them is told. */
export function programsOf({ programs }: Parts, layout: Layout): NamedProgram[] {
  const { config, doors, simulators } = layout;
  const env = sharedEnvironment(layout);
  const sandboxes = new SandboxClient(socketOf(sandboxFolder(config)));
  const own: NamedProgram[] = [
    {
      name: 'api',
      program: {
        entry: programs.api,
        ports: [doors.api, doors.metrics.api, doors.checkout],
        env: {
          ...env,
          PORT: String(doors.api.port),
          TEZGAH_METRICS_PORT: String(doors.metrics.api.port),
          TEZGAH_CHECKOUT_PORT: String(doors.checkout.port),
          TEZGAH_CHECKOUT_KEY: layout.checkoutKey,
        },
      },
      probes: { serves: () => isLive(localUrl(config.host, doors.api.port)) },
    },
    // Commands of agents run below it: it is given no key and no address of a database.
    {
      name: 'sandbox',
      program: { entry: programs.sandbox, env: sandboxEnvironment(config.dataFolder) },
      // Commands of one that is frozen would run on without any bound.
      probes: { answers: (withinMs) => sandboxes.answers(withinMs) },
    },
    // It writes mails, whose links lead to the API.
    {
      name: 'worker',
      program: {
        entry: programs.worker,
        ports: [doors.metrics.worker],
        env: { ...env, PORT: String(doors.api.port), TEZGAH_METRICS_PORT: String(doors.metrics.worker.port) },
      },
    },
  ];
  // It shows shops to anybody, so it has no sealing key and no login that writes.
  if (hasShops(layout))
    own.push({
      name: 'storefront',
      program: {
        entry: programs.storefront,
        ports: [doors.storefront, doors.metrics.storefront],
        env: { ...storefrontEnvironment(process.env), ...storefrontSettings(layout) },
      },
    });
  return [...own, ...simulators.map((simulator) => simulatorProgram(simulator, config))];
}

/** Settings of API and worker. */
function sharedEnvironment({ config, shops, keys, database, temporal, simulators }: Layout): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...shops,
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEZGAH_DATA: config.dataFolder,
    ...keys,
  };
  for (const { environment, address } of simulators)
    for (const [name, value] of Object.entries(environment(address))) env[name] ??= value;
  return env;
}

/** Settings that the storefront has of this start. */
const storefrontSettings = ({ config, doors, checkoutKey, shops, database }: Layout): NodeJS.ProcessEnv => ({
  ...shops,
  TEZGAH_DATA: config.dataFolder,
  TEZGAH_STOREFRONT_DATABASE_URL: database.storefrontUrl,
  TEZGAH_STOREFRONT_PORT: String(doors.storefront.port),
  TEZGAH_CHECKOUT_URL: config.checkoutUrl || localUrl(config.checkoutHost, doors.checkout.port),
  TEZGAH_CHECKOUT_KEY: checkoutKey,
  PORT: String(doors.api.port),
  TEZGAH_METRICS_PORT: String(doors.metrics.storefront.port),
});

function simulatorProgram({ key, program, args, at }: PlacedSimulator, { demoProducts }: Config): NamedProgram {
  const flags = ['--port', String(at.port), ...args({ products: demoProducts })];
  return { name: simulatorOf(key), program: { entry: program, ports: [at], args: flags, env: process.env } };
}

/** Settings that the sandbox program reads, and what Node itself needs. */
function sandboxEnvironment(dataFolder: string): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'TEZGAH_SANDBOX',
    'TEZGAH_SANDBOX_FOLDER',
    'TEZGAH_SANDBOX_LISTEN',
    'TEZGAH_SANDBOX_SECRET',
    'TEZGAH_SANDBOX_API',
    'TEZGAH_TLS_CERTIFICATE',
    'TEZGAH_TLS_KEY',
    'LOG_LEVEL',
  ];
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
    TEZGAH_DATA: dataFolder,
  };
}

const isLive = (url: string): Promise<boolean> =>
  fetch(`${url}/livez`, { signal: AbortSignal.timeout(livezMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
