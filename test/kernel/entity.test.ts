import { amountsStated, assertPriced, concernedBy, entity, unitsOf } from '../../src/kernel/declaration/entity';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import { id, kurus, nullable, object, t, unit } from '../../src/kernel/schema/schema';
import { ChangeRecorder } from '../../src/kernel/trace/recorder';
import { registry } from '../../src/registry';
import { declared } from '../house/aggregates';

const titles = { titleOf: (id: string) => id };

test('units come from the schema: of the field, and of what is nested in it', () => {
  const units = unitsOf([
    entity(
      'parcel',
      object({
        cost: nullable(kurus()),
        boxes: t.Array(object({ weight: t.Integer(unit('count')), insured: object({ value: kurus() }) })),
        note: t.String(),
      }),
      { titles },
    ),
  ]);
  expect(units('parcel', 'cost')).toEqual({ unit: 'kuruş' });
  expect(units('parcel', 'boxes')).toEqual({ units: { weight: 'count', 'insured/value': 'kuruş' } });
  expect(units('parcel', 'note')).toEqual({});
  expect(units('unknown', 'cost')).toEqual({});
});

describe('what a change concerns', () => {
  const concerned = concernedBy([
    entity('box', object({ parcelId: t.String(), weight: t.Integer() }), { titles, partOf: ['parcelId'] }),
    entity('parcel', object({ title: t.String(), routeId: t.String(), labels: t.Array(t.String()) }), {
      titles,
      ties: ['routeId', 'labels'],
    }),
  ]);

  test('are the wholes of which it changes a part, whatever changed', () => {
    expect(concerned('box', { parcelId: 'p1' }, { parcelId: 'p1' }, {})).toContain('p1');
    expect(concerned('box', { weight: 1 }, null, { parcelId: 'p1' })).toEqual(['p1']);
    expect(concerned('box', { parcelId: 'p1' }, { parcelId: 'p2' }, {})).toEqual(['p1', 'p2']);
  });

  test('is of declared fields alone', () => {
    expect(() => concerned('parcel', { title: 'x' }, { titel: 'y' }, {})).toThrow(
      'with titel, which it does not declare',
    );
  });

  test('is of what is declared alone: else nobody would know what of it is of a person', () => {
    expect(() => concerned('letter', null, { phone: '0555' }, {})).toThrow('of a letter, which no entity declares');
  });

  test('cannot be left out', () => {
    expect(() => concerned('box', { weight: 1 }, { weight: 2 }, {})).toThrow('without its parcelId');
  });

  test('are the others that it ties or unties, not those that stay', () => {
    const before = { routeId: 'r1', labels: ['a', 'b'] };
    expect(concerned('parcel', before, { ...before, labels: ['b', 'c'] }, {})).toEqual(['a', 'c']);
    expect(concerned('parcel', before, { ...before, routeId: null }, {})).toEqual(['r1']);
    expect(concerned('parcel', { title: 'x' }, { title: 'y' }, {})).toEqual([]);
    expect(concerned('parcel', null, before, {})).toEqual(['r1', 'a', 'b']);
  });
});

test('a trait that names no field is no declaration', () => {
  const schema = object({ title: t.String(), boxes: t.Array(object({ id: t.String(), name: t.String() })) });
  const declared = (traits: Partial<Parameters<typeof entity>[2]>) => () =>
    entity('parcel', schema, { titles, ...traits });
  expect(declared({ ties: ['titel'] })).toThrow('a tie of a parcel is titel');
  expect(declared({ byShop: ['titel'] })).toThrow('a note of the shop on a parcel is titel');
  expect(declared({ marks: ['titel'] })).toThrow('a mark of a parcel is titel');
  expect(declared({ partName: 'title' })).toThrow('the name of the parts of a parcel is title');
  expect(declared({ ties: ['title'], byShop: ['boxes'], marks: ['title', 'name'], partName: 'name' })).not.toThrow();
});

describe('an identifier of another thing', () => {
  const part = object({ id: id('box'), route: object({ courierId: id('cou') }) });
  const schema = object({ id: id('prc'), routeId: nullable(id('rou')), boxes: t.Array(part) });
  const traits = { titles, ties: ['routeId'], untied: { 'boxes/route/courierId': 'Of the box.' } };

  test('is one that changes are found by, or is said not to be', () => {
    expect(() => entity('parcel', schema, traits)).not.toThrow();
    expect(() => entity('parcel', schema, { ...traits, ties: [] })).toThrow('names something as routeId');
    expect(() => entity('parcel', schema, { ...traits, untied: {} })).toThrow(
      'names something as boxes/route/courierId',
    );
    for (const other of [{ partOf: ['routeId'] }, { person: 'routeId' }])
      expect(() => entity('parcel', schema, { ...traits, ties: [], ...other })).not.toThrow();
  });

  test('is no part where it stands in no list: nothing would be found by it', () => {
    expect(() => entity('box', object({ box: part }), { titles })).toThrow('names something as box/id');
  });

  test('cannot be said not to be one where there is none', () => {
    const untied = { ...traits.untied, note: 'There is none.' };
    expect(() => entity('parcel', schema, { ...traits, untied })).toThrow('has no identifier at note');
  });
});

