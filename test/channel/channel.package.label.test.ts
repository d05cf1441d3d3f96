import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { openPackages, type Placed } from './packages';

let packages: Awaited<ReturnType<typeof openPackages>>;
let prepared: Placed;

const ready = () => packages.place('Picking');

beforeAll(async () => {
  packages = await openPackages();
  prepared = await ready();
});
afterEach(async () => {
  await packages.control('DELETE', '/orders/knobs');
});
afterAll(() => packages?.close());

async function send(path: string, body: object) {
  const answer = await fetch(packages.site.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${packages.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const type = answer.headers.get('Content-Type') ?? '';
  const problem = type.includes('json') ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
  return { status: answer.status, headers: answer.headers, type, bytes, problem };
}
const labelOf = (orderId: string, body: object = {}) => send(`/v1/orders/${orderId}/channel/label`, body);
const labels = (packageIds: readonly string[], more: object = {}) =>
  send('/v1/channel/trendyol/labels', { packageIds, ...more });

async function pagesOf(pdf: Uint8Array): Promise<number> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const count = document.getPageCount();
    document.destroy();
    return count;
  } finally {
    library.destroy();
  }
}

describe('channel.package.label', () => {
  test('answers the label of a package as PDF, as ZPL and as PNG, and keeps none of them', async () => {
    const pdf = await labelOf(prepared.orderId);
    expect([pdf.status, pdf.type]).toEqual([200, 'application/pdf']);
    expect(pdf.headers.get('Content-Disposition')).toContain(`${prepared.packageId}.pdf`);
    expect(await pagesOf(pdf.bytes)).toBe(1);
    const zpl = await labelOf(prepared.orderId, { format: 'zpl' });
    expect([zpl.status, zpl.type]).toEqual([200, 'application/zpl']);
    expect(new TextDecoder().decode(zpl.bytes)).toMatch(/^\^XA[\s\S]*\^XZ$/);
    const png = await labelOf(prepared.orderId, { format: 'png', packageId: prepared.packageId });
    expect(await sharp(png.bytes).metadata()).toMatchObject({ format: 'png', width: 800, height: 1040 });
    expect(await packages.site.rows("SELECT 1 FROM audit_row WHERE changes::text LIKE '%^XA%'")).toEqual([]);
  });

  test('has a page for each box', async () => {
    expect(await pagesOf((await labelOf(prepared.orderId, { boxes: 3 })).bytes)).toBe(3);
    expect(await labelOf(prepared.orderId, { boxes: 3, format: 'png' })).toMatchObject({
      status: 409,
      problem: { code: 'invalid_state', labels: 3 },
    });
  });

  test('says in words why there is none', async () => {
    const early = await packages.place();
    expect(await labelOf(early.orderId)).toMatchObject({ status: 409, problem: { code: 'invalid_state' } });
    expect(await labelOf(prepared.orderId, { packageId: '1' })).toMatchObject({ status: 404 });
    const other = await packages.place('Picking', { carrier: 'PTTMP' });
    const refused = await labelOf(other.orderId);
    expect(refused).toMatchObject({ status: 502, problem: { code: 'provider_refused' } });
    expect(refused.problem.detail).toContain('Kargo firması');
  });

  test.each([
    ['huge', 'more than 64 KiB'],
    ['html', 'no ZPL'],
    ['none', 'no label'],
  ])('refuses a label that is %s, and draws the next one', async (manner, words) => {
    await packages.control('PUT', '/orders/knobs', { label: manner });
    const refused = await labelOf(prepared.orderId);
    expect(refused).toMatchObject({ status: 502, problem: { code: 'provider_answer_invalid' } });
    expect(refused.problem.detail).toContain(words);
    await packages.control('DELETE', '/orders/knobs');
    expect((await labelOf(prepared.orderId)).status).toBe(200);
  });
});

describe('channel.packages.labels', () => {
  test('makes one file of 50 labels, a page each, in their order', async () => {
    const placed = [prepared];
    while (placed.length < 50) placed.push(await ready());
    const { status, type, bytes } = await labels(placed.map(({ packageId }) => packageId));
    expect([status, type]).toEqual([200, 'application/pdf']);
    expect(await pagesOf(bytes)).toBe(50);
  });

  test('refuses all where one has a fault, and names each; or leaves those out', async () => {
    const early = await packages.place();
    const ids = [prepared.packageId, early.packageId, '404'];
    const { status, problem } = await labels(ids);
    expect([status, problem.errors]).toEqual([
      404,
      [
        expect.objectContaining({ pointer: '/packageIds/2', code: 'not_found' }),
        expect.objectContaining({ pointer: '/packageIds/1', code: 'invalid_state' }),
      ],
    ]);
    const partial = await labels(ids, { partial: true });
    expect([partial.status, await pagesOf(partial.bytes)]).toEqual([200, 1]);
    expect(partial.headers.get('Left-Out')).toBe('/packageIds/1;code=invalid_state, /packageIds/2;code=not_found');
    expect((await labels(['404'], { partial: true })).status).toBe(404);
  });

  test('takes 50 at most, each once', async () => {
    const many = Array.from({ length: 51 }, (_, at) => String(at));
    expect(await labels(many)).toMatchObject({
      status: 422,
      problem: { code: 'too_many_packages', errors: [{ pointer: '/packageIds' }] },
    });
    const endless = Array.from({ length: 1_001 }, (_, at) => String(at));
    expect(await labels(endless)).toMatchObject({ status: 400, problem: { code: 'invalid_request' } });
    expect(await labels(['1', '1'])).toMatchObject({ status: 400 });
  });
});
