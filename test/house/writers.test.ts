import { sources, textOf } from './source';
import { tables } from './tables';

/** Who writes past the bus, and why nobody misses an audit row. The list may only shrink. */
const writers = {
  'activities/channel.job.ts': 'how far a job has come, and what it waits for',
  'activities/mail.delivery.ts': 'how far a mail has come, which is no part of the shop',
  'activities/media.sweep.ts': 'that the sweep failed',
  'activities/retention.sweep.ts':
    'outcomes and keys that nobody asks for any more, old mails, bodies that nothing names, and the numbers of the ledger',
  'src/account/passkeys.ts': 'what browsers were asked for, and how often somebody guessed',
  'src/account/second-step.ts': 'which codes a log-in has used up, and how often somebody guessed at one',
  'src/account/operating.ts': 'a link for an owner, which changes nothing until it is used',
  'src/account/session/store.ts': 'a session that its owner has opened himself',
  'src/account/sessions.ts':
    'a session that its owner has ended or taken to another store himself, which logins are one, and how often somebody failed to open one',
  'src/api.ts': 'how often somebody calls',
  'src/enclave.ts': 'how often the servers of a storefront call',
  'src/health.ts': 'nothing: it asks whether the database takes writes',
  'activities/unpaid.orders.ts': 'that orders could not be cancelled',
  'src/channel/worker/offers/lost.ts': 'what a marketplace was told, which is no part of the shop',
  'src/channel/worker/offers/send.ts': 'what a marketplace was told, which is no part of the shop',
  'src/channel/worker/catalog-pull.ts': 'how many rows a job asks for at once',
  'src/channel/worker/work.ts': 'that a job gets no further',
  'src/channel/worker/webhook-register.ts': 'what a marketplace has answered of its webhook',
  'src/demo/orders.ts': 'what a shopper of the demo has put together, which is no change of the shop',
  'src/extension/hook/breaker.ts': 'that a hook has answered again, which is no part of the shop',
  'src/extension/hook/work.ts': 'that nobody tells of a hook',
  'src/kernel/database/database.ts': 'declares it',
  'src/kernel/work/open-work.ts': 'only reads, of all stores',
  'src/keys/operating.ts': 'that nothing is under a key which its operator took away',
  'src/keys/opening.ts': 'which key seals, and the digest keys, which belong to no store',
  'src/keys/resealing.ts': 'the same values under another key, which is no change of the shop',
  'src/mail/work.ts': 'how far a mail has come, which is no part of the shop',
  'src/platform.ts': 'the outbox, and what a read may write, see bookkeeping.test.ts',
  'src/store/forgotten.ts': 'how often somebody named an address, or failed to claim a link',
  'src/store/joining.ts': 'how often somebody failed to claim an invitation',
  'src/store/new-browsers.ts': 'how often an owner was told of a browser',
  'src/store/setup.ts': 'the link of the first owner, and how often somebody failed to claim one',
  'src/store/store.ts': 'a store of the demo, which nobody opens',
  'src/token/credentials.ts': 'when credentials were used last',
  'src/update/sweep/sweep.ts': 'that a store was looked at',
  'src/update/sweep/work.ts': 'that nobody looks at it',
  'src/webhook/webhooks.ts': 'what a provider has told, which is its own doing',
  'src/webhook/work.ts': 'how far that has come',
  'src/workspace/life/backup.ts': 'where the last backup of files is, which are no part of the shop',
  'src/workspace/life/look.ts': 'how far the life of such files has come',
  'src/workspace/life/sweep.ts': 'that a backup of them has had its time',
  'src/workspace/life/warm.ts': 'that they are there',
  'src/workspace/life/work.ts': 'that nobody sees to them',
};

/** Everything of a Database that may write. */
const DOOR = /\bwriter\(|\.(systemWriter|maintenance)\b|\bdatabase\.transaction\(/;

test('who writes past the bus is known, and has its reason', () => {
  const found = sources.filter((file) => !file.startsWith('src/kernel/bus/') && DOOR.test(textOf(file)));
  expect(found.toSorted()).toEqual(Object.keys(writers).toSorted());
});

/** What is audited elsewhere, and is written there nevertheless: any other row of it fails the test that comes by. The list may only shrink. */
test('what is written past the bus is known', () => {
  const found = Object.entries(tables).flatMap(([name, { pastTheBus = {} }]) =>
    Object.keys(pastTheBus).map((column) => `${name}.${column}`),
  );
  expect(found).toEqual([
    'channel_job.state',
    'channel_job.new',
    'channel_job.gone',
    'channel_job.finished_at',
    'owner_account.new',
    'owner_account.login_id',
    'owner_account.second_factor_since',
    'payment.new',
    'payment.state',
    'store.new',
  ]);
});
