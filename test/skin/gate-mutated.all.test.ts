import * as fc from 'fast-check';
import { gated } from '../../src/skin/css/gate';
import { mutated } from './mutated-css';
import { oracle } from './oracle';

const BYTES_MAX = 20 * 1024;

test('what passes holds no address, no import and no unknown rule by another parser, and is written the same again', () => {
  let passed = 0;
  fc.assert(
    fc.property(mutated, (css) => {
      const found = gated(css, BYTES_MAX);
      if (found.css === undefined) return;
      passed += 1;
      expect(oracle(found.css)).toEqual([]);
      expect(/url\(|@import|src\(|image-set|\\|<|!important/i.test(found.css.replaceAll(/\/\*.*?\*\//gs, ''))).toBe(
        false,
      );
      expect(gated(found.css, 2 * BYTES_MAX)).toMatchObject({ css: found.css });
    }),
    { numRuns: 20_000 },
  );
  expect(passed).toBeGreaterThan(500);
});
