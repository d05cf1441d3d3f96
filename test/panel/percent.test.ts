import { percent } from '../../src/panel/text/format';
import { tr } from '../../src/panel/text/tr';

test('a change that stays below a bound does not read as the bound', () => {
  expect(percent(-19.5, tr)).toBe('-%19,5');
  expect(percent(-19.97, tr)).toBe('-%19,9');
  expect(percent(-20, tr)).toBe('-%20');
  expect(percent(57, tr)).toBe('+%57');
});
