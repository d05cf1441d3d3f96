import { ConfigError } from '../../src/kernel/declaration/setting';
import { hostPattern } from '../../src/kernel/process/host-pattern';
import { hostnameIn, hostOf } from '../../src/storefront/hosts';

const settings = {
  storefrontUrl: hostPattern('http://*.localhost:4200'),
  previewUrl: hostPattern('http://*.onizleme.localhost:4200'),
  storefrontHosts: new Map([['www.kahve.example', 'str_01J8Z3K4M5N6P7Q8R9S0T1V2W3']]),
};

test('a pattern makes addresses and reads names out of them', () => {
  const pattern = hostPattern('https://*.dukkan.example/');
  expect([pattern.pattern, pattern.urlOf('kahve')]).toEqual([
    'https://*.dukkan.example',
    'https://kahve.dukkan.example',
  ]);
  expect(
    ['kahve.dukkan.example', 'dukkan.example', 'a.kahve.dukkan.example', 'kahve.example'].map((host) =>
      pattern.nameIn(host),
    ),
  ).toEqual(['kahve', undefined, undefined, undefined]);
  for (const wrong of [
    '',
    '*',
    'http://localhost',
    'ftp://*.x.example',
    'https://*.x.example/path',
    'https://a.*.example',
  ])
    expect(() => hostPattern(wrong)).toThrow(ConfigError);
});

test('a host is a shop, a preview of one, or nothing', () => {
  const shown = (host: string) => {
    const hostname = hostnameIn(host);
    return hostname === undefined ? undefined : hostOf(hostname, settings);
  };
  expect(shown('Kahve-Dukkani.localhost:4200')).toEqual({ shows: 'shop', slug: 'kahve-dukkani' });
  expect(shown('kahve.onizleme.localhost')).toEqual({ shows: 'preview', slug: 'kahve' });
  expect(shown('www.kahve.example.')).toEqual({ shows: 'shop', storeId: 'str_01J8Z3K4M5N6P7Q8R9S0T1V2W3' });
  for (const none of [
    'localhost:4200',
    '127.0.0.1',
    '',
    'a.b.localhost',
    '-a.localhost',
    'kahve_.localhost',
    '[::1]:80',
    'kahve.localhost:x',
    'x'.repeat(300),
  ])
    expect([none, shown(none)]).toEqual([none, undefined]);
});
