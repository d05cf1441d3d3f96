import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FileAnswer } from '../../src/kernel/declaration/file';
import { fileRoute } from '../../src/kernel/declaration/route';
import { refuse } from '../../src/kernel/errors';
import { object, t } from '../../src/kernel/schema/schema';
import { openSite, type Site } from '../surfaces/site';
import { registryWith } from '../world/world';
import { Tezgah } from './tezgah';

const bytes = Buffer.from([0, 255, 10, 13, 128]);
const names: Record<string, string> = { label: 'Kargo etiketi.pdf', climbing: '../..' };
const labelGet = fileRoute({
  id: 'orders.label.get',
  http: 'GET /v1/orders/label/{which}',
  summary: 'Answer a label.',
  policy: 'read',
  scope: 'orders:read',
  params: object({ which: t.String() }),
  produces: { types: ['application/pdf'], bytesMax: 100 },
  refuses: ['not_found'],
  example: { params: { which: 'label' } },
  async run({ params: { which } }) {
    return FileAnswer.of(bytes, { name: names[which] ?? refuse('not_found'), type: 'application/pdf' });
  },
});

describe('a file that a verb asks for', () => {
  let site: Site;
  let tezgah: Tezgah;
  beforeAll(async () => {
    site = await openSite({ capabilities: registryWith([labelGet]) });
    const { token } = await site.mint('developer', ['orders:read']);
    tezgah = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_TOKEN: token });
  });
  afterAll(async () => {
    tezgah.remove();
    await site.close();
  });

  const get = (...args: string[]) => tezgah.run(['orders', 'label', 'get', ...args]);
  const saved = (name: string) => readFileSync(path.join(tezgah.home, name));

  test('is saved under its own name, and over no other', async () => {
    const { code, json } = await get('label', '--json');
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect([code, json]).toEqual([0, { file: 'Kargo etiketi.pdf', type: 'application/pdf', size: 5, digest }]);
    expect(saved('Kargo etiketi.pdf').equals(bytes)).toBe(true);
    const again = await get('label');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--out')]);
  });

  test('is saved where its caller wants it, or printed', async () => {
    for (const time of ['first', 'second'])
      expect([time, (await get('label', '--out', 'x.pdf')).code]).toEqual([time, 0]);
    expect(saved('x.pdf').equals(bytes)).toBe(true);
    const { code, stdout } = await get('label', '--out', '-');
    expect([code, stdout]).toEqual([0, bytes.toString('utf8')]);
  });

  test('leads to no other folder, and a refusal is no file', async () => {
    expect((await get('climbing')).code).toBe(0);
    expect(saved('.._..').equals(bytes)).toBe(true);
    const { code, stderr } = await get('none');
    expect([code, stderr]).toEqual([4, expect.stringContaining('not_found')]);
    expect(existsSync(path.join(tezgah.home, 'none'))).toBe(false);
  });
});
