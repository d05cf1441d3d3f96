import { providerOf, providers } from '../../src/channel/provider/providers';
import { manifests } from '../../src/extension/manifests';

test('every channel extension has its provider, and every provider its extension', () => {
  const channels = manifests.filter(({ kind }) => kind === 'channel').map(({ key }) => key);
  expect([...providers.keys()].toSorted()).toEqual(channels.toSorted());
});

test('an extension that is no marketplace cannot be reached as one', () => {
  for (const ext of ['geliver', 'constructor', '__proto__'])
    expect(() => providerOf(ext)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('what a store did not set has the default that the manifest shows', () => {
  expect(providerOf('trendyol').requestsPer10Seconds({ sellerId: '1' })).toBe(50);
  expect(providerOf('trendyol').requestsPer10Seconds({ sellerId: '1', requestsPer10Seconds: 0 })).toBe(0);
});
