import { templateOf } from '../../src/design/template/templates';
import { newUlid } from '../../src/kernel/ids';
import type { Preview } from '../../src/kernel/trace/recorder';
import { exampleImage } from '../../src/media/image/example';
import { importedExample } from '../../src/order/import/example';
import { saidBeside } from '../../src/proposal/unshown-words';
import { registry } from '../../src/registry';
import { examplePackage } from '../../src/theme/package/example';
import { asInstalledEarlier } from '../extension/earlier';
import { returnsIn } from '../order/returns';
import { orderOf } from '../order/session';
import { company } from '../store/identity';
import { openSite, type Site } from '../surfaces/site';
import type { World } from '../world/world';

describe('words of a call that no change shows', () => {
  const change = { id: 'var_1', before: null, after: { title: 'Çay', tags: ['a'] } };

  test('stand beside the changes, each with its place', () => {
    const payload = { id: 'var_1', title: 'Çay', items: [{ tag: 'a' }, { note: 'gizli' }], reason: 'Sayım', delta: 3 };
    expect(saidBeside(payload, [change])).toEqual([
      { path: 'items/2/note', text: 'gizli' },
      { path: 'reason', text: 'Sayım' },
    ]);
    expect(saidBeside('metin', [])).toEqual([{ path: '', text: 'metin' }]);
    expect(saidBeside(null, [])).toEqual([]);
  });

  describe('of every command that can be proposed', () => {
    let site: Site;
    let world: World;
    beforeAll(async () => {
      site = await openSite();
      world = site.world;
    });
    afterAll(() => site.close());

    async function upload(body: Uint8Array = exampleImage()): Promise<string> {
      const answer = await site.call('POST', '/v1/media/upload', { session: await site.login(), body });
      return answer.body.id;
    }

    async function besideOf(command: string, payload: unknown): Promise<string[]> {
      const { status, body } = await world.run(command, payload, { as: world.owner, dryRun: true });
      expect([command, status, body]).toEqual([command, 200, expect.anything()]);
      const redact = registry.command(command)?.redact;
      const shown = redact ? redact(payload as never) : payload;
      return saidBeside(shown, (body as { preview: Preview }).preview.changes).map(({ text }) => text);
    }

    test('are those that it keeps and no field does', async () => {
      const product = await world.done('catalog.product.create', {
        title: 'Çay',
        price: 1_000,
        stock: 5,
        variants: [{ title: 'Küçük', stock: 1 }],
      });
      const pooled = await world.done('catalog.product.create', { title: 'Kod', price: 1_000 });
      const productId = pooled.id;
      await world.done('catalog.product.setDigital', { productId, digital: { kind: 'code_pool' } });
      await world.done('catalog.digital.codes.add', { productId, codes: ['AAA-1'] });
      const { id: categoryId } = await world.done('catalog.category.create', { name: 'Sıcak' });
      const { id: collectionId } = await world.done('catalog.collection.create', { title: 'Yaz' });
      const extension = 'trendyol';
      const owner = (command: string, payload: unknown) => world.done(command, payload, { as: world.owner });
      expect(await besideOf('extension.install', { extension })).toEqual([]);
      await owner('extension.install', { extension });
      for (const key of ['apiKey', 'apiSecret']) await owner('secret.set', { extension, key, value: 'x' });
      await owner('extension.configure', { extension, config: { sellerId: '1' } });
      const uploadId = await upload();
      const { id: mediaId } = await world.done('catalog.media.commit', { uploadId, name: 'Cezve' });
      const targetId = product.variants[0].id;
      const variants = [{ id: targetId, title: 'Küçücük', sku: 'K-1', barcode: '869' }];
      const facts = { brand: 'Marka', sku: 'S-1', barcode: '868', tags: ['yeni'], description: 'Uzun uzun' };
      const link = { kind: 'link', url: 'https://example.com/a', instructions: 'Tıklayın' };
      const field = { target: 'product', key: 'care', type: 'text', label: 'Bakım' };
      const { id: definitionId } = await owner('metafield.definition.create', field);
      await world.done('metafield.set', { ownerId: productId, definitionId, value: 'Elde' });
      const collection = { title: 'Kış', handle: 'kis', description: 'Soğuk' };
      const ordered = async (method: 'cod' | 'transfer') => {
        const { id: item } = await world.done('catalog.product.create', { title: 'Bardak', price: 1_000 });
        return (await orderOf(world, [{ productId: item }], { terms: { method } })).id;
      };
      const [orderId, awaited, sent, paid] = [
        await ordered('cod'),
        await ordered('transfer'),
        await ordered('cod'),
        await ordered('transfer'),
      ];
      const { id: shipmentId } = await world.done('order.ship', { orderId: sent, carrier: 'aras' });
      await world.done('order.transfer.confirm', { orderId: paid });
      const { id: refundId } = await world.done('order.refund.request', {
        orderId: paid,
        amount: 100,
        reason: 'Kırık',
      });
      const { id: item } = await world.done('catalog.product.create', { title: 'Tepsi', price: 10_000, stock: 9 });
      const goods = returnsIn(world);
      const arrived = await goods.arrived(item);
      const [{ id: lineId }] = arrived.lines;
      const one = [{ lineId, quantity: 1 }];
      const asked = await goods.made(arrived.id, one, { kind: 'claim' });
      const awaitedBack = await goods.approved(arrived.id, one);
      const received = await goods.approved(arrived.id, one);
      await goods.receive(received, [{ lineId, quantity: 1, condition: 'saleable' }]);
      const { customerId } = arrived;
      const { id: game } = await world.done('catalog.product.create', {
        title: 'Oyun Kodu',
        price: 1_000,
        requiresShipping: false,
      });
      await world.done('catalog.product.setDigital', { productId: game, digital: { kind: 'code_pool' } });
      const terms = { method: 'transfer', rate: null } as const;
      const { id: short } = await orderOf(world, [{ productId: game }], { terms });
      await world.done('order.transfer.confirm', { orderId: short });
      await world.done('catalog.digital.codes.add', { productId: game, codes: ['OYUN-1'] });
      const [shortLine] = (await world.read('orders.get', { params: { ord: short } })).lines;
      await owner('customer.identity.attach', { orderId: arrived.id, identityId: 'kimlik-1' });
      await owner('extension.install', { extension: 'campaign' });
      /** A call of each, with all the words that it takes, and the ones that its changes do not show. */
      const drafted = (template: string, expectedRev: number) =>
        world.read('design.draft.put', {
          query: {},
          body: { body: templateOf(template)?.make() },
          expectedRev,
          idempotencyKey: newUlid(),
        });
      await drafted('bos', 0);
      await owner('design.publish', {});
      await owner('design.publish', {});
      const published = { hash: (await drafted('katalog', 1)).hash, expectedRev: 2 };
      const calls: Record<string, [payload: unknown, beside: string[]]> = {
        'design.migrate': [{ label: 'Yeni biçim' }, ['Yeni biçim']],
        'design.publish': [{ ...published, label: 'Bahar' }, ['Bahar']],
        'design.rollback': [{ seq: 1, label: 'Eski hâl' }, ['Eski hâl']],
        'catalog.category.archive': [{ categoryId }, []],
        'catalog.category.create': [{ name: 'İçecek' }, []],
        'catalog.category.update': [{ categoryId, name: 'Soğuk' }, []],
        'catalog.collection.archive': [{ collectionId }, []],
        'catalog.collection.create': [collection, []],
        'catalog.collection.update': [{ collectionId, ...collection }, []],
        'catalog.collection.setProducts': [{ collectionId, productIds: [productId] }, []],
        'catalog.digital.codes.add': [{ productId, codes: ['AAA-2', 'BAR-7F3K-9Q2M'] }, ['…', 'BA…2M']],
        'catalog.digital.codes.void': [{ productId, count: 1, reason: 'Çalındı' }, ['Çalındı']],
        'catalog.media.commit': [
          { uploadId: await upload(Buffer.concat([exampleImage(), Buffer.of(0)])), name: 'Bakır cezve' },
          [],
        ],
        'catalog.media.delete': [{ mediaId }, []],
        'catalog.price.set': [{ targetId, price: 900 }, []],
        'catalog.product.archive': [{ productId: product.id }, []],
        'catalog.product.create': [{ title: 'Kahve', handle: 'kahve', price: 1, ...facts }, []],
        'catalog.product.setDigital': [{ productId: product.id, digital: link, withdrawalException: 'hygiene' }, []],
        'catalog.product.setMedia': [{ productId: product.id, media: [{ mediaId, alt: 'Önden' }] }, []],
        'catalog.product.setVariants': [{ productId: product.id, variants }, []],
        'catalog.product.update': [{ productId: product.id, title: 'Yeşil çay', handle: 'yesil', ...facts }, []],
        'catalog.stock.adjust': [{ targetId, delta: 2, reason: 'Sayım farkı' }, ['Sayım farkı']],
        'catalog.stock.set': [{ targetId, stock: 9, reason: 'Yeni sayım' }, ['Yeni sayım']],
        'channel.listing.set': [{ extension, items: [{ productId }] }, [extension]],
        'customer.anonymize': [{ customerId }, []],
        'customer.identity.unlink': [{ identityId: 'kimlik-1', customerId }, []],
        'extension.configure': [{ extension, config: { sellerId: '7' } }, []],
        'extension.enable': [{ extension }, []],
        'extension.hook.deactivate': [{ extension: 'campaign', active: false }, []],
        'extension.uninstall': [{ extension }, []],
        'metafield.definition.create': [{ target: 'product', key: 'origin', type: 'text', label: 'Köken' }, []],
        'metafield.definition.delete': [{ definitionId }, []],
        'metafield.definition.update': [{ definitionId, label: 'Yıkama', description: 'Etikette' }, []],
        'metafield.set': [{ ownerId: product.id, key: 'care', value: 'Elde' }, []],
        'metafield.unset': [{ ownerId: productId, key: 'care' }, []],
        'order.cancel': [{ orderId: awaited, reason: 'customer' }, []],
        'order.cod.collect': [{ orderId: sent }, []],
        'order.import': [importedExample, []],
        'order.line.epin.fulfill': [{ orderId: short, lineId: shortLine.id }, []],
        'order.note.add': [{ orderId, text: 'Kapıcıya' }, []],
        'order.refund.record': [{ refundId, outcome: 'succeeded', reference: 'FT1', failure: 'Yok' }, []],
        'order.refund.request': [{ orderId: paid, amount: 50, reason: 'Geç geldi' }, []],
        'order.return.approve': [{ returnId: asked, carrier: 'yurtici', code: '44', text: 'Kutusuyla' }, []],
        'order.return.receive': [{ returnId: awaitedBack, lines: [{ lineId, quantity: 1, condition: 'damaged' }] }, []],
        'order.return.reject': [{ returnId: asked, ground: 'unfounded', text: 'Ayıp yok' }, []],
        'order.return.settle': [{ returnId: received }, []],
        'order.ship': [{ orderId, carrier: 'yurtici', trackingNumber: '123' }, []],
        'order.shipment.cancel': [{ orderId: sent, shipmentId }, []],
        'order.shipment.track': [{ orderId: sent, shipmentId, state: 'delivered', reason: 'Aradı' }, ['Aradı']],
        'order.transfer.confirm': [{ orderId: awaited }, []],
        'settings.channel.update': [registry.command('settings.channel.update')?.example, []],
        'settings.checkout.update': [registry.command('settings.checkout.update')?.example, []],
        'settings.flag.set': [{ flag: 'etbis', set: true }, []],
        'settings.identity.update': [company, []],
        'settings.stock.update': [registry.command('settings.stock.update')?.example, []],
        'settings.store.update': [{ name: 'Yeni dükkân' }, []],
        'store.generation.set': [{ generation: 1 }, []],
        'store.syncKv': [{}, []],
        'theme.install': [{ theme: 'pazar' }, []],
        'theme.push': [examplePackage, ['Bizim Tema']],
        'theme.uninstall': [{ theme: 'atolye' }, []],
      };
      await owner('theme.install', { theme: 'atolye' });
      for (const [id, [payload, beside]] of Object.entries(calls))
        expect([id, await besideOf(id, payload)]).toEqual([id, beside]);
      await asInstalledEarlier(world, { extension, version: '1.0.0', config: { sellerId: '1' } });
      expect(await besideOf('extension.upgrade', { extension, consent: true })).toEqual([]);
      await owner('extension.enable', { extension });
      expect(await besideOf('extension.disable', { extension, disconnect: 'freeze' })).toEqual(['freeze']);
      const proposable = registry.commands.filter(({ policy }) => policy === 'propose').map(({ id }) => id);
      expect([...Object.keys(calls), 'extension.disable', 'extension.install', 'extension.upgrade'].sort()).toEqual(
        proposable.sort(),
      );
    });
  });
});
