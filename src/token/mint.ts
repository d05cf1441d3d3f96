import type { MutationContext } from '../kernel/declare';
import { type FieldError, refuse } from '../kernel/errors';
import type { TokenLimits } from '../kernel/principal';
import { grantable, type Scope } from '../kernel/scopes';
import { newTokenSecret, type TokenKind, tokenDigest } from './token.secret';
import { bindWorkspace, insertToken, tokenExpiryDays } from './token.store';
import { tokenView } from './token.view';

const SCOPES_MAX = 10;
const DAY_MS = 86_400_000;

/** Spec §5. */
export const defaultScopes: Record<TokenKind, readonly Scope[]> = {
  agent: ['catalog:read', 'design:read', 'catalog:write', 'design:write', 'proposals:write', 'sandbox:use'],
  developer: ['catalog:read', 'design:read', 'catalog:write', 'design:write'],
};

export interface Minting {
  readonly kind: TokenKind;
  readonly label?: string;
  readonly scopes?: readonly Scope[];
  readonly expiresInDays?: number;
  readonly workspaceId?: string;
  readonly limits?: Partial<TokenLimits>;
}

/**
 * Mints a token; the answer carries its plaintext once.
 * @throws {Refusal} too_many_scopes, scope_not_grantable, not_found (the workspace)
 */
export async function mintToken(context: MutationContext, asked: Minting) {
  const { principal, storeId, tx, now, newId, record, once } = context;
  const scopes = [...(asked.scopes ?? defaultScopes[asked.kind])];
  assertGrantable(scopes, asked.kind);
  const label = asked.label ?? (asked.kind === 'agent' ? 'Ajan' : 'Geliştirici');
  const days = asked.expiresInDays ?? (await tokenExpiryDays(tx, storeId));
  const workspaceId = asked.kind === 'agent' ? (asked.workspaceId ?? newId('wsp')) : null;
  if (workspaceId)
    await bindWorkspace(tx, storeId, { id: workspaceId, named: asked.workspaceId !== undefined, name: label });
  const secret = newTokenSecret(asked.kind);
  const token = {
    id: newId('tok'),
    kind: asked.kind,
    label,
    scopes,
    workspaceId,
    limits: asked.limits
      ? { itemsPerProposal: null, priceChangePercent: null, neverCommands: [], ...asked.limits }
      : null,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + days * DAY_MS).toISOString(),
  };
  await insertToken(tx, storeId, { ...token, digest: tokenDigest(secret), createdBy: principal.id });
  record('token', token.id, null, token);
  once({ token: secret });
  return tokenView({ ...token, revokedAt: null, lastUsedAt: null }, now);
}

function assertGrantable(scopes: readonly Scope[], kind: 'agent' | 'developer'): void {
  if (scopes.length > SCOPES_MAX) refuse('too_many_scopes');
  const errors = scopes.flatMap((scope, index): FieldError[] =>
    grantable(scope, kind)
      ? []
      : [{ pointer: `/scopes/${index}`, message: `${scope} may not be granted to a token of kind ${kind}` }],
  );
  if (errors.length > 0) refuse('scope_not_grantable', errors[0]?.message, { errors });
}
