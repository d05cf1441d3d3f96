import { LINES_MAX } from '../../src/checkout/session/limits';
import { newId } from '../../src/kernel/ids';
import { CartCookie } from '../../src/storefront/sale/cookie';

/** A browser that keeps what it is told to, and nothing above 4,096 bytes. */
function browser() {
  const kept = new Map<string, string>();
  const context = {
    get: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    append(_: string, cookie: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      expect(cookie.length).toBeLessThanOrEqual(4_096);
      if (cookie.includes('Max-Age=0;')) kept.delete(name);
      else kept.set(name, value);
    },
  };
  return { kept, context: context as never };
}

const line = (isVariant: boolean) => ({
  productId: newId('prd'),
  variantId: isVariant ? newId('var') : null,
  quantity: isVariant ? 99 : 1,
});
const sessionOf = (lines: readonly ReturnType<typeof line>[]) => ({ id: newId('chs'), lines: lines as never });

describe('the cart of a browser', () => {
  const cookie = new CartCookie('https://kahve.example');

  test('is read as it was kept', () => {
    const { kept, context } = browser();
    const lines = [line(false), line(true), line(true)];
    const session = sessionOf(lines);
    cookie.set(context, session);
    expect([...kept.keys()]).toEqual([
      '__Host-sepet',
      '__Host-sepet-adet',
      '__Host-sepet-urunler',
      '__Host-sepet-anahtar',
    ]);
    expect(cookie.in(context)).toBe(session.id);
    expect(cookie.piecesIn(context)).toBe(199);
    expect(cookie.linesIn(context)).toEqual(lines);
    cookie.clear(context);
    expect(kept.size).toBe(0);
  });

  test('has one key as long as it is kept, and no other browser has that', () => {
    const { kept, context } = browser();
    expect(cookie.keyIn(context)).toBeUndefined();
    cookie.set(context, sessionOf([line(true)]));
    const key = cookie.keyIn(context);
    expect(key).toMatch(/^[\w-]{22}$/);
    cookie.set(context, sessionOf([line(true)]));
    expect(cookie.keyIn(context)).toBe(key);
    const other = browser().context;
    cookie.set(other, sessionOf([line(true)]));
    expect(cookie.keyIn(other)).not.toBe(key);
    for (const junk of ['', 'a', 'a'.repeat(21), 'a'.repeat(23), `${'a'.repeat(21)}.`]) {
      kept.set('__Host-sepet-anahtar', junk);
      expect([junk, cookie.keyIn(context)]).toEqual([junk, undefined]);
    }
  });

  test('has as many of the first lines as fit', () => {
    const { context } = browser();
    const lines = Array.from({ length: LINES_MAX }, () => line(true));
    cookie.set(context, sessionOf(lines));
    expect(cookie.linesIn(context)).toEqual(lines.slice(0, 66));
    const plain = Array.from({ length: LINES_MAX }, () => line(false));
    cookie.set(context, sessionOf(plain));
    expect(cookie.linesIn(context)).toEqual(plain);
  });

  test.each([
    '',
    '.',
    'x',
    '-1',
    '0'.repeat(26),
    `${'0'.repeat(26)}-0`,
    `${'0'.repeat(26)}-100`,
    `${'0'.repeat(26)}-1-1`,
    '%00',
    'a'.repeat(4_000),
  ])('has no line in %j', (junk) => {
    const { kept, context } = browser();
    kept.set('__Host-sepet-urunler', junk);
    expect(cookie.linesIn(context)).toEqual([]);
  });
});
