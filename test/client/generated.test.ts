// tier: all
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { newUlid } from '../../src/kernel/ids';
import { openSite, type Site } from '../surfaces/site';

const root = path.join(__dirname, '../..');
const run = promisify(execFile);
const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);

describe('a client that is generated from /openapi.json', () => {
  let site: Site;
  let folder: string;
  beforeAll(async () => {
    site = await openSite();
    folder = mkdtempSync(path.join(tmpdir(), 'tezgah-client-'));
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, 'openapi.json'), (await site.call('GET', '/openapi.json')).text);
    await run(bin('swagger-typescript-api'), ['generate', '-p', 'openapi.json', '-o', '.', '-n', 'api.ts'], {
      cwd: folder,
    });
    copyFileSync(path.join(__dirname, 'program/main.ts'), path.join(folder, 'main.ts'));
    const { compilerOptions } = JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8'));
    const options = { ...compilerOptions, types: ['node'], rootDir: '.', outDir: 'built', sourceMap: false };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['main.ts'] }));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await site.close();
  });

  const compile = () => run(bin('tsc'), ['-p', '.'], { cwd: folder });

  test('has types with which a program compiles that lists, reads, creates, replays, pages and acts on a refusal', async () => {
    await compile();
    for (const title of ['Cezve', 'Fincan', 'Değirmen'])
      await site.world.done('catalog.product.create', { title, price: 9_990 });
    const { token } = await site.mint('developer');
    const { stdout } = await run(process.execPath, ['built/main.js'], {
      cwd: folder,
      env: { PATH: process.env.PATH, API_URL: site.url, TOKEN: token, KEY: newUlid() },
    });
    const report = JSON.parse(stdout);
    expect(report).toEqual({
      first: { id: expect.stringMatching(/^prd_/), replayed: false },
      again: { id: report.first.id, replayed: true },
      product: { title: 'Közde Türk Kahvesi', price: 18_990, variants: 0 },
      titles: ['Közde Türk Kahvesi', 'Değirmen', 'Fincan', 'Cezve'],
      otherUnderTheKey: { code: 'idempotency_conflict', status: 422, type: '/docs/errors/idempotency_conflict' },
      missing: { code: 'not_found', status: 404, type: '/docs/errors/not_found' },
      withoutToken: { code: 'unauthenticated', status: 401, type: '/docs/errors/unauthenticated' },
    });
  });

  test('knows what a command takes: one with a price in words does not compile', async () => {
    const file = path.join(folder, 'main.ts');
    const program = readFileSync(file, 'utf8');
    writeFileSync(file, program.replace('price: 18_990', "price: '189,90 TL'"));
    const { stdout } = await compile().catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/main\.ts\(\d+,\d+\): error TS/);
  });
});
