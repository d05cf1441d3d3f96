import { merged } from '../../src/channel/claim/merge';
import { type ClaimAct, type ClaimRow, isClaim, type RemoteClaim } from '../../src/provider/channel/claim';
import { CursorRefused, ProviderRefused, ProviderThrottled, ProviderUnavailable } from '../../src/provider/error';
import { providerHttp } from '../../src/provider/http';
import type { ChannelAdapter } from '../../src/provider/port';
import { readClaim } from '../../src/provider/trendyol/claim';
import { trendyol } from '../../src/provider/trendyol/provider';
import { startTrendyolSimulator, type TrendyolSimulatorOptions } from '../../src/simulator/trendyol/server';

const DAY_MS = 86_400_000;
const APPROVE = 'PUT /order/sellers/{sellerId}/claims/{claimId}/items/approve';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()));
});

async function start(options: TrendyolSimulatorOptions = {}) {
  const simulator = await startTrendyolSimulator({ requestsPer10s: 0, ...options });
  running.push(simulator);
  const account = { config: { sellerId: '424242' }, secrets: { apiKey: 'demo-key', apiSecret: 'demo-secret' } };
  const settings = { url: simulator.url, pictures: [] };
  const adapter = trendyol.channel?.connect(account, settings, providerHttp('Trendyol')) as unknown as ChannelAdapter;
  const control = async (method: string, path: string, sent?: unknown): Promise<Any> => {
    const response = await fetch(new URL(`/__simulator${path}`, simulator.url), {
      method,
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const { signal } = new AbortController();
  const claimed = async (more: object = {}): Promise<{ claimId: string; itemIds: string[] }> => {
    const { packageId } = await control('POST', '/orders', {
      lines: [{ barcode: 'B-1', quantity: 1, priceKurus: 1_999 }],
    });
    return control('POST', '/claims', { packageId, ...more });
  };
  const all = async (): Promise<ClaimRow[]> => {
    const rows: ClaimRow[] = [];
    const window = { from: new Date(Date.now() - 30 * DAY_MS).toISOString(), to: new Date().toISOString() };
    for (let cursor: string | null = null; ; ) {
      const page = await adapter.claims(window, cursor, signal);
      rows.push(...page.rows);
      if (page.next === null) return rows;
      cursor = page.next;
    }
  };
  const act = (claimId: string, of: ClaimAct) => adapter.actOnClaim(claimId, of, signal);
  return { simulator, adapter, control, signal, claimed, all, act };
}

test('all pages of all slices of a window are read, each claim once at least, by either reading of the window', async () => {
  const { claimed, all, control } = await start();
  for (let at = 0; at < 205; at += 1) await claimed();
  const old = await claimed({ agoMs: 20 * DAY_MS });
  for (const windowOf of ['changed', 'opened']) {
    await control('PUT', '/claims/knobs', { windowOf });
    const ids = (await all()).map((row) => (isClaim(row) ? row.claimId : row.message));
    expect(new Set(ids).size).toBe(206);
    expect(ids).toContain(old.claimId);
  }
});

test('a claim is read in the words of the platform, and nothing of it names the buyer but what he writes', async () => {
  const { claimed, adapter, signal, control } = await start();
  const { claimId, itemIds } = await claimed({ reasonId: 2017, customerNote: 'Beni 0532 000 00 00 dan arayın.' });
  const [row] = await adapter.claimsById([claimId, 'yok', ','], signal);
  expect(row).toMatchObject({
    claimId,
    items: [
      {
        itemId: itemIds[0],
        state: 'waiting_action',
        stateWord: 'WaitingInAction',
        fault: 'carrier',
        reason: 'Teslim edilemedi',
        price: 1_999,
        acceptedBy: null,
        pieceId: expect.stringMatching(/^\d+$/),
      },
    ],
  });
  const [told] = await control('GET', '/claims');
  for (const word of [told.customerFirstName, told.customerLastName]) expect(JSON.stringify(row)).not.toContain(word);
  expect(row).toMatchObject({ items: [{ note: 'Beni 0532 000 00 00 dan arayın.' }] });
  await control('POST', '/claims/expire', { claimId });
  const [over] = await adapter.claimsById([claimId], signal);
  expect(over).toMatchObject({ items: [{ state: 'accepted', acceptedBy: 'deadline' }] });
});

test.each([
  [null],
  ['bir'],
  [{ claimId: 'c', orderNumber: '1', claimDate: 'dün', items: [] }],
  [{ claimId: 'c', orderNumber: '1', claimDate: 1, items: [] }],
  [{ orderNumber: '1', claimDate: 1, items: [{ claimItems: [{ id: 'i' }] }] }],
  [{ claimId: 'c', orderNumber: '1', claimDate: 1, items: [{ claimItems: [null] }] }],
])('%j is a row that cannot be read', (row) => {
  expect(isClaim(readClaim(row))).toBe(false);
});

test('a row is read as far as it can be: odd words, long numbers, NUL and missing parts', () => {
  const row = readClaim({
    id: '9007199254740993',
    orderNumber: 10264512345,
    claimDate: 1_760_000_000_000,
    items: [
      { claimItems: [{ id: 'i', claimItemStatus: { name: 'Uçtu\0' }, orderLineItemId: {}, autoApproveDate: -1 }] },
    ],
  });
  expect(row).toMatchObject({
    claimId: '9007199254740993',
    orderNumber: '10264512345',
    items: [{ state: 'unknown', stateWord: 'Uçtu', pieceId: null, deadline: null, price: null, fault: 'unknown' }],
  });
});

test('texts become lines, and a time that is still to come is the moment of reading', () => {
  const before = Date.now();
  const claim = (lastModifiedDate: number, name: string) =>
    readClaim({
      claimId: 'c',
      orderNumber: '1',
      claimDate: 253_402_300_799_999,
      lastModifiedDate,
      items: [
        {
          orderLine: { barcode: '\tB\n-1', id: '\u2028' },
          claimItems: [{ id: 'i', orderLineItemId: 'P\t1', claimItemStatus: { name } }],
        },
      ],
    }) as RemoteClaim;
  const frozen = claim(253_402_300_799_999, 'WaitingInAction');
  expect(frozen.items[0]).toMatchObject({ barcode: 'B -1', lineId: null, pieceId: 'P 1' });
  for (const time of [frozen.modifiedAt, frozen.claimedAt]) {
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
  }
  const next = claim(Date.now() + 1, 'Rejected');
  expect(merged(merged(undefined, frozen), next)).toMatchObject({ items: [{ state: 'rejected' }] });
});

test('acts are done once, refused with the words of the marketplace, and a file comes under both names', async () => {
  const { claimed, act, control, simulator } = await start();
  const one = await claimed();
  await act(one.claimId, { act: 'approve', itemIds: one.itemIds });
  await expect(act(one.claimId, { act: 'approve', itemIds: one.itemIds })).rejects.toThrow(ProviderRefused);
  expect(simulator.stats().claimsActedTwice).toBe(1);
  const file = { bytes: new Uint8Array([137, 80, 78, 71]), type: 'image/png' };
  const said = { description: 'Kullanılmış.', reason: '51' };
  for (const fileField of ['files', 'file']) {
    await control('PUT', '/claims/knobs', { fileField });
    const { claimId, itemIds } = await claimed();
    await expect(act(claimId, { act: 'reject', itemIds, ...said, files: [] })).rejects.toThrow(/dosya zorunludur/);
    await act(claimId, { act: 'reject', itemIds, ...said, files: [file] });
  }
  const early = await claimed();
  const never = { act: 'reject', itemIds: early.itemIds, description: 'Gelmedi.', reason: '1651', files: [] } as const;
  await expect(act(early.claimId, never)).rejects.toThrow(/24 saat/);
  await act(early.claimId, { act: 'issue', itemIds: early.itemIds, description: 'Bakın.', reason: null, files: [] });
});

test('five acts a minute are taken, a lost answer is unclear, and a strange cursor is refused', async () => {
  const { claimed, act, adapter, signal, simulator } = await start({ requestsPer10s: 50 });
  const five = [];
  for (let at = 0; at < 6; at += 1) five.push(await claimed());
  for (const { claimId, itemIds } of five.slice(0, 5)) await act(claimId, { act: 'approve', itemIds });
  const { claimId, itemIds } = five[5] as (typeof five)[number];
  await expect(act(claimId, { act: 'approve', itemIds })).rejects.toThrow(ProviderThrottled);
  expect(simulator.stats().breaches).toBe(1);
  const window = { from: new Date().toISOString(), to: new Date().toISOString() };
  await expect(adapter.claims(window, 'yok', signal)).rejects.toThrow(CursorRefused);
  const other = await start();
  const lost = await other.claimed();
  other.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: APPROVE, untilRequests: 1 });
  await expect(other.act(lost.claimId, { act: 'approve', itemIds: lost.itemIds })).rejects.toThrow(ProviderUnavailable);
});
