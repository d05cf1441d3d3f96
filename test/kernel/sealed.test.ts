import { endPersonal } from '../../src/kernel/personal/personal-store';
import { label, line, nullable } from '../../src/kernel/schema/schema';
import { aggregate } from '../../src/kernel/table/aggregate';
import { part } from '../../src/kernel/table/part';
import { sealedRowsOf } from '../../src/kernel/table/sealed-store';
import { identity } from '../../src/store/identity/aggregate';
import { findIdentity, saveIdentity } from '../../src/store/identity/store';
import { soleTrader } from '../store/identity';
import { createWorld, type World } from '../world/world';

const text = { type: 'text', schema: label('Not', 'Note')(nullable(line(20))), writers: ['create', 'update'] } as const;
const declare = (trait: object = {}) =>
  aggregate({
    word: 'caller',
    prefix: 'cal',
    label: label('Arayan', 'Caller'),
    table: 'caller',
    columns: { name: text, number: { ...text, sealed: true, ...trait } },
  });

describe('a column that is sealed in its row', () => {
  const caller = declare();

  test('is a field of calls, answers and snapshots as any other, and no statement names it', () => {
    for (const fields of [caller.creates, caller.states, caller.updates])
      expect(Object.keys(fields)).toEqual(['name', 'number']);
    expect(Object.keys(caller.answers)).toEqual(['id', 'rev', 'name', 'number']);
    expect(caller.snapshot({ name: 'Ali', number: '1' } as never)).toEqual({ name: 'Ali', number: '1' });
    expect(Object.keys(caller.columns)).toEqual(['id', 'rev', 'name', 'sealed']);
    expect(caller.inserted).toBe('id, name, sealed');
    expect(caller.saved).toEqual(['name', 'sealed']);
    for (const sql of [caller.select(), caller.assigned(() => '$1'), caller.json('c'), caller.record])
      expect(sql).not.toContain('number');
  });

  test('is nothing that a statement would have to read', () => {
    for (const trait of [{ projected: 'shown' }, { kept: 'once', writers: [] }, { touches: () => [] }])
      expect(() => declare(trait)).toThrow('caller.number is sealed in its row');
    for (const select of [caller.selectAnswer, caller.selectListed])
      expect(() => select('c')).toThrow('no statement answers a caller');
    const of = { word: 'call', prefix: 'cll' };
    const draft = {
      of,
      partOf: 'callId',
      prefix: 'cal',
      word: 'caller',
      label: label('Arayan', 'Caller'),
      table: 'caller',
    };
    expect(() => part({ ...draft, unknown: 'not_found', columns: caller.logical } as never)).toThrow('is sealed');
  });
});

describe('a sealed value', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
    await world.done('settings.identity.update', soleTrader);
  });
  afterEach(() => world.close());

  const inTransaction = <T>(work: (tx: Parameters<typeof endPersonal>[0]) => Promise<T>): Promise<T> =>
    world.database.transaction(world.storeId, async (tx) => ({ keep: true, value: await work(tx) }));

  test('is told to have ended with the key of its person, and is not written for nobody to read', async () => {
    const { storeId } = world;
    const { secretBox } = world.platform.services;
    const find = () => inTransaction((tx) => findIdentity(tx, secretBox, storeId));
    const before = await find();
    expect(before).toMatchObject({ title: soleTrader.title, nationalId: soleTrader.nationalId, iban: soleTrader.iban });
    if (!before) throw new Error('the identity is not there');
    await inTransaction(async (tx) => endPersonal(tx, storeId, before.id, new Date()));
    const ended = { personal: 'ended' };
    expect(await find()).toMatchObject({ title: soleTrader.title, nationalId: ended, iban: ended });
    const saving = inTransaction((tx) => saveIdentity(tx, secretBox, storeId, before, soleTrader, new Date()));
    await expect(saving).rejects.toThrow('the key of that person has ended');
  });

  test('opens for the store whose it is', async () => {
    const { secretBox } = world.platform.services;
    const { open, seal } = sealedRowsOf(identity, 'id');
    const numbers = { nationalId: '10000000146', iban: null };
    const row = await inTransaction((tx) => seal(tx, secretBox, world.storeId, { id: 'idn_x', ...numbers }));
    expect(Object.keys(row)).toEqual(['id', 'sealed']);
    expect(JSON.stringify(row)).not.toContain(numbers.nationalId);
    const opened = (storeId: string) =>
      world.database.reader(storeId).snapshot((db) => open(db, secretBox, storeId, row));
    expect(await opened(world.storeId)).toEqual({ id: 'idn_x', ...numbers });
    expect(await opened(world.other.storeId)).toMatchObject({ nationalId: { personal: 'ended' } });
  });
});
