import type { TokenLimits } from '../kernel/principal';
import { id, nullable, object, oneOf, t, time } from '../kernel/schema';
import { scopeNames } from '../kernel/scopes';

export const scopeSchema = oneOf(scopeNames);

/** How far a token may go (TokenLimits); fields that are left out are unlimited. */
export const limitsSchema = object({
  itemsPerProposal: t.Optional(t.Integer({ minimum: 1, maximum: 200 })),
  priceChangePercent: t.Optional(
    t.Number({ minimum: 0, maximum: 1000, description: 'Largest change of one price, in percent.' }),
  ),
  neverCommands: t.Optional(t.Array(t.String({ maxLength: 80 }), { maxItems: 100, uniqueItems: true })),
});

const shownLimits = object({
  itemsPerProposal: nullable(t.Integer()),
  priceChangePercent: nullable(t.Number()),
  neverCommands: t.Array(t.String()),
});

export const tokenSchema = object({
  id: id('tok'),
  kind: oneOf(['agent', 'developer']),
  label: t.String(),
  scopes: t.Array(scopeSchema),
  workspaceId: nullable(t.String()),
  limits: nullable(shownLimits),
  createdAt: time(),
  expiresAt: time(),
  revokedAt: nullable(time()),
  lastUsedAt: nullable(time()),
  status: oneOf(['active', 'expired', 'revoked']),
});

export interface TokenRow {
  readonly id: string;
  readonly kind: 'agent' | 'developer';
  readonly label: string;
  readonly scopes: string[];
  readonly workspaceId: string | null;
  readonly limits: TokenLimits | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

export const tokenView = (row: TokenRow, now: Date) => ({
  ...row,
  scopes: row.scopes as never[],
  limits: row.limits && { ...row.limits, neverCommands: [...row.limits.neverCommands] },
  status: row.revokedAt
    ? ('revoked' as const)
    : Date.parse(row.expiresAt) <= now.getTime()
      ? ('expired' as const)
      : ('active' as const),
});
