import { connectPayment, takingPayments } from '../../src/extension/payment';
import { ProviderRefused, ProviderUnavailable } from '../../src/provider/error';
import type { PaymentAdapter, PaymentOperation } from '../../src/provider/payment-port';
import { startIyzicoSimulator } from '../../src/simulator/iyzico/server';
import { startPaytrSimulator } from '../../src/simulator/paytr/server';
import { newReference, orderOf, posted, stays } from '../provider/payments';
import { openSite, type Site } from '../surfaces/site';
import { replyOf, said } from '../world/story';
import type { World } from '../world/world';
import { asInstalledEarlier } from './earlier';

const IYZICO = { apiKey: 'demo-api-key', secretKey: 'demo-secret-key' };
const PAYTR = { merchantKey: 'demo-merchant-key', merchantSalt: 'demo-merchant-salt' };
const RIGHTS = { scopes: [], personalData: ['name', 'email', 'telephone', 'address', 'order'] };

describe('extensions that take payments', () => {
  let iyzico: Awaited<ReturnType<typeof startIyzicoSimulator>>;
  let paytr: Awaited<ReturnType<typeof startPaytrSimulator>>;
  let site: Site;
  let world: World;
  beforeAll(async () => {
    [iyzico, paytr] = await Promise.all([startIyzicoSimulator(), startPaytrSimulator()]);
  });
  beforeEach(async () => {
    site = await openSite({ environment: { TEZGAH_IYZICO_URL: iyzico.url, TEZGAH_PAYTR_URL: paytr.url } });
    ({ world } = site);
  });
  afterEach(async () => {
    iyzico.faults.clear();
    await site.close();
  });
  afterAll(() => Promise.all([iyzico.close(), paytr.close()]));

  const owner = () => ({ as: world.owner });
  const shown = async (extension: string) =>
    (await world.read('extensions.list', owner())).items.find(({ key }: { key: string }) => key === extension);
  const setUp = async (extension: string, config: object, secrets: Record<string, string>) => {
    await world.done('extension.install', { extension }, owner());
    await world.done('extension.configure', { extension, config }, owner());
    for (const [key, value] of Object.entries(secrets))
      await world.done('secret.set', { extension, key, value }, owner());
    await world.done('extension.enable', { extension }, owner());
  };
  const connect = <O extends PaymentOperation>(ext: string, ...operations: O[]) => {
    const { services } = world.platform;
    const db = world.database.reader(world.storeId);
    return connectPayment({ db, services, storeId: world.storeId, ext, operations });
  };

  test('are installed, set up and enabled step by step, and say what they lack', async () => {
    const { installed, kind, blockedBy } = await shown('iyzico');
    expect([installed, kind, blockedBy]).toEqual([null, 'payment', ['not_installed']]);
    await world.done('extension.install', { extension: 'paytr' }, owner());
    expect((await shown('paytr')).blockedBy).toEqual([
      'missing_secret:merchantKey',
      'missing_secret:merchantSalt',
      'invalid_config:/config/merchantId',
    ]);
    const wrong = world.run('extension.configure', { extension: 'paytr', config: { merchantId: 'x' } }, owner());
    expect(await said(wrong)).toBe('422 config_invalid');
    await world.done('extension.configure', { extension: 'paytr', config: { merchantId: '123456' } }, owner());
    expect(await said(world.run('extension.enable', { extension: 'paytr' }, owner()))).toBe('422 extension_not_ready');
    await expect(connect('paytr')).rejects.toMatchObject({ code: 'extension_not_ready' });
    for (const [key, value] of Object.entries(PAYTR))
      await world.done('secret.set', { extension: 'paytr', key, value }, owner());
    expect(await connect('paytr')).toMatchObject({ enabled: false });
    await world.done('extension.enable', { extension: 'paytr' }, owner());
    expect(await shown('paytr')).toMatchObject({ installed: { enabled: true }, blockedBy: [], kind: 'payment' });
    const ops = await world.read('extensions.ops.get', { params: { ext: 'paytr' } });
    expect(ops).toMatchObject({ extension: 'paytr', installed: true, enabled: true });
    expect(JSON.stringify([await shown('paytr'), ops])).not.toContain('demo-merchant');
    // It leaves nothing at a marketplace: nobody is asked what becomes of it.
    await world.done('extension.disable', { extension: 'paytr' }, owner());
  });

  test('are asked through what keeps the promises of the port', async () => {
    await setUp('iyzico', {}, IYZICO);
    await setUp('paytr', { merchantId: '123456' }, PAYTR);
    for (const ext of ['iyzico', 'paytr']) {
      const { adapter, enabled } = await connect(ext, 'test', 'begin', 'readPayment');
      await adapter.test(stays);
      const order = orderOf();
      const { page } = await adapter.begin(order, stays);
      expect([enabled, page.kind]).toEqual([true, ext === 'iyzico' ? 'redirect' : 'frame']);
      const reading = await adapter.readPayment({ reference: order.reference, handle: null }, stays);
      expect(reading).toEqual({ state: 'not_found' });
    }
    const { adapter, readCallback } = await connect('iyzico', 'test', 'readPayment');
    expect(readCallback(posted({ token: 'abc' }))).toMatchObject({ accepted: true, event: { handle: 'abc' } });
    const warned = jest.spyOn(world.platform.services.log, 'warn');
    iyzico.faults.set({ down: true });
    await expect(adapter.test(stays)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(warned).toHaveBeenCalledTimes(1);
  });

  test('are not asked for what they do not offer, nor by what is no payment', async () => {
    await setUp('paytr', { merchantId: '123456' }, PAYTR);
    await expect(connect('paytr', 'refund', 'complete')).rejects.toMatchObject({
      code: 'not_offered',
      detail: 'PayTR does not offer completing payments.',
    });
    const { adapter } = await connect('paytr', 'readRefund');
    const whole = adapter as unknown as { complete(asked: object, signal: AbortSignal): Promise<unknown> };
    await expect(whole.complete({}, stays)).rejects.toMatchObject({ code: 'not_offered' });
    await expect(connect('trendyol')).rejects.toMatchObject({ code: 'not_found' });
    await expect(connect('iyzico')).rejects.toMatchObject({ code: 'extension_not_installed' });
  });

  test('one that nobody has let take money takes none, and tells of what it took', async () => {
    await setUp('iyzico', {}, IYZICO);
    const granted = { ...RIGHTS, actions: [], secrets: ['apiKey', 'secretKey'] };
    await asInstalledEarlier(world, { extension: 'iyzico', version: '1.1.0', granted });
    expect(await takingPayments(world.database.reader(world.storeId), world.storeId)).toEqual([]);
    for (const operation of ['begin', 'complete', 'refund', 'cancel'] as const)
      await expect(connect('iyzico', operation)).rejects.toMatchObject({ code: 'consent_required' });
    const { adapter } = (await connect('iyzico', 'test', 'readPayment')) as { adapter: Partial<PaymentAdapter> };
    await adapter.test?.(stays);
    // A caller that asks for more than it said is refused as well.
    await expect(adapter.refund?.({} as never, stays)).rejects.toMatchObject({ code: 'consent_required' });
    await asInstalledEarlier(world, { extension: 'iyzico', version: '1.1.0' });
    expect(await takingPayments(world.database.reader(world.storeId), world.storeId)).toEqual(['iyzico']);
    expect(await connect('iyzico', 'begin', 'refund')).toMatchObject({ enabled: true });
  });

  test('a secret that a provider repeats stands in no message', async () => {
    await setUp('iyzico', {}, { ...IYZICO, apiKey: 'Request Limit' });
    const { adapter } = await connect('iyzico', 'test');
    const error = await adapter.test(stays).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ProviderRefused);
    expect((error as ProviderRefused).message).toBe('iyzico refused: api bilgileri bulunamadı');
    await world.done('secret.set', { extension: 'iyzico', key: 'apiKey', value: 'api bilgileri' }, owner());
    const again = await (await connect('iyzico', 'test')).adapter.test(stays).catch((error: unknown) => error);
    expect((again as ProviderRefused).message).toBe('iyzico refused: ••• bulunamadı');
  });

  test('iyzico 1.0.0 becomes 1.1.0 once its owner agrees that it may be told one thing more', async () => {
    await setUp('iyzico', {}, IYZICO);
    const granted = { ...RIGHTS, actions: ['payments.take', 'payments.refund'], secrets: ['apiKey', 'secretKey'] };
    await asInstalledEarlier(world, {
      extension: 'iyzico',
      version: '1.0.0',
      config: { threeDSecure: false },
      enabled: true,
      granted,
    });
    const configure = (config: object) =>
      said(world.run('extension.configure', { extension: 'iyzico', config }, owner()));
    expect(await configure({ instalmentsMax: 3 })).toBe('422 config_invalid');
    expect(await shown('iyzico')).toMatchObject({
      installed: { version: '1.0.0', granted },
      upgrade: {
        version: '1.1.0',
        lossless: true,
        growth: { scopes: [], personalData: ['identity_number'], actions: [], secrets: [] },
        blockedBy: [],
      },
    });
    const upgrade = (more: object) => world.run('extension.upgrade', { extension: 'iyzico', ...more }, owner());
    expect(await said(upgrade({}))).toBe('422 consent_required');
    const { body } = await replyOf(upgrade({ consent: true, version: '1.1.0' }));
    expect(body.result).toMatchObject({
      version: '1.1.0',
      enabled: true,
      config: { threeDSecure: false, instalmentsMax: 12, tellsIdentity: false },
      granted: { personalData: [...RIGHTS.personalData, 'identity_number'] },
    });
    expect(await configure({ instalmentsMax: 3 })).toBe('200');
    await (await connect('iyzico', 'test')).adapter.test(stays);
  });

  test('a payment that is begun by one version is read by the next', async () => {
    await setUp('iyzico', {}, IYZICO);
    await asInstalledEarlier(world, { extension: 'iyzico', version: '1.0.0', config: {}, enabled: true });
    const { adapter } = await connect('iyzico', 'begin', 'readPayment');
    const order = orderOf({ reference: newReference() });
    await adapter.begin(order, stays);
    await world.done('extension.upgrade', { extension: 'iyzico', consent: true }, owner());
    const { adapter: next } = await connect('iyzico', 'readPayment');
    expect(await next.readPayment({ reference: order.reference, handle: null }, stays)).toEqual({ state: 'not_found' });
  });
});
