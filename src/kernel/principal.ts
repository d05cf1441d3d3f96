import type { Scope } from './scopes';

export type PrincipalKind = 'anonymous' | 'owner' | 'developer' | 'agent' | 'system';

/** Who calls. `storeId` comes from the credential alone and decides which rows exist. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** Token, owner or job id; it is the actor of the audit row. */
  readonly id: string;
  readonly storeId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly workspaceId: string | null;
  readonly expiresAt: string | null;
}

/** The product itself, acting for a store: seeds, schedules and workflow activities. It holds every scope. */
export const systemPrincipal = (storeId: string, id: string): Principal => ({
  kind: 'system',
  id,
  storeId,
  scopes: new Set(),
  workspaceId: null,
  expiresAt: null,
});
