import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { providers } from './extension/provider/list';
import { furtherProviders } from './extension/provider/load';
import {
  ConfigError,
  flag,
  hostAndPort,
  integer,
  keys256,
  networks,
  oneOf,
  type Setting,
  sealed,
  setting,
  text,
  url,
  type Values,
  valuesOf,
} from './kernel/declaration/setting';
import { hostPattern } from './kernel/process/host-pattern';

const metricsToken = (raw: string): string => {
  if (!/^[\x21-\x7e]{16,}$/.test(raw)) throw new ConfigError('must have 16 characters or more, without spaces');
  return raw;
};

const serviceKey = (raw: string): string => {
  if (!/^[\x21-\x7e]{32,}$/.test(raw)) throw new ConfigError('must have 32 characters or more, without spaces');
  return raw;
};

/** As OpenTelemetry writes them, which is as W3C Baggage does. */
const headers = (raw: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    raw
      .split(',')
      .map((pair) => pair.trim())
      .filter(Boolean)
      .map((pair) => {
        const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/.exec(pair) ?? [];
        if (name === undefined) throw new ConfigError('must be pairs of name=value with commas between them');
        return [name, decoded(value.trim())];
      }),
  );

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new ConfigError('must have values that are encoded as in URLs');
  }
}

/** Hosts by name, each with the store that answers there. */
const hostsOfStores = (raw: string): ReadonlyMap<string, string> =>
  new Map(
    raw
      .split(',')
      .map((pair) => pair.trim())
      .filter(Boolean)
      .map((pair) => {
        const [, host, storeId] = /^([a-z0-9.-]+)=(str_[0-9A-Z]{26})$/.exec(pair) ?? [];
        if (host === undefined || storeId === undefined)
          throw new ConfigError('must be pairs of host=str_… with commas between them, the host in small letters');
        return [host, storeId];
      }),
  );

/** A server of another machine, over HTTPS. */
export interface StatedServer {
  readonly url: string;
  /** File of the certificates that are trusted there. Empty: those that the system trusts. */
  readonly certificate: string;
}

/** A sandbox program of another machine; `gone`: its machine and the folders there will not come back. */
export type StatedSandbox = (StatedServer & { readonly secret: string }) | 'gone';

const SERVER = 'https://host:port?certificate=/file.pem';

/** @throws {ConfigError} for what is no address */
function serverIn(raw: string): StatedServer & { readonly password: string } {
  const found = URL.canParse(raw) ? new URL(raw) : undefined;
  const isPlain =
    found && (found.pathname === '/' || found.pathname === '') && found.username === '' && found.hash === '';
  if (found?.protocol !== 'https:' || !isPlain) throw new ConfigError(`must look like ${SERVER}`);
  const { host, searchParams, password } = found;
  const certificate = searchParams.get('certificate') ?? '';
  return { url: `https://${host}`, certificate: certificate && path.resolve(certificate), password: decoded(password) };
}

/** The API for commands of workspaces. */
function apiServer(raw: string): StatedServer | undefined {
  if (raw === '') return undefined;
  const { password, ...server } = serverIn(raw);
  if (password !== '') throw new ConfigError(`must look like ${SERVER}`);
  return server;
}

/** Sandbox programs by the names of their hosts. */
function sandboxServers(raw: string): ReadonlyMap<string, StatedSandbox> {
  const pairs = raw
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean);
  return new Map(
    pairs.map((pair): [string, StatedSandbox] => {
      const [, name, stated = ''] = /^([a-z0-9-]{1,32})=(.+)$/.exec(pair) ?? [];
      if (name === undefined)
        throw new ConfigError('must be pairs of name=address with commas between them, names in small letters');
      if (stated === 'gone') return [name, stated];
      const { password, ...server } = serverIn(stated);
      return [name, { ...server, secret: serviceKey(password) }];
    }),
  );
}

const hostName = (raw: string): string => {
  if (!/^[a-z0-9-]{1,32}$/.test(raw)) throw new ConfigError('must have 1 to 32 small letters, digits and hyphens');
  return raw;
};

const listensAt = (raw: string): { readonly hostname: string; readonly port: number } | undefined => {
  if (raw === '') return undefined;
  const [hostname = '', port] = hostAndPort(raw).split(':');
  return { hostname, port: integer(0, 65_535)(String(port)) };
};

const share = (raw: string): number => {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(raw)) throw new ConfigError('must be a number from 0 to 1');
  return Number(raw);
};

