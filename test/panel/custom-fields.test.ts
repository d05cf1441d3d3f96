import { mainChangeOf } from '../../src/panel/audit/fold';
import { byCustomField } from '../../src/panel/parts/custom-fields';

const set = (before: unknown[] | null, after: unknown[]) => ({
  entity: 'metafields',
  id: 'mfv_1',
  field: 'values',
  before,
  after,
});
const season = (value: string) => ({ id: 'mfd_1', key: 'season', value });
const fee = (amount: number) => ({ id: 'mfd_2', key: 'fee', amount });

test('the change of a custom field is one of that field, also where the thing has had none before', () => {
  const created = { created: true as const };
  const owner = { entity: 'metafields', id: 'mfv_1', field: 'ownerId', before: null, after: 'prd_1', ...created };
  const title = { entity: 'product', id: 'prd_1', field: 'title', before: 'A', after: 'B' };
  const toldIn = { entity: 'metafields', id: 'mfv_1', field: 'values' };
  expect(byCustomField([title, owner, { ...set(null, [fee(2_990)]), ...created }])).toEqual([
    title,
    {
      entity: 'metafields',
      id: 'prd_1',
      field: 'mfd_2',
      before: null,
      after: 2_990,
      custom: { key: 'fee', part: 'amount', toldIn },
    },
  ]);
  expect(byCustomField([set([season('Yaz')], [season('Kış')])])).toMatchObject([
    { id: 'mfv_1', field: 'mfd_1', before: 'Yaz', after: 'Kış', custom: { key: 'season', part: 'value' } },
  ]);
  expect(byCustomField([set([season('Yaz')], [])])).toMatchObject([{ field: 'mfd_1', before: 'Yaz', after: null }]);
});

test('a line of the history has room for it', () => {
  const changes = [
    {
      entity: 'metafields',
      id: 'mfv_1',
      before: { values: [season('Yaz')] },
      after: { values: [season('Kış')] },
    },
  ];
  const row = { changes, proposed: null, entityId: 'mfv_1' } as unknown as Parameters<typeof mainChangeOf>[0];
  expect(mainChangeOf(row)).toMatchObject({ change: { field: 'mfd_1', before: 'Yaz', after: 'Kış' }, others: 0 });
});
