import path from 'node:path';
import { Facts } from '../../src/kernel/declaration/upon';
import { registry } from '../../src/registry';
import { sources, textOf } from '../house/source';

/** Commands whose changes tell what they act upon: the job, the listing or the extension that they name. */
const TOLD_BY_CHANGES: Readonly<Record<string, string>> = {
  'channel.brand.create': 'states the brand',
  'channel.catalog.pull': 'takes over what the marketplace has',
  'channel.catalog.push': 'names the listings of its job',
  'channel.listing.archive': 'names its listings',
  'channel.listing.delete': 'names its listings',
  'channel.sync.now': 'names its tasks and listings',
  'channel.unlock': 'names its listings',
  'channel.webhook.register': 'is about the connection',
  'ext.cargo.sender': 'states the address',
  'extension.disable': 'is about the connection',
};

/** Calls by which the file of a command mails a buyer, or moves money or says that it has moved. */
const MAILS_OR_PAYS = /\b(postLetter|tellGiven|reserve|paidNow|cameLate|changeRefund|owedNow|standingOf)\(/;

/** Commands with the text of their file. Those that a route of their own calls are among them. */
const proposable = sources.flatMap((file) => {
  const command = registry.mutation(path.basename(file, '.ts'));
  return command?.policy === 'propose' ? [{ ...command, text: textOf(file) }] : [];
});

test('whatever is proposed and asks a provider, mails somebody or moves money tells what it acts upon', () => {
  const acting = proposable.filter((each) => each.asksProvider || MAILS_OR_PAYS.test(each.text));
  expect(acting.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['order.return.approve', 'order.refund.request', 'order.cancel', 'orders.cargo.book']),
  );
  const untold = acting.flatMap(({ id, actsUpon }) => (actsUpon ? [] : [id]));
  expect(untold.filter((id) => !Object.hasOwn(TOLD_BY_CHANGES, id))).toEqual([]);
});

test('whatever is done to a return or a refund tells what it acts upon', () => {
  const untold = proposable.filter(({ id, actsUpon }) => /^orders?\.(return|refund)/.test(id) && !actsUpon);
  expect(untold.map(({ id }) => id)).toEqual([]);
});

test.each([
  [40, 40, 'fact 39'],
  [41, 40, 'and 2 more'],
  [300, 40, 'and 261 more'],
])('of %i facts %i are shown, and the last one is “%s”', (count, shown, last) => {
  const facts = new Facts();
  for (let nth = 0; nth < count; nth++) facts.add('text', { tr: `bilgi ${nth}`, en: `fact ${nth}` }, 'x');
  expect([facts.all.length, facts.all.at(-1)?.label.en]).toEqual([shown, last]);
  if (count > 40)
    expect(facts.all.at(-1)).toMatchObject({ label: { tr: `ve ${count - 39} tane daha` }, kind: 'count' });
});
