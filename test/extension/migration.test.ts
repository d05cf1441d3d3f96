import { migrated } from '../../src/extension/migration';
import { label, object, t } from '../../src/kernel/schema/schema';
import type { Manifest, Migration } from '../../src/provider/manifest';

const named = label('Ad', 'Name');
const base: Manifest = {
  key: 'pazar',
  name: 'Pazar',
  kind: 'channel',
  version: '3.0.0',
  summary: 'Bir pazaryeri.',
  english: 'A marketplace.',
  secrets: [],
  config: object({
    seller: named(t.String({ pattern: '^[0-9]{1,5}$' })),
    speed: t.Optional(named(t.String())),
    days: t.Optional(named(t.Array(t.String(), { maxItems: 9 }))),
  }),
};
const migration = (from: string, to: string, steps: Migration['steps'], lossless = true): Migration => ({
  from,
  to,
  lossless,
  steps,
});
const rename = migration('1.0.0', '1.2.0', [{ rename: { from: 'vendor', to: 'seller' } }]);
const slower = migration('1.2.0', '2.0.0', [
  { map: { field: 'speed', values: { quick: 'fast' } } },
  { map: { field: 'days', values: { sali: 'tue' } } },
  { default: { field: 'speed', value: 'slow' } },
]);
const dropped = migration('2.0.0', '3.0.0', [{ drop: { field: 'note' } }], false);
const latest: Manifest = { ...base, migrations: [dropped, slower, rename] };

test('a configuration goes through every migration from its own version on, in the order of versions', () => {
  expect(migrated(latest, '1.0.0', { vendor: '7', speed: 'quick', days: ['sali', 'other'], note: 'x' })).toEqual({
    config: { seller: '7', speed: 'fast', days: ['tue', 'other'] },
    lossless: false,
    errors: [],
    version: '3.0.0',
  });
  expect(migrated(latest, '1.0.0', { vendor: '7' }).config).toEqual({ seller: '7', speed: 'slow' });
});

test('what was stored later is not taken through what came before it', () => {
  expect(migrated(latest, '2.0.0', { seller: '7', speed: 'quick' }).config).toEqual({ seller: '7', speed: 'quick' });
  // Between two versions that are begun with nothing changes.
  expect(migrated(latest, '1.1.0', { seller: '7' }).config).toEqual({ seller: '7', speed: 'slow' });
  expect(migrated(latest, '2.5.0', { seller: '7' })).toMatchObject({ config: { seller: '7' }, lossless: true });
});

test('what does not fit in the end is told field by field', () => {
  const { errors } = migrated(latest, '1.0.0', { vendor: 'x', note: 'y' });
  expect(errors).toEqual([expect.objectContaining({ pointer: '/config/seller' })]);
});

test('names that every object has are names like any other', () => {
  const odd: Manifest = {
    ...base,
    migrations: [
      migration('1.0.0', '3.0.0', [
        { map: { field: 'speed', values: {} } },
        { rename: { from: 'constructor', to: 'seller' } },
      ]),
    ],
  };
  expect(migrated(odd, '1.0.0', { seller: '7', speed: 'constructor' }).config).toEqual({
    seller: '7',
    speed: 'constructor',
  });
});
