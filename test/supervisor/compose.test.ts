import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfig, settingRows } from '../../src/config';
import { serveDemo } from '../../src/demo/service';
import { tuning } from '../../src/embedded/postgres';
import { storefrontEnvironment } from '../../src/supervisor/storefront-environment';

const { load } = require('js-yaml') as { load(text: string): unknown };

const root = path.join(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Service {
  readonly build?: string;
  readonly command?: readonly string[];
  readonly init?: boolean;
  readonly restart?: string;
  readonly healthcheck?: { readonly test: readonly string[]; readonly timeout: string; readonly start_period?: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly network_mode?: string;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
}

const { services, volumes: kept } = load(read('docker-compose.yml')) as {
  services: Readonly<Record<string, Service>>;
  volumes: Readonly<Record<string, unknown>>;
};
/** Those that run the image of the product. */
const own = Object.entries(services).filter(([, { build }]) => build === '.');

/** What compose makes of a value, with these lines in .env: the forms that the file uses. */
function filled(value: string, env: Readonly<Record<string, string>>): string {
  const inner = /\$\{(\w+):([-+])([^${}]*)\}/;
  let text = value;
  for (let found = inner.exec(text); found; found = inner.exec(text)) {
    const [whole, name = '', manner, other = ''] = found;
    const stated = env[name] ?? '';
    text = text.replace(whole, () => (manner === '+' ? (stated === '' ? '' : other) : stated || other));
  }
  return text;
}

const environmentOf = (name: string, env: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, filled(value, env)]),
  );

const SECRET = { TEZGAH_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };

