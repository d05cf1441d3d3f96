import { createMailActivities } from '../../activities/mail.delivery';
import { envelopeOf } from '../../src/mail/envelope';
import { orderOf } from '../order/session';
import { type Agents, worldWithAgents } from '../proposal/agents';
import { company } from '../store/identity';
import { outsideOfWorker } from '../world/activity';
import { type Inbox, openInbox } from './inbox';

describe('mails are from their store', () => {
  let inbox: Inbox;
  let agents: Agents;
  beforeEach(async () => {
    inbox = await openInbox(0);
    agents = await worldWithAgents({
      environment: { SMTP_URL: inbox.url, TEZGAH_MAIL_FROM: 'Tezgâh <Posta@mağazalar.example>' },
    });
  });
  afterEach(async () => {
    await agents.close();
    await inbox.close();
  });

  /** Delivers what waits. @returns the heads by field, the names in small letters */
  async function heads(): Promise<ReadonlyMap<string, string>[]> {
    const { world } = agents;
    const { storeId } = world;
    const waiting = await world.database
      .reader(storeId)
      .query<{ id: string }>(`SELECT id FROM mail WHERE state = 'queued' ORDER BY id`);
    for (const { id: mailId } of waiting)
      await outsideOfWorker(() => createMailActivities(world.platform).deliverMail({ storeId, mailId }));
    return inbox.taken.splice(0).map(
      ({ head }) =>
        new Map(
          head.split('\r\n').map((line): [string, string] => {
            const [name = '', ...value] = line.split(':');
            return [name.toLowerCase(), value.join(':').trim()];
          }),
        ),
    );
  }
  const ordered = async (): Promise<void> => {
    const { world } = agents;
    const { id: productId } = await world.done('catalog.product.create', { title: 'Cezve', price: 100, stock: 9 });
    await orderOf(world, [{ productId }]);
  };

  test('whoever answers the mail of an order writes to the store; so it is with mails to owners', async () => {
    const { world } = agents;
    await world.sql(`UPDATE store SET name = 'Kahve "Dükkânı", A.Ş.'`);
    await world.done('settings.identity.update', { ...company, email: 'bilgi@kahve.example' });
    await ordered();
    const { proposalId } = await agents.propose('catalog.product.create', { title: 'Fincan', price: 100 });
    await agents.submit(proposalId);
    const found = await heads();
    expect(found.map((head) => head.get('to')).toSorted()).toEqual(['ayse@example.com', world.email].toSorted());
    for (const head of found) {
      expect(decoded(head.get('from'))).toMatch(
        /^"?Kahve \\?"Dükkânı\\?", A\.Ş\."? <Posta@xn--maazalar-7fb\.example>$/i,
      );
      expect(head.get('reply-to')).toBe('bilgi@kahve.example');
      expect(head.get('message-id')).toMatch(/^<mai_\w{26}@xn--maazalar-7fb\.example>$/);
      expect(head.get('auto-submitted')).toBe('auto-generated');
    }
  });

  test('nothing in the name of a store adds a field, a recipient or another sender', async () => {
    const { world } = agents;
    const name = 'Bank\r\nBcc: kurban@example.com\r\n\r\nMerhaba <destek@banka.example>, x';
    await world.sql(`UPDATE store SET name = '${name}'`);
    await ordered();
    const [head] = await heads();
    expect(head?.has('bcc')).toBe(false);
    expect(head?.has('reply-to')).toBe(false);
    expect(head?.get('to')).toBe('ayse@example.com');
    expect(decoded(head?.get('from'))).toBe(
      '"Bank Bcc: kurban example.com Merhaba destek banka.example ," <Posta@xn--maazalar-7fb.example>',
    );
  });
});

test.each([
  ['Tezgâh <posta@example.com>', 'posta@example.com', 'example.com'],
  ['posta@example.com', 'posta@example.com', 'example.com'],
  ['Tezgâh', 'Tezgâh', 'xn--tezgh-6qa'],
  ['Tezgâh <>', '', 'localhost'],
])('the sender %s', (mailFrom, address, domain) => {
  const { from, messageId } = envelopeOf(mailFrom, 'mai_1', { storeName: 'Kahve', email: null });
  expect([from.address, messageId]).toEqual([address, `<mai_1@${domain}>`]);
});

/** A field as a mail program shows it. */
const decoded = (field = ''): string =>
  field
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?(?:B\?([^?]*)|Q\?([^?]*))\?=/gi, (_, base64?: string, quoted = '') =>
      base64 === undefined
        ? Buffer.from(
            quoted
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/gi, (_all: string, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString()
        : Buffer.from(base64, 'base64').toString(),
    );
