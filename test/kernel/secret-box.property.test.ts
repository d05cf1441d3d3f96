import fc from 'fast-check';
import { KeyRing, sealingKey } from '../../src/kernel/personal/key-ring';
import { SecretBox, sealedWith } from '../../src/kernel/personal/secret-box';

const key = (nth: number) => Buffer.alloc(32, nth + 1);

describe('a sealed value', () => {
  test('opens through any row of rotations for what it was sealed to, and for nothing else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.string(),
        fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 8 }),
        (value, context, other, rotations) => {
          const ring = KeyRing.of([key(9)]);
          const box = new SecretBox(ring);
          let sealed = box.seal(value, context);
          for (const nth of rotations) {
            ring.sealWith(sealingKey(key(nth)));
            expect(box.open(sealed, context)).toBe(value);
            sealed = box.resealed(sealed, context) ?? sealed;
            expect(sealedWith(sealed)).toBe(ring.current.id);
            expect(box.resealed(sealed, context)).toBeUndefined();
          }
          const last = new SecretBox(KeyRing.of([key(rotations.at(-1) as number)]));
          expect(last.open(sealed, context)).toBe(value);
          if (other !== context) {
            expect(() => last.open(sealed, other)).toThrow();
            ring.sealWith(sealingKey(key(8)));
            expect(() => box.resealed(sealed, other)).toThrow();
          }
        },
      ),
    );
  });

  test('opens no more once its key is gone, and says which that is', () => {
    const ring = KeyRing.of([key(1), key(2)]);
    const sealed = new SecretBox(ring).seal('x', 'y');
    const old = ring.current.id;
    ring.sealWith(sealingKey(key(2)));
    ring.openWith([]);
    expect(() => new SecretBox(ring).open(sealed, 'y')).toThrow(`no key ${old} to open this value`);
  });
});
