import type { Queryable } from '../../kernel/database/queryable';
import type { Services } from '../../kernel/declaration/services';
import { json, label, nullable, object, rev, t } from '../../kernel/schema/schema';
import { hashSchema } from '../../store/design/aggregate';
import type { LiveRow } from '../../store/design/store';
import { storeSlug } from '../../store/store';
import { findingSchema } from '../bundle/schema';
import { linkSchema } from '../preview/link';
import type { WrittenDraft } from './writing';

export const previewSchema = label(
  'Önizleme',
  'Preview',
)(nullable({ ...linkSchema, description: 'null: this installation shows no previews.' }));

const draftFields = {
  workspace: label('Çalışma alanı', 'Workspace')(t.String()),
  rev: rev({ minimum: 0, description: '0: there is no draft, and never was one.' }),
  hash: nullable(hashSchema()),
  baseSeq: label('Temel alınan sürüm', 'Version it is based on')(t.Integer({ minimum: 0 })),
  behind: label(
    'Geride',
    'Behind',
  )(t.Boolean({ description: 'Another version is live than the one that the draft is based on.' })),
  warnings: t.Array(findingSchema, { description: 'Up to 20 faults that keep it from being published, or show less.' }),
  preview: previewSchema,
};

/** A draft as it is read. */
export const draftSchema = object({
  ...draftFields,
  drafted: t.Boolean({ description: 'false: nothing is drafted, and `body` is that of the live design.' }),
  // Any JSON may be null already, and generators of clients find no type for one that may be.
  body: json({ description: 'The design. null: nothing is drafted, and nothing was published.' }),
});

/** A draft as it was written: the body is the caller's own. */
export const writtenSchema = object({
  ...draftFields,
  previousHash: nullable(
    t.String({ description: 'The body before it: to put that hash takes the change back. null: nothing was drafted.' }),
  ),
});

interface Previewing {
  readonly db: Queryable;
  readonly storeId: string;
  readonly services: Pick<Services, 'previews'>;
}

/** The link that follows the draft of a workspace. */
export const previewOf = async (
  { db, storeId, services: { previews } }: Previewing,
  workspace: string,
  now: Date,
): Promise<{ url: string; expiresAt: string } | null> =>
  previews.linkTo(await storeSlug(db, storeId), { storeId, kind: 'workspace', of: workspace }, now);

/** Whether another version is live than the one that a draft is based on. */
export const isBehind = (baseSeq: number, live: Pick<LiveRow, 'rev'> | undefined): boolean =>
  baseSeq !== (live?.rev ?? 0);

/** A draft that a call has written. */
export async function writtenView(from: Previewing, { open, row, warnings }: WrittenDraft, now: Date) {
  return {
    workspace: row.workspace,
    rev: row.rev,
    hash: row.hash,
    baseSeq: row.baseSeq,
    behind: isBehind(row.baseSeq, open.live),
    warnings: [...warnings],
    preview: await previewOf(from, row.workspace, now),
    previousHash: open.row?.hash ?? null,
  };
}
