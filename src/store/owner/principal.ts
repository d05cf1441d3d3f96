import type { Principal } from '../../kernel/declaration/principal';
import { scopeNames } from '../../kernel/declaration/scopes';

/** An owner who comes in by a link: a session follows from the call, and none is behind it. */
export const ownerWithoutSession = (id: string, storeId: string): Principal => ({
  kind: 'owner',
  id,
  storeId,
  scopes: new Set(scopeNames),
  workspaceId: null,
  expiresAt: null,
  limits: null,
});
