import { bytesText } from '../../src/kernel/bytes';

test.each([
  [0, '0 B'],
  [1023, '1.023 B'],
  [1024, '1,0 KiB'],
  [5_130, '5,0 KiB'],
  [9_214, '9,0 KiB'],
  [1_048_576, '1,0 MiB'],
  [268_435_456, '256,0 MiB'],
  [2_200_000_000_000, '2,0 TiB'],
])('%d bytes read %s', (bytes, text) => {
  expect(bytesText(bytes, 'tr')).toBe(text);
});

test('an English reader has a point', () => {
  expect(bytesText(1_536, 'en')).toBe('1.5 KiB');
});
