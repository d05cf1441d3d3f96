import type { TokenLimits } from '../../kernel/declaration/principal';
import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import { label, object, oneOf, type Static, t, typeNamed, unit, words } from '../../kernel/schema/schema';
import type { ShownRow } from '../../kernel/table/table';
import { token, tokenLabels } from './table';

/** How far a token may go (TokenLimits); fields that are left out are unlimited. */
export const limitsSchema = tokenLabels.limits(
  typeNamed('TokenLimits')(
    object({
      itemsPerProposal: t.Optional(
        tokenLabels.itemsPerProposal(t.Integer({ minimum: 1, maximum: PROPOSAL_ITEMS_MAX, ...unit('count') })),
      ),
      priceChangePercent: t.Optional(
        tokenLabels.priceChangePercent(
          t.Number({
            minimum: 0,
            maximum: 1000,
            description: 'Largest change of one price, in percent.',
            ...unit('percent'),
          }),
        ),
      ),
      neverCommands: t.Optional(
        tokenLabels.neverCommands(t.Array(t.String({ maxLength: 80 }), { maxItems: 100, uniqueItems: true })),
      ),
    }),
  ),
);

const statuses = {
  active: ['etkin', 'active'],
  expired: ['süresi doldu', 'expired'],
  revoked: ['iptal edildi', 'revoked'],
} as const;

export const tokenSchema = token.label(
  object({
    ...token.answers,
    lastUsedAt: token.fields.usedAt,
    status: label('Durum', 'Status')(oneOf(['active', 'expired', 'revoked'], words(statuses))),
  }),
);

/** As lists and commands read it: without the digest. */
export interface TokenRow extends ShownRow<typeof token> {
  readonly lastUsedAt: string | null;
  /** By the clock of Postgres. */
  readonly expired: boolean;
}

export const limitsView = (limits: TokenLimits | null) =>
  limits && { ...limits, neverCommands: [...limits.neverCommands] };

export const tokenView = ({ expired, ...row }: TokenRow): Static<typeof tokenSchema> => ({
  ...row,
  status: row.revokedAt ? 'revoked' : expired ? 'expired' : 'active',
});
