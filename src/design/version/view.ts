import { label, nullable, object, rev, t } from '../../kernel/schema/schema';
import type { LiveRow, VersionRow } from '../../store/design/store';
import { designVersion } from '../../store/design/table';
import { FINDINGS_MAX, type Finding } from '../bundle/finding';
import { findingSchema } from '../bundle/schema';

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

/** A version that a call has published, or shown again. */
export const publishedSchema = object({
  ...versionSchema.properties,
  rev: rev({ description: 'The number of the live version.' }),
  previousSeq: nullable(t.Integer({ description: 'The version that was live before; null: none was.' })),
  warnings: t.Array(findingSchema, {
    description: 'Up to 20 things that it names and that are not there: they show nothing.',
  }),
});

export const publishedView = (row: VersionRow, previousSeq: number, warnings: readonly Finding[]) => ({
  ...designVersion.answer(row),
  live: true,
  rev: row.seq,
  previousSeq: previousSeq === 0 ? null : previousSeq,
  warnings: warnings.slice(0, FINDINGS_MAX),
});
