import type { Services } from '../../kernel/declaration/services';
import { label, nullable, object, type Static, t } from '../../kernel/schema/schema';
import { type UpdateRow, update } from '../../store/update/aggregate';
import { emptyReport, type UpdateReport, updateReportSchema } from './report';

const link = () =>
  nullable(t.String({ description: 'Shows the design to whoever has the link. null: there is none to show.' }));

/** An update with all that its owner decides by. */
export const updateSchema = update.label(
  object({
    ...update.answers,
    stale: label(
      'Yeniden hazırlanacak',
      'To be prepared anew',
    )(t.Boolean({ description: 'What it was prepared for has changed: it is prepared anew, and refused until then.' })),
    preview: label('Önizleme', 'Preview')(object({ before: link(), after: link() })),
    report: updateReportSchema,
  }),
);

interface Around {
  readonly storeId: string;
  readonly slug: string;
  readonly previews: Services['previews'];
  readonly now: Date;
}

/** @param currentRev of what it was prepared for, as that is now; undefined: it is there no more */
export function updateView(
  row: UpdateRow,
  currentRev: number | undefined,
  isOpen: boolean,
  { storeId, slug, previews, now }: Around,
): Static<typeof updateSchema> {
  const linkTo = (of: string | null) =>
    of === null ? null : (previews.linkTo(slug, { storeId, kind: 'hash', of }, now)?.url ?? null);
  return {
    ...update.answer(row),
    stale: isOpen && row.baseRev !== currentRev,
    preview: { before: linkTo(row.beforeHash), after: linkTo(row.hash) },
    // One that was prepared by an earlier release says less.
    report: { ...emptyReport, ...(row.report as UpdateReport) },
  };
}
