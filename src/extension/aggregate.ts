import { nameOf } from '../kernel/database/footprint';
import { closed, label, nullable, t, time } from '../kernel/schema/schema';
import { guarded } from '../kernel/table/aggregate';
import { hiddenTimes, MOMENT, type Row } from '../kernel/table/table';
import { unique } from '../kernel/table/unique';
import { decisionPoint } from '../provider/decision-point';
import { exampleMarketplace } from './example';
import { keptRightsSchema } from './rights';

const extensionLabel = label('Eklenti', 'Extension');

export const extensionKey = extensionLabel(
  t.String({
    pattern: '^[a-z][a-z0-9-]{1,39}$',
    description: `E.g. ${exampleMarketplace}.`,
  }),
);

/** An extension is installed once. */
export const uniqueKey = unique<string>({ index: 'extension_pkey', name: (key) => nameOf('extension', key) });

/** An extension that a store has installed. Its provider may be gone since. */
export const extension = guarded({
  word: 'extension',
  key: 'key',
  label: extensionLabel,
  table: 'extension',
  columns: {
    key: {
      type: 'text',
      schema: extensionKey,
      answers: extensionLabel(t.String()),
      kept: 'once',
      compared: false,
      touches: (key: string) => [uniqueKey.name(key)],
    },
    version: { type: 'text', schema: label('Eklenti sürümü', 'Version')(t.String()) },
    enabled: { type: 'boolean', schema: label('Açık', 'Enabled')(t.Boolean()), initial: false },
    config: {
      type: 'jsonb',
      schema: closed('store:admin')(label('Ayarlar', 'Settings')(t.Record(t.String(), t.Unknown()))),
      initial: {},
    },
    // Null of one that was installed before grants were kept, see grantedTo.
    granted: { type: 'jsonb', schema: label('Verilen haklar', 'Granted rights')(nullable(keptRightsSchema)) },
    hooksOff: {
      type: 'jsonb',
      schema: label('Kapalı kancalar', 'Deactivated hooks')(t.Array(decisionPoint, { maxItems: 5 })),
      initial: [],
    },
    installedAt: { type: 'timestamptz', schema: time(), kept: 'apart', noted: MOMENT },
    updatedAt: hiddenTimes.updatedAt,
  },
});

export type ExtensionRow = Row<typeof extension>;
