import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import type { MutationContext } from '../../kernel/declaration/context';
import { defaultScopes, grantable, SCOPES_MAX, type Scope } from '../../kernel/declaration/scopes';
import { Faults, refuse } from '../../kernel/errors';
import type { Static } from '../../kernel/schema/schema';
import { tokenExpiryDays } from '../../store/store';
import { insertSandbox } from '../sandbox/store';
import { holdWorkspace, insertWorkspace } from '../workspace/store';
import { type WorkspaceRow, workspace } from '../workspace/table';
import { newTokenSecret, type TokenKind, tokenDigest } from './secret';
import { insertToken } from './store';
import { token } from './table';
import { type limitsSchema, tokenView } from './view';

const DAY_MS = 86_400_000;

export interface Minting {
  readonly kind: TokenKind;
  readonly label?: string;
  readonly scopes?: readonly Scope[];
  readonly expiresInDays?: number;
  readonly workspaceId?: string;
  readonly limits?: Static<typeof limitsSchema>;
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
  assertHonoured({ ...asked, scopes }, services.capabilities, faults);
  faults.refuse();
  const label = asked.label ?? (asked.kind === 'agent' ? 'Ajan' : 'Geliştirici');
  const days = asked.expiresInDays ?? (await tokenExpiryDays(tx, storeId));
  const own = asked.kind === 'agent' && asked.workspaceId === undefined ? openWorkspace(context, label, scopes) : null;
  if (asked.workspaceId !== undefined) await bindTo(context, asked.workspaceId);
  const secret = newTokenSecret(asked.kind);
  const row = {
    id: newId('tok'),
    digest: tokenDigest(secret),
    kind: asked.kind,
    label,
    scopes,
    workspaceId: own?.id ?? asked.workspaceId ?? null,
    limits: asked.limits
      ? { itemsPerProposal: null, priceChangePercent: null, neverCommands: [], ...asked.limits }
      : null,
    createdBy: principal.id,
    createdAt: now.toISOString(),
    expiresAt: later(days * DAY_MS).toISOString(),
    revokedAt: null,
  };
  insertToken(tx, storeId, row);
  record(token.word, row.id, null, token.snapshot(row));
  if (own) record(workspace.word, own.id, null, workspace.snapshot(own));
  // Its workspace stays: others may have been given a token for it since.
  inverse('token.revoke', { tokenId: row.id });
  once({ token: secret });
  return tokenView({ ...token.answer(row), lastUsedAt: null, expired: false });
}

/** An agent works in one workspace. A token that names none gets one of its own. */
function openWorkspace(
  { tx, storeId, newId, now }: MutationContext,
  name: string,
  scopes: readonly Scope[],
): WorkspaceRow {
  const row = { id: newId('wsp'), kind: 'agent' as const, name, createdAt: now.toISOString(), archivedAt: null };
  insertWorkspace(tx, storeId, row);
  if (scopes.includes('sandbox:use')) insertSandbox(tx, storeId, row.id, now);
  return row;
}

/** @throws {Refusal} not_found, invalid_request */
async function bindTo({ tx, storeId }: MutationContext, workspaceId: string): Promise<void> {
  const { kind } = await holdWorkspace(tx, storeId, workspaceId);
  if (kind === 'agent') return;
  const message = 'names the workspace of a developer: an agent works in one for agents';
  refuse('invalid_request', `/workspaceId ${message}`, { errors: [{ pointer: '/workspaceId', message }] });
}

function assertGrantable(scopes: readonly Scope[], kind: 'agent' | 'developer', faults: Faults): void {
  if (scopes.length > SCOPES_MAX) refuse('too_many_scopes');
  for (const [index, scope] of scopes.entries())
    if (!grantable(scope, kind))
      faults.add('scope_not_grantable', `/scopes/${index}`, `${scope} may not be granted to a token of kind ${kind}`);
}

/** The scope of settings moves them by the price rule of a marketplace. */
const MOVES_PRICES: ReadonlySet<Scope> = new Set(['catalog:write', 'store:admin']);

/** Refuses each statement that cannot be honoured: a limit that names nothing would limit nothing, and no one would notice. */
function assertHonoured(
  { kind, workspaceId, limits, scopes }: Minting & Required<Pick<Minting, 'scopes'>>,
  capabilities: CapabilityIndex,
  faults: Faults,
): void {
  const known = (id: string): boolean =>
    capabilities.command(id) !== undefined || capabilities.routes.some((route) => route.id === id);
  for (const [index, id] of (limits?.neverCommands ?? []).entries())
    if (!known(id)) faults.add('invalid_request', `/limits/neverCommands/${index}`, `${id} is no command and no route`);
  // Acts of an agent are recorded whatever its scopes; a developer's are recorded where they go too far and may be proposed.
  if (limits?.itemsPerProposal !== undefined && kind !== 'agent' && !scopes.includes('proposals:write'))
    faults.add(
      'invalid_request',
      '/limits/itemsPerProposal',
      'limits nothing: a token without proposals:write proposes nothing',
    );
  if (limits?.priceChangePercent !== undefined && !scopes.some((scope) => MOVES_PRICES.has(scope)))
    faults.add(
      'invalid_request',
      '/limits/priceChangePercent',
      'limits nothing: a token without catalog:write and store:admin changes no price',
    );
  if (kind !== 'agent' && workspaceId !== undefined)
    faults.add('invalid_request', '/workspaceId', 'is for agent tokens: a developer token is bound to no workspace');
}
