import type Koa from 'koa';
import { refuse } from '../kernel/errors';
import type { Principal } from '../kernel/principal';
import type { Gate } from './http';

/** Below `/v1/account/`, an excluded prefix (spec §4.3), the owner's session alone is let in. @throws {Refusal} unauthenticated, owner_only */
export async function ownerOf(gate: Gate, context: Koa.Context): Promise<Principal> {
  const principal = await gate.identify(context);
  if (principal.kind === 'anonymous') refuse('unauthenticated');
  return principal.kind === 'owner' ? principal : refuse('owner_only');
}
