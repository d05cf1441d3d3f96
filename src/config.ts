import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import path from 'node:path';

/** One environment variable that the product reads. The README's table and the boot-time check both come from these rows. */
interface Setting<T> {
  readonly name: string;
  readonly fallback: string | undefined;
  readonly meaning: string;
  read(raw: string): T;
}

export class ConfigError extends Error {}

const text = (raw: string): string => raw;

const oneOf =
  <const V extends readonly string[]>(...values: V) =>
  (raw: string): V[number] => {
    if (!values.includes(raw)) throw new ConfigError(`must be one of ${values.join(', ')}`);
    return raw;
  };

const integer =
  (min: number, max: number) =>
  (raw: string): number => {
    const value = Number(raw);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new ConfigError(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  };

const flag = (raw: string): boolean => oneOf('0', '1')(raw) === '1';

const url =
  (...protocols: string[]) =>
  (raw: string): string => {
    if (!URL.canParse(raw) || !protocols.includes(new URL(raw).protocol)) {
      throw new ConfigError(
        `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      );
    }
    return raw;
  };

const hostAndPort = (raw: string): string => {
  if (!/^[^\s/:]+:\d{1,5}$/.test(raw)) throw new ConfigError('must look like host:port');
  return raw;
};

const key256 = (raw: string): Buffer => {
  const key = Buffer.from(raw, 'base64');
  if (key.length !== 32) throw new ConfigError('must be 32 bytes in base64 (openssl rand -base64 32)');
  return key;
};

/** Addresses and networks in CIDR form. */
const networks = (raw: string): readonly string[] => {
  const entries = raw.split(/[\s,]+/).filter(Boolean);
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const bitsMax = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)))
      throw new ConfigError('must be addresses or networks with commas between them, e.g. 10.0.0.7, fd00::/8');
  }
  return entries;
};

const setting = <T>(
  name: string,
  fallback: string | undefined,
  meaning: string,
  read: (raw: string) => T,
): Setting<T> => ({ name, fallback, meaning, read });

export const settings = {
  port: setting(
    'PORT',
    '4000',
    'Port of the HTTP API. 0: any free one, also for what `npm start` runs beside it.',
    integer(0, 65_535),
  ),
  host: setting('HOST', '127.0.0.1', 'Address that the HTTP API listens on.', text),
  publicUrl: setting(
    'TEZGAH_PUBLIC_URL',
    '',
    'Base URL that people and programs use, when a proxy stands in front. With https the session cookie is Secure.',
    text,
  ),
  dataFolder: setting(
    'TEZGAH_DATA',
    '.data',
    'Folder of the embedded Postgres and Temporal data, keys, run.json, and in `objects` the bytes of uploads and pictures: API and worker share that.',
    (raw) => path.resolve(raw),
  ),
  databaseUrl: setting('DATABASE_URL', '', 'Postgres to use; empty: `npm start` runs an embedded one.', (raw) =>
    raw === '' ? '' : url('postgres:', 'postgresql:')(raw),
  ),
  databaseOwnerUrl: setting(
    'TEZGAH_DATABASE_OWNER_URL',
    '',
    'The same database as its owner, for migrations alone: they make the login of DATABASE_URL, which may then do nothing else. Empty: DATABASE_URL.',
    (raw) => (raw === '' ? '' : url('postgres:', 'postgresql:')(raw)),
  ),
  databasePoolSize: setting('TEZGAH_DATABASE_POOL', '20', 'Postgres connections of one process.', integer(2, 200)),
  temporalAddress: setting('TEMPORAL_ADDRESS', '', 'Temporal to use; empty: `npm start` runs a local one.', (raw) =>
    raw === '' ? '' : hostAndPort(raw),
  ),
  temporalNamespace: setting('TEMPORAL_NAMESPACE', 'default', 'Temporal namespace.', text),
  taskQueue: setting('TEZGAH_TASK_QUEUE', 'tezgah', 'Temporal task queue of the workflows and their activities.', text),
  temporalUiPort: setting('TEMPORAL_UI_PORT', '8233', 'Port of the local Temporal UI.', integer(0, 65_535)),
  durable: setting(
    'TEZGAH_DURABLE',
    '1',
    '0: the embedded Postgres and Temporal do not wait for the disk. For tests only.',
    flag,
  ),
  demo: setting('TEZGAH_DEMO', '1', '0: no demo store and no marketplace simulator.', flag),
  demoProducts: setting(
    'TEZGAH_DEMO_PRODUCTS',
    '5000',
    'Products that the simulated marketplace offers.',
    integer(1, 1_000_000),
  ),
  throttlePerMinute: setting(
    'TEZGAH_THROTTLE_PER_MINUTE',
    '120',
    'Calls that one token may make in any 60 seconds (a sliding window), every 64 KiB of a body, or 1 MiB of a file that is brought, counting as one more; an owner’s session five times as many.',
    integer(1, 100_000_000),
  ),
  anonymousPerMinute: setting(
    'TEZGAH_ANONYMOUS_PER_MINUTE',
    '300',
    'Calls that one client address may make in any 60 seconds without a credential that has proven good; of files under `/media/` it may read twenty times as many.',
    integer(1, 100_000_000),
  ),
  trustedProxies: setting(
    'TEZGAH_TRUSTED_PROXIES',
    '',
    'Addresses or networks of the proxies in front, e.g. `10.0.0.7, fd00::/8`: their X-Forwarded-For says who calls. Empty: all clients of a proxy count as one.',
    networks,
  ),
  secretKey: setting(
    'TEZGAH_SECRET_KEY',
    '',
    'Key that seals secrets at rest, 32 bytes in base64. `npm start` makes one in TEZGAH_DATA; the parts alone need it.',
    (raw) => (raw === '' ? undefined : key256(raw)),
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'Mail server, e.g. smtps://user:password@mail.example.com; empty: mails are kept, and shown in the panel.',
    (raw) => (raw === '' ? '' : url('smtp:', 'smtps:')(raw)),
  ),
  mailFrom: setting('TEZGAH_MAIL_FROM', 'Tezgâh <tezgah@localhost>', 'Sender of mails.', text),
  trendyolUrl: setting(
    'TEZGAH_TRENDYOL_URL',
    'https://apigw.trendyol.com/integration',
    'Base URL of the Trendyol API.',
    url('https:', 'http:'),
  ),
  strict: setting(
    'TEZGAH_STRICT',
    '0',
    '1: an answer or a refusal that a capability does not declare fails. For those who build capabilities.',
    flag,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'trace, debug, info, warn, error or silent.',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  ),
};

type Read<S> = S extends Setting<infer T> ? T : never;
/** Of the settings what handlers may know: no key, no login, no address of a server that the product trusts. */
export type OpenSettings = Pick<Config, 'publicUrl' | 'host' | 'port' | 'trendyolUrl'>;

export const openSettings = ({ publicUrl, host, port, trendyolUrl }: Config): OpenSettings => ({
  publicUrl,
  host,
  port,
  trendyolUrl,
});

export type Config = { readonly [K in keyof typeof settings]: Read<(typeof settings)[K]> };

/**
 * Reads and checks the environment.
 * @throws {ConfigError} with one line for each setting that is wrong.
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, { name, fallback, read }] of Object.entries(settings) as [string, Setting<unknown>][]) {
    const raw = environment[name] ?? fallback ?? '';
    try {
      values[key] = read(raw === '' && fallback ? fallback : raw);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(`${name} ${error.message} (it is ${JSON.stringify(raw)})`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return values as Config;
}

export const newSecretKey = (): string => randomBytes(32).toString('base64');
