import { extensionKey } from '../../extension/aggregate';
import { json, label, t, time } from '../../kernel/schema/schema';
import { type Row, table } from '../../kernel/table/table';

/** The last answers of marketplaces about categories and attributes. They are no change of the store. */
export const reference = table({
  word: 'marketplace reference',
  label: label('Pazaryeri tanımı', 'Reference of a marketplace'),
  table: 'channel_reference',
  columns: {
    extension: { type: 'text', schema: extensionKey, kept: 'once' },
    /** Names the question: `categories`, `attributes/…`, `values/…/…`. */
    subject: { type: 'text', schema: t.String(), kept: 'once' },
    answer: { type: 'jsonb', schema: json(), kept: 'once', shown: false },
    /** The time at which the marketplace said so. */
    asOf: { type: 'timestamptz', schema: time(), kept: 'once' },
  },
});

export type ReferenceRow = Row<typeof reference>;