describe('prices', () => {
  const box = object({ id: t.String(), name: t.String(), price: nullable(kurus()), cost: kurus() });
  const tier = object({ from: t.Integer(), price: kurus() });
  const schema = object({ price: kurus(), cost: kurus(), tiers: t.Array(tier), boxes: t.Array(box) });
  const amounts = async () => [];
  const parcel = entity('parcel', schema, {
    titles,
    partName: 'name',
    prices: ['price', 'tiers/price', 'boxes/price'],
    amounts,
  });

  test('are what is declared as such, of the thing and of its parts; other money is none', () => {
    const snapshot = {
      price: 100,
      cost: 40,
      tiers: [{ from: 10, price: 90 }],
      boxes: [{ id: 'box_1', name: 'Small', price: null, cost: 7 }],
    };
    expect(amountsStated(parcel, 'pcl_1', snapshot)).toEqual([
      { id: 'pcl_1', field: 'price', amount: 100, name: null },
      { id: 'pcl_1', field: 'tiers/0/price', amount: 90, name: null },
      { id: 'box_1', field: 'price', amount: null, name: 'Small' },
    ]);
  });

  test('are money, and are looked up', () => {
    const declared = (traits: object) => () => entity('parcel', schema, { titles, ...traits });
    expect(declared({ prices: ['tiers/from'], amounts })).toThrow('a price of a parcel is tiers/from');
    expect(declared({ prices: ['prise'], amounts })).toThrow('a price of a parcel is prise');
    expect(declared({ prices: ['price'] })).toThrow('prices that nobody looks up');
    expect(declared({ amounts })).toThrow('prices that nobody looks up');
  });

  test('are declared by something: else a limit on their changes would let everything through', () => {
    expect(() => assertPriced([entity('box', box, { titles })])).toThrow('no entity declares which fields are prices');
    expect(() => assertPriced([parcel])).not.toThrow();
  });
});

test('identifiers begin with three letters, which no two kinds share', () => {
  for (const prefix of ['', 'pa', 'parc', 'Prc', 'p1c']) expect(() => id('prd', prefix)).toThrow('three small letters');
  const find = async () => [];
  const kind = (word: string, by = find) => entity(word, object({}), { titles: { prefix: 'prc', find: by } });
  expect(() => buildRegistry([], [kind('parcel'), kind('box', async () => [])])).toThrow(
    'identifiers of a parcel and of a box begin with prc_',
  );
  expect(() => buildRegistry([], [kind('parcel'), kind('weight of a parcel')])).not.toThrow();
});

test('what holds money in the product says so, whatever it is called', () => {
  const units = (word: string, field: string) => registry.unitsOf(word, field);
  expect(units('product', 'price')).toEqual({ unit: 'kuruş' });
  expect(units('product', 'compareAt')).toEqual({ unit: 'kuruş' });
  expect(units('product', 'vatRate')).toEqual({ unit: 'percent' });
  expect(units('product', 'variants')).toEqual({ units: { price: 'kuruş', stock: 'count' } });
  expect(units('variant', 'price')).toEqual({ unit: 'kuruş' });
  expect(units('listing', 'priceOverride')).toEqual({ unit: 'kuruş' });
  expect(units('listing', 'listPriceOverride')).toEqual({ unit: 'kuruş' });
});

/** Tables of what is told of under another word, and which. */
const toldAs: Readonly<Record<string, string>> = {
  barcode: 'product',
  code: 'product',
  'channel job error': 'channel job',
  'media variant': 'media',
  member: 'collection',
  movement: 'product',
  pool: 'product',
  search: 'product',
};

/** What nobody is told of. */
const untold = [
  'bulk act',
  'buyer identity',
  'buybox place',
  'channel picture',
  'checkout session',
  'coupon use',
  'design',
  'design body',
  'design draft',
  'design version',
  'hook breaker',
  'import',
  'indexed metafield',
  'mail',
  'marketplace question',
  'marketplace reference',
  'marketplace settlement',
  'media jpeg',
  'metafield purge',
  'payment',
  'pictured product',
  'sandbox',
  'webhook',
  'workspacePack',
];

test('whatever has a table is declared with what its fields mean, or told of as what is', () => {
  const words = registry.entities.map(({ word }) => word);
  const told = declared.map(({ table: { word } }) => toldAs[word] ?? word);
  expect(told.filter((word) => !words.includes(word) && !untold.includes(word))).toEqual([]);
  expect(Object.keys(toldAs).filter((word) => words.includes(word))).toEqual([]);
});

test('a build does not start with a call whose subject no entity declares', () => {
  const { commands, entities } = registry;
  const without = (word: string) => () =>
    buildRegistry(
      commands,
      entities.filter((each) => each.word !== word),
    );
  const subjects = new Set(commands.flatMap(({ subject }) => subject?.entity ?? []));
  expect([...subjects]).toContain('product');
  for (const word of subjects) expect(without(word)).toThrow(`is a ${word}, which no entity declares`);
});

test('units tell and do not change: previews that were recorded without them stay what they were', () => {
  const recorder = new ChangeRecorder(registry);
  recorder.record('product', 'prd_1', { price: 1 }, { price: 2 });
  const facts = {
    effects: [],
    bumpsGeneration: true,
    result: {},
    now: new Date(),
    keptByShop: () => false,
    keyed: (text: string) => text,
  };
  const told = recorder.preview({ ...facts, unitsOf: registry.unitsOf });
  const untold = recorder.preview({ ...facts, unitsOf: () => ({}) });
  expect(told.changes).toEqual([{ ...untold.changes[0], unit: 'kuruş' }]);
  expect(told.hash).toBe(untold.hash);
});
