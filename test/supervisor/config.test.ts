import { loadConfig, settingRows } from '../../src/config';
import { ConfigError } from '../../src/kernel/declaration/setting';

test('the defaults hold', () => {
  expect(loadConfig({})).toMatchObject({
    port: 4000,
    demo: true,
    durable: true,
    throttlePerMinute: 120,
    databaseUrl: '',
    databaseOwnerUrl: '',
  });
});

test('each wrong setting has a line of its own', () => {
  const environment = {
    PORT: 'http',
    TEZGAH_DEMO: 'yes',
    TEMPORAL_ADDRESS: 'temporal',
    LOG_LEVEL: 'loud',
  };
  let message = '';
  try {
    loadConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    message = (error as Error).message;
  }
  const lines = message.split('\n');
  expect(lines).toHaveLength(4);
  for (const [name, value] of Object.entries(environment)) {
    expect(lines.some((line) => line.startsWith(`${name} must `) && line.includes(JSON.stringify(value)))).toBe(true);
  }
});

test('what is or may hold a secret is not told when it is wrong', () => {
  const environment = {
    DATABASE_URL: 'mysql://shop:hidden-word@x',
    TEZGAH_DATABASE_OWNER_URL: 'hidden-word',
    TEZGAH_SECRET_KEY: 'hidden-word',
    TEZGAH_METRICS_TOKEN: 'hidden-word',
    SMTP_URL: 'mail:hidden-word',
    OTEL_EXPORTER_OTLP_HEADERS: 'hidden-word',
  };
  let message = '';
  try {
    loadConfig(environment);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(
    message
      .split('\n')
      .map((line) => line.split(' ')[0])
      .toSorted(),
  ).toEqual(Object.keys(environment).toSorted());
  expect(message).not.toContain('hidden-word');
  expect(() => loadConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=%' })).toThrow(/encoded as in URLs/);
});

test('the headers of traces are read as OpenTelemetry writes them', () => {
  const headers = (raw: string) => loadConfig({ OTEL_EXPORTER_OTLP_HEADERS: raw }).tracesHeaders;
  expect(headers('')).toEqual({});
  expect(headers('Authorization=Bearer%20abc==, x-scope = 7')).toEqual({
    Authorization: 'Bearer abc==',
    'x-scope': '7',
  });
});

test('an empty variable means its default', () => {
  expect(loadConfig({ PORT: '', TEZGAH_DEMO: '', LOG_LEVEL: '' })).toMatchObject({
    port: 4000,
    demo: true,
    logLevel: 'info',
  });
});

test('it is known which variables somebody has set', () => {
  expect([...loadConfig({ PORT: '4000', HOST: '', NODE_ENV: 'x' }).stated]).toEqual(['PORT']);
});

test('every setting says what it means', () => {
  for (const { name, meaning } of settingRows) expect(`${name}: ${meaning}`).toMatch(/: .{12,}$/);
});
