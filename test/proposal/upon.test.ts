import { registry } from '../../src/registry';

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

test('whatever is proposed and asks a provider tells what it acts upon', () => {
  const asking = registry.commands.filter(({ policy, asksProvider }) => policy === 'propose' && asksProvider);
  const untold = asking.flatMap(({ id, actsUpon }) => (actsUpon ? [] : [id]));
  expect(untold.filter((id) => !Object.hasOwn(TOLD_BY_CHANGES, id))).toEqual([]);
});
