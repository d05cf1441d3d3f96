import { refusedFile } from '../../src/panel/media/refused';
import { en } from '../../src/panel/text/en';
import { tr } from '../../src/panel/text/tr';

/** As the API says it, of the bytes and of the stated type. */
const heic = [
  'The picture is HEIC, which is not taken: send it as image/jpeg, image/png.',
  'image/heic is not taken: send image/jpeg, image/png, application/octet-stream.',
];

test.each(heic)('a HEIC picture is refused by that name: %s', (detail) => {
  for (const texts of [tr, en]) expect(refusedFile({ detail }, texts)).toMatch(/HEIC.*JPEG, PNG, WebP, AVIF/);
});

test('a type that is not taken is told as one', () => {
  const detail = 'image/svg+xml is not taken: send image/jpeg, application/octet-stream.';
  expect(refusedFile({ detail }, tr)).toBe(tr.media.refused.type());
});
