import { spawnSync } from 'node:child_process';
import path from 'node:path';

const load = (file: string) => {
  process.env.TEZGAH_PROVIDERS = file;
  jest.resetModules();
  return () => require('../../../src/extension/provider/providers');
};

afterEach(() => {
  delete process.env.TEZGAH_PROVIDERS;
});

test.each([
  [
    'a folder without one',
    path.join(__dirname, 'nowhere'),
    /names .*nowhere, which cannot be loaded .*Cannot find module/,
  ],
  [
    'a marketplace of an earlier release',
    require.resolve('./earlier'),
    /does not declare the operations that it offers/,
  ],
  [
    'a marketplace of a release that knew acts by name alone',
    require.resolve('./listed-acts'),
    /declares no terms of its acts upon packages/,
  ],
  [
    'a marketplace whose manifest is not valid',
    require.resolve('./unfit'),
    /whose manifest is not valid: \/config\/properties\/stalls\/type is none that a form can draw/,
  ],
  [
    'a marketplace whose versions go back and forth',
    require.resolve('./backwards'),
    /whose earlier versions do not come one after another/,
  ],
  ['a module of something else', require.resolve('typebox'), /names .*, which exports no provider/],
])('%s is told in one line', (_, file, message) => {
  expect(load(file)).toThrow(message);
});

test('so it is by a program that loads it, without a trace', () => {
  const program = path.resolve(__dirname, '../../../dist/src/supervisor/start.js');
  const env = { ...process.env, TEZGAH_PROVIDERS: path.join(__dirname, 'nowhere.js') };
  const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^TEZGAH_PROVIDERS names [^\n]*nowhere\.js, which cannot be loaded [^\n]*\n$/),
  ]);
});
