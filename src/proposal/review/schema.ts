import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import { nullable, object, oneOf, type Static, t, typeNamed } from '../../kernel/schema/schema';
import { pauseReasons } from '../table';
import { shownPreviewSchema } from './bounds';
import { riskKindSchema, risksSchema } from './risks';

const countedSchema = t.Array(object({ entity: t.String(), count: t.Integer() }));

/** The totals of a proposal, for a sentence above its items. */
const summarySchema = typeNamed('ProposalSummary')(
  object(
    {
      total: t.Integer(),
      waiting: t.Integer(),
      skipped: t.Integer(),
      wouldPause: t.Integer(),
      wouldSkip: t.Integer({ description: 'Waiting ones that a bulk act would leave out, and go on.' }),
      risky: t.Integer({ description: 'Waiting ones with a risk.' }),
      created: countedSchema,
      removed: countedSchema,
      archived: countedSchema,
      changed: countedSchema,
      amounts: t.Array(
        object({
          entity: t.String(),
          field: t.String({ description: 'E.g. `variants/price`.' }),
          count: t.Integer(),
          percentMin: t.Number(),
          percentMedian: t.Number({ description: 'As many move by less as by more.' }),
          percentMax: t.Number(),
        }),
      ),
      commands: t.Array(object({ command: t.String(), count: t.Integer() }), { description: 'Of waiting ones.' }),
      warnings: t.Array(
        object({ kind: riskKindSchema, count: t.Integer({ description: 'Waiting ones with such a risk.' }) }),
      ),
    },
    { description: 'Of items that would pause it or be left out nothing is counted but themselves.' },
  ),
);
export type Summary = Static<typeof summarySchema>;

const reviewedSchema = typeNamed('ReviewedItem')(
  object({
    itemId: t.String(),
    seq: t.Integer({ minimum: 1 }),
    outcome: oneOf(['applies', 'pauses', 'skips'], { description: 'skips: a bulk act leaves it out, and goes on.' }),
    reason: nullable(oneOf(pauseReasons)),
    why: nullable(t.String({ description: 'What would hold it up.' })),
    preview: nullable(shownPreviewSchema),
    problem: nullable(t.Record(t.String(), t.Unknown(), { description: 'Why it would be refused.' })),
    buildsOn: t.Array(t.Integer(), {
      description: 'Positions of skipped or pausing items that it builds on.',
    }),
    risks: risksSchema,
  }),
);
export type Reviewed = Static<typeof reviewedSchema>;

/** The outcome of applying a proposal now. */
export const reviewSchema = nullable(
  typeNamed('ProposalReview')(
    object({
      hash: t.String({
        description:
          'Names the proposal and what is said here: an approval of it is refused once the shop has moved on. Of a larger bulk act it is the hash of the proposal.',
      }),
      wouldPause: t.Integer({ description: 'How many would pause it.' }),
      items: t.Array(reviewedSchema, {
        description: `All that wait, in order, each run after those before it that would apply. \`preview\`: what it would do, if not as recorded. Of a bulk act of more than ${PROPOSAL_ITEMS_MAX} none is run: these are the ones whose amounts move furthest from the median.`,
      }),
      summary: summarySchema,
    }),
  ),
);
export type Review = NonNullable<Static<typeof reviewSchema>>;
