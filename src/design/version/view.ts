import { label, object, t } from '../../kernel/schema/schema';
import type { LiveRow, VersionRow } from '../../store/design/store';
import { designVersion } from '../../store/design/table';

/** A version as the ledger tells it. */
export const versionSchema = designVersion.label(
  object({
    ...designVersion.answers,
    live: label('Yayında', 'Live')(t.Boolean({ description: 'Shoppers see it.' })),
  }),
);

export const versionView = (row: VersionRow, live: Pick<LiveRow, 'rev'> | undefined) => ({
  ...designVersion.answer(row),
  live: row.seq === live?.rev,
});
