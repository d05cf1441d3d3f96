import { turnToTry } from '../../src/kernel/trial/turn-store';
import { Turns } from '../../src/kernel/trial/turns';
import { createWorld } from '../world/world';

describe('turns', () => {
  let log: string[];
  let turns: Turns;
  beforeEach(() => {
    log = [];
    turns = new Turns({ atOnceMax: 1, waitingMax: 4 });
  });

  const come = (name: string, lane: string, isKnown = false): Promise<void> =>
    turns.take({ lane, isKnown }).then((isTaken) => void log.push(isTaken ? name : `${name} refused`));

  const finish = async (times: number): Promise<void> => {
    for (; times > 0; times -= 1) {
      turns.giveBack();
      await new Promise(setImmediate);
    }
  };

  test('lanes take turns, and so do strangers and those who are known', async () => {
    await come('first', 'a');
    for (const [name, lane] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
    ] as const)
      void come(name, lane);
    for (const name of ['k1', 'k2', 'k3']) void come(name, 'k', true);
    await finish(6);
    expect(log).toEqual(['first', 'k1', 'a1', 'k2', 'b1', 'k3', 'a2']);
  });

  test('whoever fills the queue makes room, and finds none itself', async () => {
    await come('first', 'a');
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void come(name, 'a');
    void come('b1', 'b');
    void come('k1', 'k', true);
    await finish(5);
    expect(log).toEqual(['first', 'a5 refused', 'a4 refused', 'k1', 'a1', 'b1', 'a2', 'a3']);
  });

  test('a turn that nobody waits for is free', async () => {
    await come('first', 'a');
    await finish(1);
    await come('second', 'a');
    expect(log).toEqual(['first', 'second']);
  });
});

test('whoever has waited for a turn is as patient behind it as before', async () => {
  const world = await createWorld();
  const patience = await world.database.transaction(world.storeId, async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '250ms'`);
    await turnToTry(tx, world.storeId, 'review');
    const [found] = await tx.query<{ lock_timeout: string }>('SHOW lock_timeout');
    return { keep: false, value: found?.lock_timeout };
  });
  expect(patience).toBe('250ms');
  await world.close();
});
