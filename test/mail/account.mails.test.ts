import { personOf } from '../store/person';
import { openSite, type Site } from '../surfaces/site';
import { openInbox } from './inbox';

describe('mails to persons of the store', () => {
  let site: Site;
  let inbox: Awaited<ReturnType<typeof openInbox>>;
  beforeEach(async () => {
    inbox = await openInbox(0);
    site = await openSite({ environment: { SMTP_URL: inbox.url } });
  });
  afterEach(async () => {
    await site.close();
    await inbox.close();
  });

  /** Keeps two mails: one tells an owner of a log-in, the other goes to a buyer. */
  async function kept(): Promise<{ readonly alert: string; readonly letter: string }> {
    const { storeId, owner } = site.world;
    const [alert, letter] = ['mai_01ARZ3NDEKTSV4RRFFQ69G5FA1', 'mai_01ARZ3NDEKTSV4RRFFQ69G5FA2'];
    await site.rows(
      `INSERT INTO mail (id, store_id, owner_id, letter, about, subject, body, written, state, created_at) VALUES
         ($1, $3, $4, NULL, NULL, 'Hesabınıza yeni bir tarayıcıdan girildi', '', true, 'kept', now()),
         ($2, $3, NULL, 'order.placed', 'ord_01ARZ3NDEKTSV4RRFFQ69G5FAV', '', '', true, 'kept', now()) RETURNING id`,
      [alert, letter, storeId, owner.id],
    );
    return { alert, letter };
  }

  test('are read and sent by owners; managers have those to buyers', async () => {
    const { alert, letter } = await kept();
    const [owner, manager] = [await personOf(site, 'owner'), await personOf(site, 'manager')];
    const read = async ({ session }: typeof owner) => {
      const { body } = await site.call('GET', '/v1/account/mails?state=kept', { session });
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await read(owner)).toEqual([letter, alert]);
    expect(await read(manager)).toEqual([letter]);

    const send = (body: object) => site.call('POST', '/v1/account/mails/send', { session: manager.session, body });
    expect(await send({ mailIds: [alert] })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await send({})).body).toMatchObject({ sending: 1, left: 0 });
    expect(await read(owner)).toEqual([alert]);
    const sending = await site.call('POST', '/v1/account/mails/send', { session: owner.session, body: {} });
    expect(sending.body).toMatchObject({ sending: 1, left: 0 });
  });
});
