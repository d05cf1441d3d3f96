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
    DATABASE_URL: 'mysql://x',
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
  expect(lines).toHaveLength(5);
  for (const [name, value] of Object.entries(environment)) {
    expect(lines.some((line) => line.startsWith(`${name} must `) && line.includes(JSON.stringify(value)))).toBe(true);
  }
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
