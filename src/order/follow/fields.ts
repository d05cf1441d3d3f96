import { expectedRev, line, object, type Static, t } from '../../kernel/schema/schema';
import { ULID } from '../../kernel/schema/walk';
import { fields, returnKind } from '../return/aggregate';
import { shippedPiece } from '../shipment/aggregate';
import { EMAIL_CHARS_MAX, NUMBER_CHARS_MAX } from './limits';

/** Facts by which a buyer finds an order. */
export const findingBody = object({
  number: line(NUMBER_CHARS_MAX, { description: 'The number of the order.' }),
  email: line(EMAIL_CHARS_MAX, { description: 'The e-mail that the buyer has stated.' }),
});
export type Finding = Static<typeof findingBody>;

/** A return as its buyer asks for it. */
export const returningBody = object({
  key: t.String({
    pattern: `^${ULID}$`,
    description: 'A ULID of the form: what is sent twice with it is one return.',
  }),
  kind: returnKind,
  lines: t.Array(shippedPiece, { minItems: 1, maxItems: 100 }),
  note: t.Optional(fields.note),
  expectedRev,
});
export type Returning = Static<typeof returningBody>;
