import { findingSchema } from '../../design/bundle/schema';
import { keptRightsSchema } from '../../extension/rights';
import { label, nullable, object, type Static, t, unit } from '../../kernel/schema/schema';
import { pusher } from '../../skin/store/table';
import { reportRowSchema } from '../../theme/wear/answer';

/** Rows of a report that are kept with an update; `counts` tells of all. */
export const REPORT_ROWS_MAX = 50;
const VALUE_CHARS_MAX = 300;

/** All changes that an update would make, and the faults that keep it from being applied. */
export const updateReportSchema = label(
  'Neler değişir',
  'What changes',
)(
  object({
    counts: t.Record(t.String(), t.Integer(), { description: 'Rows of a theme by their kind.' }),
    rows: t.Array(reportRowSchema, {
      description:
        'Up to 50 values of the design: changed, moved, kept or parked. Where a value is longer than 300 characters, null.',
    }),
    theme: nullable(
      object(
        {
          pushedBy: nullable(pusher('Whoever pushed the new version. null: it comes with the product.')),
          css: object({
            bytesBefore: t.Integer(unit('bytes')),
            bytesAfter: t.Integer(unit('bytes')),
            rulesAdded: t.Integer(),
            rulesRemoved: t.Integer(),
          }),
          skeleton: object({ nodesAdded: t.Integer(), nodesRemoved: t.Integer(), nodesChanged: t.Integer() }),
          steps: t.Integer({ description: 'Steps that are taken at values of the design.' }),
        },
        { description: 'Of a theme: parts that change beside the values.' },
      ),
    ),
    findings: t.Array(findingSchema, { description: 'Up to 20 faults that the new design would have.' }),
    rights: nullable(keptRightsSchema),
    losesSettings: t.Boolean({ description: 'Settings that the new version has no place for are lost.' }),
    missing: t.Array(t.String(), { description: 'What an extension lacks for its new version, in English.' }),
  }),
);

export type UpdateReport = Static<typeof updateReportSchema>;

export const emptyReport: UpdateReport = {
  counts: {},
  rows: [],
  theme: null,
  findings: [],
  rights: null,
  losesSettings: false,
  missing: [],
};

/** A value as a report keeps it. */
export const shortened = (value: unknown): unknown =>
  (JSON.stringify(value) ?? '').length > VALUE_CHARS_MAX ? null : (value ?? null);
