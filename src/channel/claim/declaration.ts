import { placelessSchema } from '../../kernel/declaration/content';
import { label, nullable, object, t, time } from '../../kernel/schema/schema';
import { claimActTerms, claimsPullTerms } from '../contract/claim';
import type { JobOf } from '../job/declaration';
import { onceKind } from '../job/once';
import { mirrorKind } from '../mirror/declaration';
import { claimAct, claimId, description, itemId, itemState, reasonField } from './fields';
import { FILES_MAX } from './limits';

/** Brings claims of a marketplace, and notes the pieces that it has accepted. */
export const claimsPull = mirrorKind('claims.pull', claimsPullTerms);

const claimItems = label(
  'Kalemler',
  'Items',
)(
  t.Array(
    object({
      itemId,
      state: itemState,
      isReturned: label('İadesi yazıldı', 'Written down as returned')(t.Boolean()),
    }),
    { description: 'As the marketplace shows them now.' },
  ),
);

/** Acts upon items of a claim, once. */
export const claimActing = onceKind({
  name: 'claim.act',
  terms: claimActTerms,
  input: {
    claimId,
    claimAct,
    itemIds: label('Kalemler', 'Items')(t.Array(itemId)),
    claimReason: nullable(reasonField),
    claimWords: nullable(description),
    /** Digest, size and type of each file. The row names the stored bytes. */
    claimFiles: label('Dosyalar', 'Files')(t.Array(placelessSchema, { maxItems: FILES_MAX })),
  },
  counters: { claimItems },
  details: {
    answered: label(
      'Yanıtlanan değişiklik',
      'Answered change',
    )(nullable(time({ description: 'The last change of the claim when the marketplace was asked.' }))),
  },
  initial: { claimItems: [], answered: null },
  result: { fields: { claimItems }, of: ({ progress: { claimItems } }) => ({ claimItems }) },
});

export type ClaimJob = JobOf<typeof claimActing>;
