import { newId } from '../../src/kernel/ids';
import { webhookSignature } from '../../src/provider/iyzico/signature';
import { tokenOf } from '../../src/provider/paytr/client';
import { webhookIngestion } from '../../src/webhook/contract';
import { POSTED_BYTES_MAX } from '../../src/webhook/port';
import type { RunningWorker } from '../../src/worker';
import { keepPayment } from '../order/card';
import { newReference } from '../provider/payments';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';

const IYZICO = { apiKey: 'demo-api-key', secretKey: 'demo-secret-key' };
const PAYTR = { merchantKey: 'demo-merchant-key', merchantSalt: 'demo-merchant-salt' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('webhooks of providers', () => {
  let site: Site;
  let paytr: string;
  let iyzico: string;
  beforeEach(async () => {
    site = await openSite();
    const { world } = site;
    const as = { as: world.owner };
    const setUp = async (extension: string, config: object, secrets: Record<string, string>) => {
      await world.done('extension.install', { extension }, as);
      await world.done('extension.configure', { extension, config }, as);
      for (const [key, value] of Object.entries(secrets)) await world.done('secret.set', { extension, key, value }, as);
      await world.done('extension.enable', { extension }, as);
    };
    await setUp('paytr', { merchantId: '123456' }, PAYTR);
    await setUp('iyzico', {}, IYZICO);
    paytr = await addressOf('paytr');
    iyzico = await addressOf('iyzico');
  });
  afterEach(() => site.close());

  const account = async (path = '') =>
    (await site.call('GET', `/v1/account/webhooks${path}`, { session: await site.session() })).body;
  const addressOf = async (extension: string): Promise<string> => {
    const { items } = await account('/addresses');
    const { url } = items.find((each: { extension: string }) => each.extension === extension);
    return new URL(url).pathname;
  };
  const kept = () =>
    site.rows<{ state: string; failure: string | null; news: object; id: string }>(
      'SELECT id, state, failure, news FROM webhook ORDER BY id',
    );
  const began = async (extension = 'paytr'): Promise<string> => {
    const reference = newReference();
    const unknown = { providerId: null, paidAmount: null, instalments: null, review: null, capturedAt: null };
    await keepPayment(site.world, {
      ...unknown,
      ...{ sessionId: newId('chs'), extension, reference, state: 'begun', amount: 5_000, test: false },
    });
    return reference;
  };
  const notice = (reference: string, more: Record<string, string> = {}, status = 'success', total = '5000') => {
    const hash = tokenOf(PAYTR.merchantKey, [reference, PAYTR.merchantSalt, status, total]);
    return new URLSearchParams({ merchant_oid: reference, status, total_amount: total, hash, ...more }).toString();
  };
  const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = FORM) =>
    site.call('POST', path, { body, headers });

  /** As a provider does: until somebody has said yes or no. A machine that is busy may have said neither. */
  const tell = async (path: string, body: string) => {
    for (;;) {
      const answer = await post(path, body);
      if (answer.status !== 503) return answer;
    }
  };

  async function working<T>(work: () => Promise<T>): Promise<T> {
    const worker: RunningWorker = await startTestWorker(site.world);
    try {
      return await work();
    } finally {
      await worker.stop();
    }
  }
  const settled = () =>
    eventually(async () => {
      const rows = await kept();
      return rows.length > 0 && rows.every(({ state }) => state !== 'kept') ? rows : undefined;
    }, 60_000);

  test('are kept, answered in the words of the provider, and handled once by a workflow', async () => {
    const reference = await began();
    const answer = await post(paytr, notice(reference));
    expect([answer.status, answer.text]).toEqual([200, 'OK']);
    expect(await kept()).toMatchObject([{ state: 'kept', news: { reference } }]);
    await working(async () => {
      const [row] = await settled();
      expect(row).toMatchObject({ state: 'handled', failure: null });
      const handle = site.world.platform.temporal.workflow.getHandle(webhookIngestion.workflowId(row?.id ?? ''));
      expect(await handle.result()).toBe('handled');
    });
    expect((await account()).items).toMatchObject([{ extension: 'paytr', state: 'handled', failure: null }]);
  });

  test('are let in at the addresses of older shops, too', async () => {
    const tail = paytr.split('/wh/')[1];
    for (const path of [`/v1/psp/paytr/${tail}`, `/v1/cargo/paytr/webhook/${tail}`])
      expect((await post(path, notice(await began()))).text).toBe('OK');
    expect(await kept()).toHaveLength(2);
  });

  test('that are signed in a header are of the bytes as they came', async () => {
    const reference = await began('iyzico');
    const said = { iyziEventType: 'API_AUTH', status: 'SUCCESS', paymentConversationId: reference, paymentId: 7 };
    const signature = webhookSignature(IYZICO.secretKey, [said.iyziEventType, '7', reference, said.status]);
    const headers = { 'Content-Type': 'application/json', 'X-IYZ-SIGNATURE-V3': signature };
    expect((await post(iyzico, JSON.stringify(said), headers)).status).toBe(200);
    expect((await post(iyzico, JSON.stringify({ ...said, status: 'FAILURE' }), headers)).status).toBe(401);
    expect(await kept()).toMatchObject([{ news: { reference } }]);
  });

  test('that come more than once, at once or later, are one', async () => {
    const body = notice(await began());
    const answers = await Promise.all(Array.from({ length: 8 }, () => tell(paytr, body)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 OK']));
    expect(await kept()).toHaveLength(1);
    await working(settled);
    expect((await post(paytr, body)).text).toBe('OK');
    expect(await kept()).toMatchObject([{ state: 'handled' }]);
  });

  test('that come late, out of order or for nobody are told apart', async () => {
    const reference = await began();
    for (const body of [
      notice(reference),
      notice(reference, {}, 'failed', '0'),
      notice(newReference(), { merchant_ok: '1' }),
    ])
      expect((await post(paytr, body)).text).toBe('OK');
    await working(async () => {
      const states = (await settled()).map(({ state }) => state);
      expect(states.toSorted()).toEqual(['handled', 'handled', 'ignored']);
    });
  });

  test('that nobody signed, or whose words are none of the provider’s, leave nothing behind', async () => {
    const reference = await began();
    const wrong = [
      notice(reference, { hash: 'AAAA' }),
      notice(reference, { total_amount: '1' }),
      `merchant_oid=${reference}&status=success&total_amount=5000`,
      `${notice(reference)}&merchant_oid=${newReference()}`,
      '',
      '{"merchant_oid":"x"}',
      'token=abc',
      '\0\0\0',
    ];
    for (const body of wrong) {
      const { status } = await post(paytr, body);
      expect([body, status]).toEqual([body, expect.any(Number)]);
      expect([400, 401]).toContain(status);
    }
    expect((await post(paytr, new Uint8Array([0xff, 0xfe, 0x80]))).status).toBe(400);
    // A browser that comes back from a page carries no signature: it is no webhook.
    expect((await post(iyzico, 'token=abc')).status).toBe(401);
    expect(await kept()).toEqual([]);
  });

  test('that are too large, compressed or broken off are refused before they are kept', async () => {
    const large = notice(await began(), { extra: 'x'.repeat(POSTED_BYTES_MAX) });
    expect((await post(paytr, large)).status).toBe(413);
    expect((await post(paytr, 'x', { ...FORM, 'Content-Encoding': 'gzip' })).status).toBe(415);
    const answer = await site.raw(
      `POST ${paytr} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(await kept()).toEqual([]);
  });

  test('are let in at no address but the one that the store was shown', async () => {
    const body = notice(await began());
    const { storeId, other } = site.world;
    const secret = paytr.split('/').at(-1) as string;
    const places = [
      paytr.slice(0, -1),
      `${paytr}x`,
      `/v1/ext/paytr/wh/${other.storeId}/${secret}`,
      `/v1/ext/iyzico/wh/${storeId}/${secret}`,
      `/v1/ext/trendyol/wh/${storeId}/${secret}`,
      `/v1/ext/nobody/wh/${storeId}/${secret}`,
      `/v1/ext/paytr/wh/${storeId}/`,
    ];
    for (const place of places) expect([place, (await post(place, body)).status]).toEqual([place, 404]);
    expect((await site.call('GET', paytr)).status).toBe(405);
    expect(await kept()).toEqual([]);
  });

  test('of an extension that is disabled are taken, as what was begun has to end; of one that is not set up or gone, none', async () => {
    const { world } = site;
    const as = { as: world.owner };
    await world.done('extension.disable', { extension: 'paytr' }, as);
    expect((await post(paytr, notice(await began()))).text).toBe('OK');
    await world.done('secret.delete', { extension: 'paytr', key: 'merchantSalt' }, as);
    const unready = await post(paytr, notice(await began()));
    expect([unready.status, unready.body.code]).toEqual([422, 'extension_not_ready']);
    await world.done('extension.uninstall', { extension: 'paytr' }, as);
    const gone = await post(paytr, notice(await began()));
    expect(gone.status).toBeLessThan(500);
    expect(gone.status).toBeGreaterThanOrEqual(400);
    expect(await kept()).toHaveLength(1);
    expect((await account('/addresses')).items.map(({ extension }: { extension: string }) => extension)).toEqual([
      'iyzico',
    ]);
  });

  test('that come in floods leave one row each, and forged ones none', async () => {
    const references = await Promise.all(Array.from({ length: 40 }, () => began()));
    const good = references.flatMap((reference) => Array.from({ length: 3 }, () => notice(reference)));
    const bad = references.flatMap((reference) => Array.from({ length: 3 }, () => notice(reference, { hash: 'x' })));
    const answers = await Promise.all([...good, ...bad].map((body) => tell(paytr, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(good.length);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(bad.length);
    expect(await kept()).toHaveLength(references.length);
    await working(async () => expect((await settled()).every(({ state }) => state === 'handled')).toBe(true));
  });

  test('that nobody could look into are told of, and looked into when the provider tells them again', async () => {
    const body = notice(await began());
    await post(paytr, body);
    const [row] = await kept();
    const { storeId, platform } = site.world;
    await platform.webhooks.giveUp({ storeId, webhookId: row?.id ?? '' }, 'Postgres was away.');
    expect((await account()).items).toMatchObject([{ state: 'failed', failure: 'Postgres was away.' }]);
    expect(await platform.webhooks.handle({ storeId, webhookId: row?.id ?? '' })).toBeNull();
    expect((await post(paytr, body)).text).toBe('OK');
    await working(async () => expect(await settled()).toMatchObject([{ state: 'handled', failure: null }]));
  });

  test('are forgotten some months after they were handled', async () => {
    await post(paytr, notice(await began()));
    await site.world.sql(`UPDATE webhook SET state = 'handled', created_at = now() - interval '91 days'`);
    await post(paytr, notice(await began()));
    expect(await kept()).toMatchObject([{ state: 'kept' }]);
  });
});