const settings = {
  port: setting(
    'PORT',
    '4000',
    'Port of the HTTP API; one that is stated is had or refused, and `npm start` without one moves on to a free one. 0: any free one, also for what `npm start` runs beside it.',
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
  databaseUrl: sealed(
    setting('DATABASE_URL', '', 'Postgres to use; empty: `npm start` runs an embedded one.', (raw) =>
      raw === '' ? '' : url('postgres:', 'postgresql:')(raw),
    ),
  ),
  databaseOwnerUrl: sealed(
    setting(
      'TEZGAH_DATABASE_OWNER_URL',
      '',
      'The same database as its owner, for migrations alone: they make the login of DATABASE_URL, which may then do nothing else. Empty: DATABASE_URL.',
      (raw) => (raw === '' ? '' : url('postgres:', 'postgresql:')(raw)),
    ),
  ),
  databasePoolSize: setting('TEZGAH_DATABASE_POOL', '20', 'Postgres connections of one process.', integer(2, 200)),
  temporalAddress: setting('TEMPORAL_ADDRESS', '', 'Temporal to use; empty: `npm start` runs a local one.', (raw) =>
    raw === '' ? '' : hostAndPort(raw),
  ),
  temporalNamespace: setting('TEMPORAL_NAMESPACE', 'default', 'Temporal namespace.', text),
  taskQueue: setting('TEZGAH_TASK_QUEUE', 'tezgah', 'Temporal task queue of the workflows and their activities.', text),
  temporalUiPort: setting('TEMPORAL_UI_PORT', '8233', 'Port of the local Temporal UI; as PORT.', integer(0, 65_535)),
  durable: setting(
    'TEZGAH_DURABLE',
    '1',
    '0: the embedded Postgres and Temporal do not wait for the disk. For tests only.',
    flag,
  ),
  demo: setting('TEZGAH_DEMO', '1', '0: no demo store and no simulators of providers.', flag),
  demoHost: setting(
    'TEZGAH_DEMO_HOST',
    '',
    'With TEZGAH_DEMO=1: host on which the demo of the split product simulates the providers. A provider whose address is not stated is asked there. Empty: none.',
    text,
  ),
  demoProducts: setting(
    'TEZGAH_DEMO_PRODUCTS',
    '5000',
    'Products that the simulated marketplace offers.',
    integer(1, 1_000_000),
  ),
  metricsPort: setting(
    'TEZGAH_METRICS_PORT',
    '',
    'Port on which a process answers `GET /metrics` for Prometheus; 0: any free one; empty: none, and of `npm start` free ones, which run.json names. API, worker and storefront of one machine need one each; `npm start` gives the worker the next and the storefront the one after.',
    (raw) => (raw === '' ? undefined : integer(0, 65_535)(raw)),
  ),
  metricsHost: setting(
    'TEZGAH_METRICS_HOST',
    '127.0.0.1',
    'Address on which it does; any but 127.0.0.1 and ::1 needs TEZGAH_METRICS_TOKEN.',
    text,
  ),
  metricsToken: sealed(
    setting(
      'TEZGAH_METRICS_TOKEN',
      '',
      'What Prometheus sends as `Authorization: Bearer`, 16 characters or more; empty: programs of this machine read without.',
      (raw) => (raw === '' ? '' : metricsToken(raw)),
    ),
  ),
  checkoutPort: setting(
    'TEZGAH_CHECKOUT_PORT',
    '',
    'Port on which the API process answers the servers of a storefront, what the shop shows and the steps of shoppers; 0: any free one; empty: none, and of `npm start` a free one, which run.json names. Needs TEZGAH_CHECKOUT_KEY, which `npm start` makes by itself.',
    (raw) => (raw === '' ? undefined : integer(0, 65_535)(raw)),
  ),
  checkoutHost: setting('TEZGAH_CHECKOUT_HOST', '127.0.0.1', 'Address on which it does.', text),
  checkoutKey: sealed(
    setting(
      'TEZGAH_CHECKOUT_KEY',
      '',
      'What the servers of a storefront send there as `Authorization: Bearer`, 32 characters or more. No token of the API is let in.',
      (raw) => (raw === '' ? '' : serviceKey(raw)),
    ),
  ),
  checkoutUrl: setting(
    'TEZGAH_CHECKOUT_URL',
    '',
    'Address of that listener, for the storefront: with it, and with TEZGAH_CHECKOUT_KEY, shops take orders in their pages. Empty: they only show. `npm start` knows it.',
    (raw) => (raw === '' ? '' : url('http:', 'https:')(raw).replace(/\/$/, '')),
  ),
  checkoutPerMinute: setting(
    'TEZGAH_CHECKOUT_PER_MINUTE',
    '12000',
    'Calls that the servers of a storefront may make there for one store in any 60 seconds. They are no calls of a token.',
    integer(1, 100_000_000),
  ),
  storefrontPort: setting(
    'TEZGAH_STOREFRONT_PORT',
    '4200',
    'Port of the storefront, where shoppers see the shops of this installation. 0: any free one; `npm start` without one moves on to a free one.',
    integer(0, 65_535),
  ),
  storefrontPerMinute: setting(
    'TEZGAH_STOREFRONT_PER_MINUTE',
    '600',
    'Steps of carts and orders that one client address may ask of one shop in any 60 seconds, at each process of the storefront. It is a small part of TEZGAH_CHECKOUT_PER_MINUTE, so that nobody closes the checkout for all.',
    integer(1, 100_000_000),
  ),
  storefrontHost: setting('TEZGAH_STOREFRONT_HOST', '127.0.0.1', 'Address that the storefront listens on.', text),
  storefrontUrl: setting(
    'TEZGAH_STOREFRONT_URL',
    'http://*.localhost:4200',
    'Address of a shop: `*` is the name of its store in addresses.',
    hostPattern,
  ),
  previewUrl: setting(
    'TEZGAH_PREVIEW_URL',
    'http://*.onizleme.localhost:4200',
    'Address of the previews of a shop, as TEZGAH_STOREFRONT_URL: a host that the shop itself never answers at.',
    hostPattern,
  ),
  storefrontHosts: setting(
    'TEZGAH_STOREFRONT_HOSTS',
    '',
    'Further hosts of shops, e.g. `www.example.com=str_…`; several with commas between them.',
    hostsOfStores,
  ),
  storefrontDatabaseUrl: sealed(
    setting(
      'TEZGAH_STOREFRONT_DATABASE_URL',
      '',
      'The same database for the storefront alone, by a login that only reads what a shop shows. The migrations make it. Empty: no storefront.',
      (raw) => (raw === '' ? '' : url('postgres:', 'postgresql:')(raw)),
    ),
  ),
  previewKey: sealed(
    setting(
      'TEZGAH_PREVIEW_KEY',
      '',
      'Key that signs links of previews, 32 characters or more: the API makes them and the storefront reads them. Empty: no previews. `npm start` makes one in TEZGAH_DATA.',
      (raw) => (raw === '' ? '' : serviceKey(raw)),
    ),
  ),
  tracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'Collector of OpenTelemetry that traces are sent to, OTLP over HTTP, e.g. `http://127.0.0.1:4318`; empty: none.',
    (raw) => (raw === '' ? '' : url('http:', 'https:')(raw)),
  ),
  tracesHeaders: sealed(
    setting(
      'OTEL_EXPORTER_OTLP_HEADERS',
      '',
      'What goes along to it, e.g. `Authorization=Bearer%20…`; several with commas between them, their values encoded as in URLs.',
      headers,
    ),
  ),
  tracesShare: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'Which share of the traces that begin here is sent, 0 to 1; one that a caller began is sent as he says.',
    share,
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
  mediaFilesMax: setting('TEZGAH_MEDIA_FILES', '50000', 'Media files that a store may have.', integer(1, 100_000_000)),
  mediaMibMax: setting(
    'TEZGAH_MEDIA_MIB',
    '20480',
    'MiB that the media files of a store may have together, as they were brought; what is drawn of them comes on top.',
    integer(1, 1_000_000_000),
  ),
  s3Bucket: setting(
    'TEZGAH_S3_BUCKET',
    '',
    'Bucket of S3, or of what speaks like it, for the bytes of uploads and pictures; empty: `objects` in TEZGAH_DATA.',
    (raw) => {
      if (raw !== '' && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(raw))
        throw new ConfigError('must be the name of a bucket');
      return raw;
    },
  ),
  s3Endpoint: setting(
    'TEZGAH_S3_ENDPOINT',
    '',
    'Where the bucket is, e.g. `https://s3.example.com`; empty: Amazon.',
    (raw) => (raw === '' ? '' : url('http:', 'https:')(raw)),
  ),
  s3Region: setting('TEZGAH_S3_REGION', 'us-east-1', 'Region of the bucket; storages that have none take any.', text),
  s3PathStyle: setting(
    'TEZGAH_S3_PATH_STYLE',
    '0',
    '1: the bucket stands in the path of addresses, and not in the name of the host.',
    flag,
  ),
  s3AccessKeyId: setting(
    'TEZGAH_S3_ACCESS_KEY_ID',
    '',
    'With TEZGAH_S3_SECRET_ACCESS_KEY who asks the bucket; empty: as Amazon’s own programs find it, e.g. by the role of the machine.',
    text,
  ),
  s3SecretAccessKey: sealed(
    setting('TEZGAH_S3_SECRET_ACCESS_KEY', '', 'The secret that belongs to TEZGAH_S3_ACCESS_KEY_ID.', text),
  ),
  trustedProxies: setting(
    'TEZGAH_TRUSTED_PROXIES',
    '',
    'Addresses or networks of the proxies in front, e.g. `10.0.0.7, fd00::/8`: their X-Forwarded-For says who calls. Empty: all clients of a proxy count as one.',
    networks,
  ),
  secretKeys: sealed(
    setting(
      'TEZGAH_SECRET_KEY',
      '',
      'Key that seals secrets at rest, 32 bytes in base64; while it is rotated, several with commas between them: the first seals, all open. `npm start` makes one in TEZGAH_DATA; the parts alone need it here, in a file or by a command.',
      keys256,
    ),
  ),
  secretKeyFile: setting(
    'TEZGAH_SECRET_KEY_FILE',
    '',
    'In the place of TEZGAH_SECRET_KEY: a file with the keys, one a line, which is followed while the product runs.',
    (raw) => (raw === '' ? '' : path.resolve(raw)),
  ),
  secretKeyCommand: setting(
    'TEZGAH_SECRET_KEY_COMMAND',
    '',
    'In the place of TEZGAH_SECRET_KEY: a command line that prints the keys, one a line. It runs when a process starts.',
    text,
  ),
  smtpUrl: sealed(
    setting(
      'SMTP_URL',
      '',
      'Mail server, e.g. smtps://user:password@mail.example.com; empty: mails are kept, and an owner sends them in the panel once there is one.',
      (raw) => (raw === '' ? '' : url('smtp:', 'smtps:')(raw)),
    ),
  ),
  mailFrom: setting(
    'TEZGAH_MAIL_FROM',
    'Tezgâh <tezgah@localhost>',
    'Sender of mails. They bear the name of their store, and the address of this one: of a domain for which the mail server answers.',
    text,
  ),
  furtherProviders,
  strict: setting(
    'TEZGAH_STRICT',
    '0',
    '1: an answer or a refusal that a capability does not declare fails. For those who build capabilities.',
    flag,
  ),
  sandbox: setting(
    'TEZGAH_SANDBOX',
    'auto',
    'How commands of workspaces run. auto: by `bubblewrap` where that works, else by `builtin`, a bash that starts no program of the machine. none: they do not.',
    oneOf('auto', 'bubblewrap', 'builtin', 'none'),
  ),
  sandboxFolder: setting(
    'TEZGAH_SANDBOX_FOLDER',
    '',
    'Folder of the files of workspaces on this machine. Empty: `sandbox` in TEZGAH_DATA, and of the superuser one in /var/lib/tezgah-sandbox, since work runs as another user, who has to reach it.',
    text,
  ),
  sandboxName: setting(
    'TEZGAH_SANDBOX_NAME',
    'local',
    'Name of the sandbox program of this machine, as rows of workspaces bear it. Machines that share a database have different ones.',
    hostName,
  ),
  sandboxes: sealed(
    setting(
      'TEZGAH_SANDBOXES',
      '',
      'Sandbox programs of other machines by their names, e.g. `b=https://:secret@10.0.0.2:4300?certificate=/etc/tezgah/b.pem`; several with commas between them. API and worker read it. `b=gone`: that machine will not come back, and what was on it alone is lost.',
      sandboxServers,
    ),
  ),
  sandboxListen: setting(
    'TEZGAH_SANDBOX_LISTEN',
    '',
    'Address and port on which the sandbox program of this machine answers API and worker of other machines over HTTPS, e.g. `10.0.0.2:4300`. Needs TEZGAH_SANDBOX_SECRET and a certificate. Empty: it does not.',
    listensAt,
  ),
  sandboxSecret: sealed(
    setting(
      'TEZGAH_SANDBOX_SECRET',
      '',
      'What those send along, 32 characters or more: the password of its address in TEZGAH_SANDBOXES.',
      (raw) => (raw === '' ? '' : serviceKey(raw)),
    ),
  ),
  sandboxApi: setting(
    'TEZGAH_SANDBOX_API',
    '',
    'Address of the API for commands that other machines let run here, e.g. `https://10.0.0.1:4301?certificate=/etc/tezgah/a.pem`. Empty: they reach nothing.',
    apiServer,
  ),
  doorListen: setting(
    'TEZGAH_DOOR_LISTEN',
    '',
    'Address and port on which an API answers commands of workspaces that run on other machines, over HTTPS. It takes their passes alone, and needs a certificate. Empty: it does not.',
    listensAt,
  ),
  tlsCertificate: setting(
    'TEZGAH_TLS_CERTIFICATE',
    '',
    'File of the certificate, as PEM, of this machine for TEZGAH_SANDBOX_LISTEN and TEZGAH_DOOR_LISTEN. It is read at the start.',
    text,
  ),
  tlsKey: setting('TEZGAH_TLS_KEY', '', 'File of the key of that certificate, as PEM.', text),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'trace, debug, info, warn, error or silent.',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  ),
};

