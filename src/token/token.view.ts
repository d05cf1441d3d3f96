import { id, nullable, object, oneOf, t, time } from '../kernel/schema';
import { scopeNames } from '../kernel/scopes';

export const scopeSchema = oneOf(scopeNames);

export const tokenSchema = object({
  id: id('tok'),
  kind: oneOf(['agent', 'developer']),
  label: t.String(),
  scopes: t.Array(scopeSchema),
  workspaceId: nullable(t.String()),
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
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

export const tokenView = (row: TokenRow, now: Date) => ({
  ...row,
  scopes: row.scopes as never[],
  status: row.revokedAt
    ? ('revoked' as const)
    : Date.parse(row.expiresAt) <= now.getTime()
      ? ('expired' as const)
      : ('active' as const),
});
