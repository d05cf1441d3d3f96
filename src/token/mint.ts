import type { CapabilityIndex, MutationContext } from '../kernel/declare';
import { Faults, refuse } from '../kernel/errors';
import type { TokenLimits } from '../kernel/principal';
import { grantable, type Scope } from '../kernel/scopes';
import { newTokenSecret, type TokenKind, tokenDigest } from './secret';
import { bindWorkspace, insertToken, tokenExpiryDays } from './store';
import { tokenView } from './view';

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
 * @throws {Refusal} too_many_scopes, scope_not_grantable, invalid_request, not_found (the workspace)
 */
export async function mintToken(context: MutationContext, asked: Minting) {
  const { principal, storeId, tx, now, later, services, newId, record, inverse, once } = context;
  const scopes = [...(asked.scopes ?? defaultScopes[asked.kind])];
  const faults = new Faults();
  assertGrantable(scopes, asked.kind, faults);
  assertHonoured(asked, services.capabilities, faults);
  faults.refuse();
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
    expiresAt: later(days * DAY_MS).toISOString(),
  };
  await insertToken(tx, storeId, { ...token, digest: tokenDigest(secret), createdBy: principal.id });
  record('token', token.id, null, token);
  if (workspaceId && asked.workspaceId === undefined)
    record('workspace', workspaceId, null, { kind: 'agent', name: label });
  // Its workspace stays: others may have been given a token for it since.
  inverse('token.revoke', { tokenId: token.id });
  once({ token: secret });
  return tokenView({ ...token, revokedAt: null, lastUsedAt: null, expired: false });
}

function assertGrantable(scopes: readonly Scope[], kind: 'agent' | 'developer', faults: Faults): void {
  if (scopes.length > SCOPES_MAX) refuse('too_many_scopes');
  for (const [index, scope] of scopes.entries())
    if (!grantable(scope, kind))
      faults.add('scope_not_grantable', `/scopes/${index}`, `${scope} may not be granted to a token of kind ${kind}`);
}

/** What is stated is honoured or refused: a limit that names nothing would limit nothing, and no one would notice. */
function assertHonoured({ kind, workspaceId, limits }: Minting, capabilities: CapabilityIndex, faults: Faults): void {
  const known = (id: string): boolean =>
    capabilities.command(id) !== undefined || capabilities.routes.some((route) => route.id === id);
  for (const [index, id] of (limits?.neverCommands ?? []).entries())
    if (!known(id)) faults.add('invalid_request', `/limits/neverCommands/${index}`, `${id} is no command and no route`);
  if (kind !== 'agent' && workspaceId !== undefined)
    faults.add('invalid_request', '/workspaceId', 'is for agent tokens: a developer token is bound to no workspace');
}
