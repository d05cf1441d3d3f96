import { newUlid } from '../../src/kernel/ids';
import { ChangeRecorder } from '../../src/kernel/recorder';

test('ids are handed out as they were promised, and never for something else than they were promised for', () => {
  const promised = [`prd_${newUlid()}`, `stm_${newUlid()}`];
  const recorder = new ChangeRecorder(() => [], promised);
  expect(recorder.newId('prd')).toBe(promised[0]);
  expect(() => recorder.newId('var')).toThrow('was promised where a var_');
  expect(recorder.newId('stm')).toBe(promised[1]);
  expect(recorder.newId('var')).toMatch(/^var_/);
});
