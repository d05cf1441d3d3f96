import { deviceName } from '../../src/panel/session/device';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${windows} Chrome/141.0.0.0 Safari/537.36`, 'Chrome · Windows'],
  [`${windows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Microsoft Edge · Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox · Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari · macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari · iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet for Android · Android',
  ],
])('%s is told in words', (said, name) => {
  expect(deviceName(said)).toBe(name);
});

test('what is no browser keeps the name that it said', () => {
  for (const said of ['curl/8.5.0', 'node', 'x', 'Bu bir tarayıcı değil', ' ']) expect(deviceName(said)).toBe(said);
  expect(deviceName('tezgah/0.1.0')).toBe('tezgah 0.1.0');
});