/** Every variable that is read: the product's own, and those of its providers. */
export const settingRows: readonly Setting<unknown>[] = [
  ...Object.values(settings),
  ...providers.flatMap((provider) => Object.values(provider.settings)),
];

const open = [
  'publicUrl',
  'host',
  'port',
  'throttlePerMinute',
  'mediaFilesMax',
  'mediaMibMax',
  'providers',
  'storefrontUrl',
  'storefrontHosts',
] as const;

/** The settings that handlers may know: no key, no login, no address of a server that the product trusts. */
export type OpenSettings = Pick<Config, (typeof open)[number]> & {
  /** Whether there is a mail server: else mails are kept. */
  readonly sendsMails: boolean;
};

export const openSettings = (config: Config): OpenSettings =>
  ({
    ...Object.fromEntries(open.map((name) => [name, config[name]])),
    sendsMails: config.smtpUrl !== '',
  }) as unknown as OpenSettings;

export type Config = Values<typeof settings> & {
  /** The variables that somebody has set: what is stated is held to, where a default may give way. */
  readonly stated: ReadonlySet<string>;
  /** The settings that each provider reads for itself, by its key. */
  readonly providers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/**
 * Reads and checks the environment.
 * @throws {ConfigError} with one line for each setting that is wrong.
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const own = valuesOf(settings, environment, problems);
  const asked = { ...environment, ...simulatedFor(own, environment) };
  const ofProviders = providers.map(({ manifest, settings }) => [manifest.key, valuesOf(settings, asked, problems)]);
  if (own.metricsToken === '' && !['127.0.0.1', '::1', 'localhost'].includes(own.metricsHost))
    problems.push(`TEZGAH_METRICS_TOKEN must be set where TEZGAH_METRICS_HOST (${own.metricsHost}) lets others in`);
  if (own.checkoutPort !== undefined && own.checkoutKey === '')
    problems.push('TEZGAH_CHECKOUT_KEY must be set where TEZGAH_CHECKOUT_PORT opens the checkout');
  if (own.checkoutUrl !== '' && own.checkoutKey === '')
    problems.push('TEZGAH_CHECKOUT_KEY must be set where TEZGAH_CHECKOUT_URL names the checkout');
  if (own.sandboxListen && own.sandboxSecret === '')
    problems.push('TEZGAH_SANDBOX_SECRET must be set where TEZGAH_SANDBOX_LISTEN opens the sandbox to other machines');
  if ((own.sandboxListen || own.doorListen) && (own.tlsCertificate === '' || own.tlsKey === ''))
    problems.push(
      'TEZGAH_TLS_CERTIFICATE and TEZGAH_TLS_KEY must be set where TEZGAH_SANDBOX_LISTEN or TEZGAH_DOOR_LISTEN is',
    );
  const keySources = ['TEZGAH_SECRET_KEY', 'TEZGAH_SECRET_KEY_FILE', 'TEZGAH_SECRET_KEY_COMMAND'];
  if (keySources.filter((name) => environment[name]).length > 1)
    problems.push('Only one of TEZGAH_SECRET_KEY, TEZGAH_SECRET_KEY_FILE and TEZGAH_SECRET_KEY_COMMAND may be set');
  if ((own.s3AccessKeyId === '') !== (own.s3SecretAccessKey === ''))
    problems.push('TEZGAH_S3_ACCESS_KEY_ID and TEZGAH_S3_SECRET_ACCESS_KEY are set together');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const stated = new Set(settingRows.map(({ name }) => name).filter((name) => environment[name]));
  return { ...own, stated, providers: Object.fromEntries(ofProviders) };
}

/** Fills in the addresses of simulated providers that nobody has stated, where the demo of the split product is asked for. */
function simulatedFor(
  { demo, demoHost }: Pick<Config, 'demo' | 'demoHost'>,
  environment: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  if (!demo || demoHost === '') return {};
  const addresses = providers.flatMap(({ simulator }) =>
    simulator ? Object.entries(simulator.environment(`http://${demoHost}:${simulator.port}`)) : [],
  );
  return Object.fromEntries(addresses.filter(([name]) => !environment[name]));
}

export const newSecretKey = (): string => randomBytes(32).toString('base64');
