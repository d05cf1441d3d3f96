import { createHash } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { createMailActivities } from '../../activities/mail.delivery';
import type { FileAnswer } from '../../src/kernel/declaration/file';
import type { Scope } from '../../src/kernel/declaration/scopes';
import { openInbox } from '../mail/inbox';
import { company } from '../store/identity';
import { outsideOfWorker } from '../world/activity';
import { createWorld, type World } from '../world/world';
import { orderOf } from './session';

const sha256 = (of: string | Uint8Array): string => createHash('sha256').update(of).digest('hex');

describe('orders.belge.get', () => {
  let world: World;
  let productId: string;
  beforeAll(async () => {
    world = await createWorld();
    productId = (await world.done('catalog.product.create', { title: 'Cezve <No 2>', price: 123_450, stock: 99 })).id;
  });
  afterAll(() => world.close());

  const route = () => world.platform.services.capabilities.routes.find(({ id }) => id === 'orders.belge.get') as never;
  const file = async (ord: string, belge: string, format?: 'pdf' | 'html', as = world.developer) => {
    const input = { params: { ord, belge }, query: format ? { format } : {}, body: {} };
    return (await world.dispatcher.route(route(), as, input)).body as unknown as FileAnswer;
  };
  const documentsOf = async (ord: string): Promise<{ id: string; kind: string; digest: string }[]> =>
    (await world.read('orders.get', { params: { ord } })).documents;

  test('has none of an order as long as nobody has said who sells', async () => {
    const { id } = await orderOf(world, [{ productId }]);
    expect(await documentsOf(id)).toEqual([]);
    const [letter] = world.platform.services.letters.filter(({ kind }) => kind === 'order.placed');
    expect(await letter?.attached?.(world.database.reader(world.storeId), world.storeId, id)).toEqual([]);
  });

  describe('of an order whose seller is known', () => {
    let orderId: string;
    beforeAll(async () => {
      await world.done('settings.identity.update', company);
      orderId = (await orderOf(world, [{ productId, quantity: 2 }])).id;
    });

    test('answers both documents, as the page of which the digest is kept', async () => {
      const documents = await documentsOf(orderId);
      expect(documents.map(({ kind }) => kind)).toEqual(['preliminary_information', 'distance_contract']);
      for (const { id, digest } of documents) {
        const answer = await file(orderId, id, 'html');
        const page = await text((await answer.open()) as never);
        expect(answer).toMatchObject({ type: 'text/html', digest });
        expect(sha256(page)).toBe(digest);
        for (const said of [company.title, 'Ayşe Yılmaz', 'Cezve &lt;No 2&gt;', '2.469,00 ₺'])
          expect(page).toContain(said);
      }
    });

    test('answers the same PDF each time, which names the digest of its page', async () => {
      const [document] = await documentsOf(orderId);
      const [first, second] = [await file(orderId, document?.id ?? ''), await file(orderId, document?.id ?? '', 'pdf')];
      expect(first).toMatchObject({
        type: 'application/pdf',
        name: expect.stringMatching(/^on-bilgilendirme-formu-\d+\.pdf$/),
      });
      expect(second.digest).toBe(first.digest);
    });

    test('is read by agents who may read orders, and by nobody of another store', async () => {
      const [document] = await documentsOf(orderId);
      const agent = { ...world.agent, scopes: new Set<Scope>(['orders:read']) };
      expect((await file(orderId, document?.id ?? '', 'html', agent)).digest).toBe(document?.digest);
      await expect(file(orderId, document?.id ?? '', 'html', world.agent)).rejects.toMatchObject({
        code: 'forbidden_scope',
      });
      await expect(file(orderId, document?.id ?? '', 'html', world.other.owner)).rejects.toMatchObject({
        code: 'not_found',
      });
      const other = await orderOf(world, [{ productId }]);
      await expect(file(other.id, document?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
    });

    test('answers what was agreed on, whatever the shop says of itself later', async () => {
      const before = await documentsOf(orderId);
      await world.done('settings.identity.update', { ...company, title: 'Başka Unvan Ltd. Şti.' });
      expect(await documentsOf(orderId)).toEqual(before);
      const page = await text((await (await file(orderId, before[0]?.id ?? '', 'html')).open()) as never);
      expect(page).toContain(company.title);
      expect(page).not.toContain('Başka Unvan');
    });

    test('answers what nobody can change or take away', async () => {
      const writer = world.database.writer(world.storeId);
      await expect(writer.query(`UPDATE order_belge SET html = 'x'`)).rejects.toThrow(/permission denied/);
      await expect(writer.query('DELETE FROM order_belge')).rejects.toThrow(/permission denied/);
      await expect(world.sql(`UPDATE order_belge SET html = 'x'`)).rejects.toThrow(/check/);
    });

    test('says what the buyer got with the letter', async () => {
      const inbox = await openInbox(0);
      const { config, platform, storeId } = world;
      const activities = createMailActivities({ ...platform, config: { ...config, smtpUrl: inbox.url } });
      const [mail] = await world.database
        .reader(storeId)
        .query<{ id: string }>(`SELECT id FROM mail WHERE letter = 'order.placed' AND about = $1`, [orderId]);
      expect(await outsideOfWorker(() => activities.deliverMail({ storeId, mailId: mail?.id ?? '' }))).toBe('sent');
      await inbox.close();
      const said = inbox.taken[0]?.text ?? '';
      for (const { id } of await documentsOf(orderId)) {
        const { name, open } = await file(orderId, id, 'pdf');
        expect(said).toContain(name);
        const bytes = await buffer((await open()) as never);
        // Without what fills the last group up, which the inbox takes for a soft break.
        expect(said.replaceAll('\r\n', '')).toContain(bytes.toString('base64').replace(/=+$/, ''));
      }
    });
  });
});
