import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { providers } from '../../src/extension/provider/list';
import { channelOf, paymentOf } from '../../src/extension/provider/providers';
import { object, t } from '../../src/kernel/schema/schema';
import { provider } from '../../src/provider/provider';

test('every extension that is a marketplace, or takes payments, can be reached as one, and no other', () => {
  for (const { manifest, channel } of providers)
    expect([manifest.key, channel !== undefined]).toEqual([manifest.key, manifest.kind === 'channel']);
  for (const { manifest, payment } of providers)
    expect([manifest.key, payment !== undefined]).toEqual([manifest.key, manifest.kind === 'payment']);
});

test('an extension that is no marketplace cannot be reached as one', () => {
  for (const ext of ['iyzico', 'constructor', '__proto__'])
    expect(() => channelOf(ext)).toThrow(expect.objectContaining({ code: 'not_found' }));
  for (const ext of ['trendyol', 'constructor', '__proto__'])
    expect(() => paymentOf(ext)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('what an owner enters has a name, or the provider cannot be declared', () => {
  for (const { manifest } of providers)
    for (const { 'x-label': label } of Object.values(JSON.parse(JSON.stringify(manifest.config.properties))) as never[])
      expect(label).toMatchObject({ tr: expect.any(String), en: expect.any(String) });
  const [{ manifest, ...known }] = providers as [(typeof providers)[number]];
  const config = object({ stall: t.String() });
  expect(() => provider({ ...known, manifest: { ...manifest, config } })).toThrow(
    'the setting stall of trendyol has no label',
  );
});

test('what a store did not set has the default that the manifest shows', () => {
  expect(channelOf('trendyol').requestsPer10Seconds({ sellerId: '1' })).toBe(50);
  expect(channelOf('trendyol').requestsPer10Seconds({ sellerId: '1', requestsPer10Seconds: 0 })).toBe(0);
});

test('providers ask through the client that they are given, which keeps the promises of the port', () => {
  const folder = path.join(__dirname, '../../src/provider');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(
    files.filter((file) => /\bfetch\(|from 'node:https?'/.test(readFileSync(path.join(folder, file), 'utf8'))),
    // Pictures stand at hosts of other people: whoever fetches them looks at each address before it is connected to.
  ).toEqual(['http.ts', 'picture/fetch.ts']);
});
