import { Patience } from './patience';

test('a wait lasts as many times longer as processes share a processor, and begins anew with each progress', () => {
  const machine = { at: 0, load: 1, now: () => machine.at, crowding: () => machine.load };
  const patience = new Patience(1_000, machine);
  machine.at = 900;
  expect(patience.isOver).toBe(false);
  // Ten processes for each processor: nine seconds are less than one of them.
  machine.load = 10;
  machine.at = 1_800;
  expect(patience.isOver).toBe(false);
  machine.at = 2_000;
  expect(patience.isOver).toBe(true);
  patience.renew();
  machine.at = 11_900;
  expect(patience.isOver).toBe(false);
  machine.load = 1;
  machine.at = 12_000;
  expect(patience.isOver).toBe(true);
});
