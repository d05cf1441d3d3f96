import { published } from '../../src/extension/provider/providers';
import { actions, actionWords } from '../../src/provider/action';
import { actionFault, provider } from '../../src/provider/provider';
import { trendyol } from '../../src/provider/trendyol/provider';

const { manifest, earlier } = trendyol;
const without = (...dropped: string[]) => ({
  ...manifest,
  actions: (manifest.actions ?? []).filter((action) => !dropped.includes(action)),
});

// An owner has consented to what a version asked for: another act is another version's.
test('published versions ask for the acts that they have always asked for', () => {
  expect(published.map(({ key, version, actions = [] }) => [`${key} ${version}`, actions.join(' ')])).toEqual([
    ['trendyol 1.0.0', 'brands.create'],
    ['trendyol 1.1.0', 'brands.create'],
    [
      'trendyol 1.2.0',
      'brands.create listings.send listings.act offers.send orders.read packages.act claims.read claims.act questions.read questions.answer finance.read webhooks.register',
    ],
    ['hepsiburada 1.0.0', 'offers.send orders.read packages.act'],
    ['iyzico 1.0.0', 'payments.take payments.refund'],
    ['iyzico 1.1.0', 'payments.take payments.refund'],
    ['paytr 1.0.0', 'payments.take payments.refund'],
    ['geliver 1.0.0', 'senders.create parcels.book parcels.cancel'],
    ...['campaign 1.0.0', 'cash-rules 1.0.0', 'whatsapp 1.0.0', 'delivery 1.0.0'].map((each) => [each, '']),
  ]);
});

test.each([
  [/does packages\.act, and its manifest 1\.2\.0 does not say so/, { manifest: without('packages.act') }],
  [
    /does not do parcels\.book, and its manifest 1\.2\.0 says so/,
    { manifest: { ...manifest, actions: [...(manifest.actions ?? []), 'parcels.book' as const] } },
  ],
  [
    /has orders, and its manifest 1\.1\.0 sends stock without reading them/,
    { earlier: [{ ...without('orders.read'), version: '1.1.0' }] },
  ],
])('a provider that %s is no provider', (fault, changed) => {
  expect(actionFault({ ...trendyol, ...changed } as never)).toMatch(fault);
  expect(() => provider({ ...trendyol, earlier, ...changed } as never)).toThrow(fault);
});

test('each act has words for people', () => {
  expect(Object.keys(actionWords)).toEqual([...actions]);
});