describe('docker-compose.yml', () => {
  test('runs programs that there are, with settings that are read', () => {
    expect(own.map(([name]) => name)).toEqual(['migrate', 'api', 'worker', 'sandbox', 'storefront', 'demo']);
    const known = settingRows.map(({ name }) => name);
    for (const [name, { command = [] }] of own) {
      const program = command.find((word) => word.startsWith('dist/')) as string;
      expect([name, existsSync(path.join(root, program.replace(/^dist\/(.*)\.js$/, '$1.ts')))]).toEqual([name, true]);
      expect(Object.keys(environmentOf(name)).filter((key) => !known.includes(key))).toEqual([]);
      expect(() => loadConfig(environmentOf(name, SECRET))).not.toThrow();
    }
  });

  test('mounts files that there are, and volumes that it declares', () => {
    const mounted = Object.entries(services).flatMap(([name, { volumes = [] }]) =>
      volumes.map((volume) => [name, ...volume.split(':')] as const),
    );
    expect(mounted.length).toBeGreaterThan(5);
    const missing = mounted.filter(([, source = '']) =>
      /^[./~]/.test(source) ? !existsSync(path.join(root, source)) : !(source in kept),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(kept).filter((name) => !mounted.some(([, source]) => source === name))).toEqual([]);
  });

  test('gives Temporal the file without which its server ends at once', () => {
    const { DYNAMIC_CONFIG_FILE_PATH: file } = environmentOf('temporal');
    const [source = ''] = (services.temporal?.volumes ?? []).flatMap((volume) => {
      const [from, to] = volume.split(':');
      return from && to === file ? [from] : [];
    });
    const settings = load(read(source)) as Readonly<Record<string, readonly { readonly value: unknown }[]>>;
    for (const [name, values] of Object.entries(settings))
      expect([name, values.map((each) => Object.keys(each))]).toEqual([name, [['value']]]);
  });

  test('runs commands of workspaces without a key and without a network, where API and worker find them', () => {
    const folder = environmentOf('sandbox').TEZGAH_SANDBOX_FOLDER as string;
    for (const name of ['api', 'worker', 'sandbox']) {
      expect([name, environmentOf(name).TEZGAH_SANDBOX_FOLDER]).toEqual([name, folder]);
      expect(services[name]?.volumes).toContain(`workspaces:${folder}`);
    }
    expect(read('Dockerfile')).toMatch(new RegExp(`chown node:node .*${folder}\\b`));
    expect(services.sandbox?.network_mode).toBe('none');
    expect(services.sandbox?.volumes).toHaveLength(1);
    expect(Object.keys(environmentOf('sandbox'))).toEqual(['TEZGAH_SANDBOX_FOLDER', 'TEZGAH_SANDBOX', 'LOG_LEVEL']);
    expect(loadConfig(environmentOf('sandbox')).sandbox).toBe('builtin');
  });

  test('passes each setting on that it does not set itself, and leaves the others as they are', () => {
    /** Settings by their place: the file, the image, the embedded servers of `npm start` alone, or a sandbox that others reach, since this one has no network. */
    const fixed: Readonly<Record<string, 'file' | 'image' | 'embedded' | 'reached'>> = {
      DATABASE_URL: 'file',
      TEZGAH_DATABASE_OWNER_URL: 'file',
      TEMPORAL_ADDRESS: 'file',
      TEZGAH_DEMO_HOST: 'file',
      TEZGAH_CHECKOUT_PORT: 'file',
      TEZGAH_CHECKOUT_HOST: 'file',
      TEZGAH_CHECKOUT_URL: 'file',
      TEZGAH_STOREFRONT_PORT: 'file',
      TEZGAH_STOREFRONT_HOST: 'file',
      TEZGAH_STOREFRONT_HOSTS: 'file',
      TEZGAH_STOREFRONT_DATABASE_URL: 'file',
      HOST: 'image',
      TEZGAH_DATA: 'image',
      TEMPORAL_UI_PORT: 'embedded',
      TEZGAH_DURABLE: 'embedded',
      TEZGAH_SANDBOX: 'file',
      TEZGAH_SANDBOX_FOLDER: 'file',
      TEZGAH_SANDBOX_LISTEN: 'reached',
      TEZGAH_SANDBOX_SECRET: 'reached',
      TEZGAH_SANDBOX_API: 'reached',
    };
    const passes = (service: string, name: string): boolean =>
      environmentOf(service, { [name]: 'stated' })[name] === 'stated';
    // The storefront and the sandbox are told what they need, and no key that opens anything.
    const whole = own.filter(([service]) => service !== 'storefront' && service !== 'sandbox');
    const missing = settingRows.flatMap(({ name }) =>
      name in fixed
        ? []
        : whole.filter(([service]) => !passes(service, name)).map(([service]) => `${service}: ${name}`),
    );
    expect(missing).toEqual([]);

    const image = read('Dockerfile');
    for (const [name, by] of Object.entries(fixed)) {
      if (by === 'file') expect([name, own.some(([service]) => name in environmentOf(service))]).toEqual([name, true]);
      if (by === 'image') expect([name, new RegExp(`^ENV .*\\b${name}=`, 'm').test(image)]).toEqual([name, true]);
    }
    // An empty line of .env is none: what nobody states is what the table says.
    const plain = loadConfig(environmentOf('worker', SECRET));
    const { databaseUrl, temporalAddress, demo, demoHost, sandboxFolder, stated, ...told } = plain;
    expect(loadConfig(SECRET)).toMatchObject(told);
  });

  test('tells the storefront no sealing key and no login that writes', () => {
    const told = Object.entries(environmentOf('storefront', SECRET));
    expect(
      told.filter(([name, value]) => /SECRET_KEY(_|$)|^DATABASE_URL$|OWNER_URL/.test(name) || /tezgah_app/.test(value)),
    ).toEqual([]);
    expect(services.storefront?.ports?.map((port) => filled(port, {}))).toEqual(['127.0.0.1:4200:4200']);
  });

  test('tells the storefront what `npm start` tells its own', () => {
    /** `npm start` makes these itself, or takes them from what it starts. */
    const made = [
      'TEZGAH_STOREFRONT_DATABASE_URL',
      'TEZGAH_STOREFRONT_PORT',
      'TEZGAH_STOREFRONT_URL',
      'TEZGAH_PREVIEW_URL',
      'TEZGAH_PREVIEW_KEY',
      'TEZGAH_CHECKOUT_URL',
      'TEZGAH_CHECKOUT_KEY',
      'TEZGAH_METRICS_PORT',
    ];
    const names = Object.keys(environmentOf('storefront')).filter((name) => !made.includes(name));
    const stated = Object.fromEntries([...names, 'TEZGAH_SECRET_KEY', 'DATABASE_URL'].map((name) => [name, 'stated']));
    expect(Object.keys(storefrontEnvironment(stated)).toSorted()).toEqual(names.toSorted());
  });

  test('sends letters and takes orders where a mail server and the key of a storefront are stated', () => {
    const env = { ...SECRET, SMTP_URL: 'smtp://mail.example', TEZGAH_CHECKOUT_KEY: 'k'.repeat(32) };
    for (const name of ['api', 'worker'])
      expect(loadConfig(environmentOf(name, env))).toMatchObject({ smtpUrl: 'smtp://mail.example' });
    expect(loadConfig(environmentOf('api', env))).toMatchObject({ checkoutPort: 4001, checkoutHost: '0.0.0.0' });
    expect(loadConfig(environmentOf('api', SECRET)).checkoutPort).toBeUndefined();
    // Its shops take orders there, and only show where it is closed.
    const { TEZGAH_CHECKOUT_URL, TEZGAH_CHECKOUT_KEY } = environmentOf('storefront', env);
    expect([TEZGAH_CHECKOUT_URL, TEZGAH_CHECKOUT_KEY]).toEqual(['http://api:4001', 'k'.repeat(32)]);
    expect(environmentOf('storefront', SECRET).TEZGAH_CHECKOUT_URL).toBe('');
    expect(services.api?.ports?.map((port) => filled(port, {}))).toContain('127.0.0.1:4001:4001');
  });

  test('sets its Postgres as the packaged one is, but for place and size', () => {
    /** Own to a server of one machine: its addresses, its clock, its share of the memory, and how many it lets in. */
    const apart = ['listen_addresses', 'unix_socket_directories', 'max_connections', 'shared_buffers', 'wal_level'];
    const clock = ['timezone', 'log_timezone'];
    const { command = [] } = services.postgres as Service;
    const told = Object.fromEntries(
      command.filter((word) => word.startsWith('-c')).map((word) => word.slice(2).split('=') as [string, string]),
    );
    const wanted = Object.entries(tuning).filter(([name]) => ![...apart, ...clock].includes(name));
    expect(wanted.length).toBeGreaterThan(5);
    expect(told).toMatchObject(Object.fromEntries(wanted));
  });

  test('names in links the ports that this machine has', () => {
    const env = { ...SECRET, PORT: '8080', TEZGAH_STOREFRONT_PORT: '8090' };
    expect(services.api?.ports?.map((port) => filled(port, env))).toContain('127.0.0.1:8080:8080');
    expect(filled(services.api?.healthcheck?.test.join(' ') ?? '', env)).toContain('127.0.0.1:8080/v1/health');
    for (const name of ['api', 'worker'])
      expect(loadConfig(environmentOf(name, env))).toMatchObject({
        port: 8080,
        storefrontUrl: { pattern: 'http://*.localhost:8090' },
        previewUrl: { pattern: 'http://*.onizleme.localhost:8090' },
      });
    expect(environmentOf('storefront', env).TEZGAH_STOREFRONT_URL).toBe('http://*.localhost:8090');
  });

  describe('the commands of its page', () => {
    const page = read('docs/operations/containers.md');
    const commands = [...page.matchAll(/docker compose (exec|run|stop|logs) ([^\n`|<>]+)/g)].map(
      ([, verb = '', rest = '']) => ({ verb, words: rest.split(/\s+/).filter((word) => /^[a-z][a-z-]*$/.test(word)) }),
    );

    test('name services that there are', () => {
      expect(commands.length).toBeGreaterThan(8);
      const named = commands.flatMap(({ verb, words }) => (verb === 'stop' ? words : words.slice(0, 1)));
      expect(named.filter((name) => !(name in services))).toEqual([]);
    });

    test('stop whatever uses a database before that is replaced', () => {
      const stopped = commands.filter(({ verb }) => verb === 'stop').map(({ words }) => words.toSorted());
      const uses = Object.keys(services).filter(
        (name) =>
          services[name]?.restart === 'unless-stopped' &&
          /postgres:\/\/|"postgres"/.test(JSON.stringify(services[name]?.environment ?? {})),
      );
      expect(stopped).toEqual([[...uses, 'demo'].toSorted()]);
    });
  });

  test('gives programs and their checks the time to start on a busy machine', () => {
    const starting = own.flatMap(([name, { healthcheck }]) =>
      healthcheck ? [[name, healthcheck.timeout, healthcheck.start_period]] : [],
    );
    expect(starting).toEqual(['api', 'sandbox', 'storefront'].map((name) => [name, '30s', '300s']));
  });

  test('bounds what Docker keeps of the lines of each container', () => {
    for (const [name, { logging }] of Object.entries(services)) {
      expect([name, logging?.driver]).toEqual([name, 'json-file']);
      expect(Object.keys(logging?.options ?? {}).toSorted()).toEqual(['max-file', 'max-size']);
    }
  });

  test('has a first process in each container of Node that reaps what has ended', () => {
    expect(own.filter(([, { init }]) => init !== true).map(([name]) => name)).toEqual([]);
  });

  test('starts a real shop unless the demo is asked for, at the real marketplace', () => {
    expect(loadConfig(environmentOf('demo', SECRET)).demo).toBe(false);
    const asked = { ...SECRET, TEZGAH_DEMO: '1' };
    expect(loadConfig(environmentOf('demo', asked)).demo).toBe(true);
    const marketplace = (name: string, env: Readonly<Record<string, string>>) =>
      loadConfig(environmentOf(name, { ...SECRET, ...env })).providers.trendyol?.url;
    const real = loadConfig({}).providers.trendyol?.url;
    for (const name of ['api', 'worker']) {
      for (const env of [{}, { TEZGAH_DEMO: '' }, { TEZGAH_DEMO: '0' }])
        expect([name, env, marketplace(name, env)]).toEqual([name, env, real]);
      expect(marketplace(name, asked)).toBe('http://demo:4010/integration');
      const stage = { ...asked, TEZGAH_TRENDYOL_URL: 'https://stage.example' };
      expect(marketplace(name, stage)).toBe('https://stage.example');
    }
  });

  test('reads of .env nothing but settings, and what it explains itself', () => {
    const text = read('docker-compose.yml');
    const names = new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name as string));
    expect(names.size).toBeGreaterThan(10);
    const known = settingRows.map(({ name }) => name);
    const explained = [...text.matchAll(/^#.*$/gm)].join('\n');
    expect([...names].filter((name) => !known.includes(name) && !explained.includes(name))).toEqual([]);
  });

  test('hands what traces need on to the containers that make them', () => {
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20b' };
    for (const name of ['api', 'worker'])
      expect(loadConfig(environmentOf(name, { ...SECRET, ...traced }))).toMatchObject({
        tracesEndpoint: 'http://collector:4318',
        tracesHeaders: { 'X-Key': 'a b' },
      });
  });

  test('has no secret key of its own, migrates before anything else, and listens on this machine alone', () => {
    expect(environmentOf('api').TEZGAH_SECRET_KEY).toBe('');
    for (const name of ['api', 'worker', 'demo'])
      expect(services[name]?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
    for (const { ports = [] } of Object.values(services))
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test('the demo that nobody asked for says so and opens nothing', async () => {
    const said: string[] = [];
    const stop = await serveDemo(loadConfig({ TEZGAH_DEMO: '0' }), '127.0.0.1', (line) => said.push(line));
    expect([stop, said]).toEqual([undefined, ['No demo: TEZGAH_DEMO=1 asks for one.']]);
  });
});

test('the image has the command line, and a Node that is still mended', () => {
  const image = read('Dockerfile');
  const [, program = ''] = /exec node \/app\/dist\/(\S+)\.js "\$@".*> \/usr\/local\/bin\/tezgah/.exec(image) ?? [];
  expect(existsSync(path.join(root, `${program}.ts`))).toBe(true);
  for (const [, major] of image.matchAll(/^FROM node:(\d+)/gm)) expect(Number(major)).toBeGreaterThanOrEqual(24);
});

test('the Dockerfile copies what there is, and what the context lets through', () => {
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const sources = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, of = '']) =>
    of.split(' '),
  );
  expect(sources.length).toBeGreaterThan(5);
  for (const source of sources) {
    expect([source, existsSync(path.join(root, source))]).toEqual([source, true]);
    expect([source, allowed.some((entry) => source === entry || source.startsWith(`${entry}/`))]).toEqual([
      source,
      true,
    ]);
  }
});
