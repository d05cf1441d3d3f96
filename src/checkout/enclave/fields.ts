import { id, nullable, object, paragraphs, personal, type Static, t } from '../../kernel/schema/schema';
import { address, billing, buyerFields } from '../buyer/fields';
import { identityNumber } from '../buyer/identity/table';
import { LINES_MAX, quantity } from '../session/quote';

const line = object({ productId: id('prd'), variantId: t.Optional(nullable(id('var'))), quantity });
const lines = t.Array(line, { maxItems: LINES_MAX });

/** What begins a session. */
export const openingBody = object({ lines });

/** What a shopper has filled in or chosen; what is left out stays as it is. */
export const fillingBody = object({
  lines: t.Optional(lines),
  buyer: t.Optional(object(buyerFields)),
  shippingAddress: t.Optional(nullable(address)),
  billing: t.Optional(nullable(billing)),
  /** For the invoice of a person; it is never shown again. */
  identityNumber: t.Optional(nullable(personal(identityNumber))),
  note: t.Optional(nullable(paragraphs(500))),
  rate: t.Optional(t.String({ pattern: '^[a-z0-9_-]{1,32}$' })),
  method: t.Optional(t.String({ pattern: '^[a-z0-9_]{2,32}$' })),
});
export type Filling = Static<typeof fillingBody>;

/** total: what the shopper agrees to pay, in kuruş. */
export const placingBody = object({ total: t.Integer({ minimum: 0 }) });
