import { types } from '../../src/metafield/definition/fields';
import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

const CREATE = 'metafield.definition.create';

describe(CREATE, () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  let count = 0;
  const care = (more: object = {}) => {
    count += 1;
    return { target: 'product', key: `care_${count}`, type: 'text', label: 'Bakım', ...more };
  };
  const create = (payload: object, more: object = {}) => world.run(CREATE, payload, { as: world.owner, ...more });
  const done = (payload: object) => world.done(CREATE, payload, { as: world.owner });
  const faults = async (payload: object) => {
    const { code, errors } = (await create(payload)).body as { code: string; errors?: { pointer: string }[] };
    return [code, errors?.map(({ pointer }) => pointer)];
  };

  test('defines a field of each type; what is left out is one value, without description or rules', async () => {
    for (const type of types)
      expect(await done(care({ type }))).toMatchObject({
        type,
        list: false,
        description: null,
        validations: {},
        rev: 1,
      });
    expect(await done(care({ type: 'media', list: true, description: 'Etiketler' }))).toMatchObject({
      list: true,
      description: 'Etiketler',
    });
  });

  test('a key is one field of a kind of thing in a store, and free for other kinds and stores', async () => {
    const field = care({ key: 'origin' });
    await done(field);
    const taken = await create({ ...field, type: 'integer' });
    expect([taken.status, taken.body]).toMatchObject([422, { code: 'metafield_key_taken' }]);
    await done({ ...field, target: 'collection' });
    await world.done(CREATE, field, { as: world.other.owner });
    expect((await create({ ...field, target: 'variant' }, { dryRun: true })).status).toBe(200);
    await done({ ...field, target: 'variant' });
  });

  test('of ten that define the same key at once, one does', async () => {
    const field = care();
    const answers = await Promise.all(Array.from({ length: 10 }, () => said(create(field))));
    expect(answers.toSorted()).toEqual(['200', ...Array.from({ length: 9 }, () => '422 metafield_key_taken')]);
  });

  test('a key is small letters, digits and underscores behind a letter', async () => {
    for (const key of ['', 'Care', '1care', 'ç', 'a-b', 'a b', `a${'b'.repeat(40)}`])
      expect([key, await said(create(care({ key })))]).toEqual([key, '400 invalid_request']);
    await done(care({ key: `a${'b'.repeat(39)}` }));
  });

  test.each([
    ['text', { minLength: 2, maxLength: 5, choices: ['ab', 'abcde', '👗👗'] }, []],
    ['text', { choices: ['ab', 'cd', 'ab'] }, ['choices/2']],
    ['text', { maxLength: 2, choices: ['ab', 'abc', '👗👗'] }, ['choices/1']],
    ['text', { minLength: 3, maxLength: 2 }, ['minLength']],
    ['text', { min: 1 }, ['min']],
    ['multiline', { maxLength: 9 }, []],
    ['multiline', { choices: ['a'] }, ['choices']],
    ['integer', { min: -5, max: 5 }, []],
    ['integer', { min: 0.5, max: 5 }, ['min']],
    ['integer', { min: 6, max: 5 }, ['min']],
    ['integer', { maxLength: 5, choices: ['5'] }, ['maxLength', 'choices']],
    ['decimal', { min: 0.5, max: 0.75 }, []],
    ['money', { min: 0, max: 100_000 }, []],
    ['money', { min: -1 }, ['min']],
    ['boolean', { min: 1 }, ['min']],
    ['integer', { min: '1' }, ['min']],
    ['decimal', { max: '1.5' }, ['max']],
    ['date', { min: '2026-01-01', max: '2026-12-31' }, []],
    ['date', { min: 1 }, ['min']],
    ['date', { min: '2026-02-30', max: '2026-12-31T00:00:00Z' }, ['min', 'max']],
    ['date', { min: '2026-12-31', max: '2026-01-01' }, ['min']],
    ['date', { minLength: 4 }, ['minLength']],
    ['date_time', { min: '2026-12-31T23:30:00-02:00', max: '2027-01-01T01:30:00Z' }, []],
    ['date_time', { min: '2026-12-31T23:30:01-02:00', max: '2027-01-01T01:30:00Z' }, ['min']],
    ['date_time', { min: '2026-12-31' }, ['min']],
    ['color', { min: '#000000' }, ['min']],
    ['media', { maxLength: 1 }, ['maxLength']],
  ])('the rules of %s %j are refused at %j', async (type, validations, at) => {
    const field = care({ type, validations });
    if (at.length === 0) expect(await done(field)).toMatchObject({ validations });
    else expect(await faults(field)).toEqual(['invalid_request', at.map((place) => `/payload/validations/${place}`)]);
  });

  test('rules that no type has, and values that are none, are refused', async () => {
    for (const validations of [
      { pattern: '(a+)+$' },
      { choices: [] },
      { choices: [' '] },
      { min: '1' },
      { maxLength: -1 },
    ])
      expect([validations, await said(create(care({ validations })))]).toEqual([validations, '400 invalid_request']);
    for (const wrong of [{ label: ' ' }, { target: 'order' }, { type: 'xml' }, { list: 'yes' }, { description: '' }])
      expect([wrong, await said(create(care(wrong)))]).toEqual([wrong, '400 invalid_request']);
  });

  test('audit tells what was defined, and taking it back deletes it', async () => {
    const field = care({ validations: { maxLength: 9 } });
    const { id } = await done(field);
    const row = await lastOf(world, id);
    expect(row).toMatchObject({
      command: CREATE,
      changes: [{ entity: 'metafield definition', id, before: null, after: { ...field, list: false } }],
      inverse: { command: 'metafield.definition.delete', payload: { definitionId: id, expectedRev: 1, valuesMax: 0 } },
    });
    const { command, payload } = row.inverse as { command: string; payload: object };
    await world.done(command, payload, { as: world.owner });
    expect((await done(field)).id).not.toBe(id);
  });

  test('a kind of thing has 256 at most, however many come at once', async () => {
    const fresh = await createWorld();
    try {
      const made = (nth: number) =>
        fresh.run(CREATE, { ...care(), target: 'store', key: `k${nth}` }, { as: fresh.owner });
      for (let nth = 0; nth < 250; nth += 25)
        await Promise.all(Array.from({ length: 25 }, (_, index) => made(nth + index)));
      const last = await Promise.all(Array.from({ length: 12 }, (_, index) => said(made(250 + index))));
      expect(last.toSorted()).toEqual([
        ...Array.from({ length: 6 }, () => '200'),
        ...Array.from({ length: 6 }, () => '422 metafields_full'),
      ]);
      expect(await said(fresh.run(CREATE, care(), { as: fresh.owner }))).toBe('200');
    } finally {
      await fresh.close();
    }
  });
});
