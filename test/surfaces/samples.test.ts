import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { registry } from '../../src/registry';
import { codeSamples } from '../../src/surfaces/openapi/samples';
import { openSite, type Site } from './site';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;

const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
  curl: ['bash', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '-e'],
  ...(hasPython ? { Python: ['python3', '-c'] } : {}),
};

describe('the code that OpenAPI shows beside a call', () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('developer'));
    for (const title of ["Şef'in Kahvesi", 'Kahve Değirmeni'])
      await site.world.done('catalog.product.create', { title, price: 9_990, stock: 3 });
  });
  afterAll(() => site.close());

  const samplesOf = (id: string) =>
    codeSamples(registry.routes.find((route) => route.id === id) as never) as { label: string; source: string }[];

  test.each(Object.entries(programs))('runs as it stands: %s', async (label, [program, ...words]) => {
    const saidBy = async (id: string): Promise<string> => {
      const { source } = samplesOf(id).find((sample) => sample.label === label) as { source: string };
      const env = { PATH: process.env.PATH, API: site.url, TOKEN: token };
      return (await run(program, [...words, source], { env })).stdout;
    };
    const listed = await saidBy('catalog.products.list');
    for (const title of ["Şef'in Kahvesi", 'Kahve Değirmeni']) expect(listed).toContain(title);
    expect(await saidBy('validate.command')).toMatch(/valid\W+(true|false)/);
  });

  test('is there in three languages for whatever a token may call without a file', () => {
    const without = registry.routes.filter((route) => codeSamples(route).length === 0).map(({ id }) => id);
    expect(without).toEqual(expect.arrayContaining(['media.upload', 'tokens.mint']));
    expect(samplesOf('commands.run').map(({ label }) => label)).toEqual(['curl', 'JavaScript', 'Python']);
    expect(registry.routes.length - without.length).toBeGreaterThan(25);
  });
});
