import { noteInverse } from '../../src/kernel/bus/inverse';
import type { BusOptions } from '../../src/kernel/bus/options';
import { type Command, command } from '../../src/kernel/declaration/command';
import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import { label, object, secret, t } from '../../src/kernel/schema/schema';
import { createWorld, registryWith, type World } from '../world/world';

const text = label('Metin', 'Text')(t.String({ maxLength: 5 }));
const declared = {
  label: { tr: 'Not', en: 'Note' },
  summary: 'Notes something.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object({ text }),
  result: object({}),
  refuses: [],
  example: { text: 'a' },
} as const;
const nothing = async () => ({});

const note = command({ ...declared, id: 'note.set', run: nothing });
const hidden = command({ ...declared, id: 'note.expire', run: nothing, runtimeOnly: true });
const closed = command({ ...declared, id: 'note.lock', run: nothing, payload: object({ text: secret(text) }) });
const masked = command({ ...declared, id: 'note.mask', run: nothing, redact: () => ({}) });
/** Is taken back by whatever its payload names. */
const taken = command({
  ...declared,
  id: 'note.take',
  payload: object({ by: t.String(), with: t.Record(t.String(), t.Unknown()) }),
  example: { by: 'note.set', with: { text: 'a' } },
  async run({ payload, inverse }) {
    inverse(payload.by, payload.with);
    return {};
  },
  async runMany(_, items) {
    for (const { payload, inverse } of items) inverse(payload.by, payload.with);
    return items.map(() => ({}));
  },
});
const capabilities = registryWith([note, hidden, closed, masked, taken]);

describe('what takes a call back', () => {
  const noted = (
    by: string,
    payload: Record<string, unknown>,
    how: { strict?: boolean; of?: Partial<Command> } = {},
  ) => {
    const inverse = jest.fn();
    const options = { services: { capabilities }, strict: how.strict ?? false } as unknown as BusOptions;
    noteInverse(options, { ...taken, ...how.of }, { inverse }, { command: by, payload });
    return inverse.mock.calls;
  };

  test('is a call that its caller could make', () => {
    expect(noted('note.set', { text: 'a' })).toEqual([['note.set', { text: 'a' }]]);
    for (const by of ['note.unset', 'note.expire', 'channel.job.end'])
      expect(() => noted(by, { text: 'a' })).toThrow(`note.take is taken back by ${by}, which no caller may run`);
  });

  test('is nothing that nobody may read: the audit log shows it', () => {
    for (const by of ['note.lock', 'note.mask'])
      expect(() => noted(by, { text: 'a' })).toThrow('nobody may read what that takes');
  });

  test('is none of a call that is declared irreversible', () => {
    const of = { irreversible: true } as const;
    expect(() => noted('note.set', { text: 'a' }, { of })).toThrow(
      'note.take is declared irreversible, and names note.set',
    );
  });

  test('is none where its command would refuse it, e.g. what was kept under another law; of a handler that is a bug', () => {
    for (const payload of [{ text: 'too long' }, {}, { text: 'a', more: 1 }]) {
      expect(noted('note.set', payload)).toEqual([]);
      expect(() => noted('note.set', payload, { strict: true })).toThrow(
        'note.take is taken back by note.set, whose /payload/',
      );
    }
  });

  describe('is held against its command where the bus notes it', () => {
    let world: World;
    beforeAll(async () => {
      world = await createWorld({ capabilities });
    });
    afterAll(() => world.close());
    const wrong = { by: 'note.set', with: { text: 'too long' } };
    const said = 'note.take is taken back by note.set, whose /payload/text must NOT have more than 5 characters';

    test('of one call', async () => {
      await expect(world.run('note.take', wrong)).rejects.toThrow(said);
      await expect(world.run('note.take', wrong, { dryRun: true })).rejects.toThrow(said);
      await world.done('note.take', { by: 'note.set', with: { text: 'a' } });
    });

    test('of each call of a batch', async () => {
      const principal = systemPrincipal(world.storeId, 'cjb_note');
      const issuer = { id: 'test', issues: [taken as never] };
      const entries = [{ key: `cjb_note/${newUlid()}`, payload: wrong }];
      const batch = world.bus.batch(
        { principal, askedBy: world.owner.id, issuer, lockName: 'note', cause: {} },
        ({ run }) => run(taken as never, entries),
      );
      await expect(batch).rejects.toThrow(said);
    });
  });
});
