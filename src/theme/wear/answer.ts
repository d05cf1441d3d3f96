import { draftQuery } from '../../access/workspace/readable';
import type { Bundle } from '../../design/bundle/bundle';
import { type DraftContext, openDraft } from '../../design/draft/draft';
import { writtenSchema, writtenView } from '../../design/draft/view';
import { bodyOf, writeDraft } from '../../design/draft/writing';
import { refuse } from '../../kernel/errors';
import { label, object, oneOf, rev, t } from '../../kernel/schema/schema';
import type { Pack } from '../../skin/pack/pack';
import { findWornPack } from '../../skin/store/packs-store';
import { rowKinds, rowReasons } from './report';
import type { Changed } from './switch';

/** Fields of each call that dresses a draft. */
export const draftFields = {
  workspace: draftQuery,
  expectedRev: t.Optional(rev({ minimum: 0 })),
};

/** One row of a report as answers tell it. */
export const reportRowSchema = object({
  kind: oneOf(rowKinds),
  pointer: label(
    'Yer',
    'Place',
  )(t.String({ description: 'JSON Pointer into the new body; of what is parked, into the old one.' })),
  before: t.Unknown(),
  after: t.Unknown(),
  reason: oneOf(rowReasons),
  message: label('İleti', 'Message')(t.String({ description: 'In Turkish.' })),
  english: label('İngilizcesi', 'In English')(t.String()),
});

/** The draft as it was written, with what became of its values. */
export const wornSchema = object({
  ...writtenSchema.properties,
  counts: t.Record(t.String(), t.Integer(), { description: 'Rows of the report by their kind.' }),
  report: t.Array(reportRowSchema, {
    description: 'Up to 200 rows: values that changed, moved, stayed or were parked.',
  }),
});

/** The body of a draft that may be dressed, and the pack that it wears. */
export interface Dressed {
  readonly bundle: Bundle;
  readonly pack: Pack | undefined;
}

/**
 * Dresses the draft of a call anew.
 * @param dress makes the new body of the one that is there, or refuses
 * @throws {Refusal} not_found, rev_conflict, bundle_invalid, and what `dress` refuses
 */
export async function dressDraft(context: DraftContext, dress: (dressed: Dressed) => Changed | Promise<Changed>) {
  const open = await openDraft(context);
  const bundle = await bodyOf(context, open);
  if (!bundle) return refuse('not_found', 'Nothing is drafted here, and nothing was published.');
  const { tx, storeId, services, now } = context;
  const pack = await findWornPack(tx, storeId, bundle.theme, open.workspace);
  const { bundle: worn, report } = await dress({ bundle, pack });
  const written = await writeDraft(context, open, worn, '/draft');
  const view = await writtenView({ db: tx, storeId, services }, written, now);
  return { ...view, counts: { ...report.counts }, report: [...report.rows] };
}
