import { Refusal } from '../errors';
import { type Node, someNode, standingIn } from '../schema/walk';
import type { Command } from './command';
import type { Principal } from './principal';
import { leastRole, type Role, reaches, reservedRole } from './roles';
import type { Capability, ReadRoute } from './route';
import { grantable, type Scope } from './scopes';

/** Policy × kind of credential, then scope (design §2). @returns why this principal may not call the capability, or undefined when it may */
export function denial(capability: Capability, principal: Principal): Refusal | undefined {
  if (principal.kind !== 'system' && (capability as Partial<Command>).runtimeOnly) return new Refusal('runtime_only');
  if (principal.lacksSecondFactor && !capability.beforeSecondFactor) return new Refusal('second_factor_required');
  return lacking(capability, principal);
}

/** True if a principal may do more than preview the capability. An agent may also have to propose its changes. */
export const mayUse = (capability: Capability, principal: Principal): boolean =>
  denial(capability, principal) === undefined &&
  (principal.kind !== 'agent' || capability.policy !== 'propose' || mayPropose(principal));

/** A call of a command that somebody has stated or decides on. */
export interface StatedCall {
  /** The id of its command. */
  readonly command: string;
  readonly payload: unknown;
}

/**
 * Checks calls that somebody has stated or decides on. Nobody lets others do what the own credential does not open.
 * @param calls those of a command that is no longer built are left out
 * @throws {Refusal} the first denial
 */
export function assertMayCall(
  capabilities: { mutation(id: string): Command | undefined },
  principal: Principal,
  calls: readonly StatedCall[],
): void {
  for (const { command, payload } of calls) {
    const mutation = capabilities.mutation(command);
    if (!mutation) continue;
    const why = denial(mutation, principal);
    if (why) throw why;
    if (statesNeeding(mutation.payload)) assertMayState(principal, mutation.payload, payload);
  }
}

/** True if a token's changes may be recorded into its proposal. */
export const mayPropose = ({ scopes }: Pick<Principal, 'scopes'>): boolean => scopes.has('proposals:write');

export const scopeNeeded = (scope: Scope): Refusal =>
  new Refusal('forbidden_scope', `The scope ${scope} is needed.`, { facts: { scope } });

/** Checks a scope that a call, or a part of one, needs. @returns why this principal lacks it, or undefined when it does not */
export function lackingScope({ kind, role, scopes }: Principal, scope: Scope): Refusal | undefined {
  if (kind === 'owner') return role === undefined || scopes.has(scope) ? undefined : scopeNeeded(scope);
  if (kind === 'system') return undefined;
  return kind !== 'anonymous' && scopes.has(scope) && grantable(scope, kind) ? undefined : scopeNeeded(scope);
}

const needing = new WeakMap<Node, boolean>();

/** True if a part of the schema needs a scope or a role beside that of the call. The result is kept for each schema. */
export function statesNeeding(schema: Node): boolean {
  const known = needing.get(schema) ?? someNode(schema, (node) => 'x-needs' in node || 'x-roles' in node);
  needing.set(schema, known);
  return known;
}

/** The fields of a payload in which something needs a scope or a role beside that of the call. */
export const fieldsNeeding = (payload: Node): readonly string[] =>
  Object.entries(payload.properties ?? {}).flatMap(([name, field]) => (statesNeeding(field) ? [name] : []));

/**
 * @throws {Refusal} forbidden_scope, when something is stated that needs a scope which this principal lacks, see `needing`; role_needed of
 * a value that is for another role, see `reserved`
 */
export function assertMayState(principal: Principal, schema: Node | undefined, stated: unknown): void {
  if (!schema) return;
  for (const [node, value] of standingIn(schema, stated)) {
    for (const scope of node['x-needs'] ?? []) {
      const why = lackingScope(principal, scope as Scope);
      if (why) throw why;
    }
    const least = principal.kind === 'owner' ? reservedRole(node, value) : undefined;
    if (least && !reaches(roleOf(principal), least)) throw roleNeeded(least);
  }
}

/** Finds the right that this principal lacks to call the capability, or to start work that does. */
function lacking(capability: Capability, principal: Principal): Refusal | undefined {
  const { kind, limits } = principal;
  if (kind === 'owner') return lackingRole(capability, principal);
  if (kind === 'system') return undefined;
  const { developerOptIn: optIn, policy } = capability;
  if (policy === 'owner' && !(kind === 'developer' && optIn)) return new Refusal('owner_only');
  if (kind === 'agent' && (capability as Partial<ReadRoute>).closedToAgents) return new Refusal('owner_only');
  const needed = kind === 'developer' && optIn ? optIn : capability.scope;
  const unscoped = needed === null ? undefined : lackingScope(principal, needed);
  if (unscoped) return unscoped;
  const never = namesOf(capability).find((name) => limits?.neverCommands.includes(name));
  if (never !== undefined) return new Refusal('limit_exceeded', `The token may never run ${never}.`);
  for (const issued of capability.issues ?? []) {
    const why = lacking(issued, principal);
    if (why) return new Refusal(why.code, `${capability.id} runs ${issued.id}: ${why.detail}`, why.options);
  }
  return undefined;
}

/** Finds the role that a person lacks to make the call, or to start work that does. */
function lackingRole(capability: Capability, principal: Principal): Refusal | undefined {
  const role = roleOf(principal);
  const least = [capability, ...(capability.issues ?? [])].map(leastRole).find((needed) => !reaches(role, needed));
  return least && roleNeeded(least);
}

const roleOf = ({ role = 'owner' }: Principal): Role => role;

const roleNeeded = (role: Role): Refusal =>
  new Refusal('role_needed', `The role ${role} is needed.`, { facts: { role } });

/** A command and its route are one thing, under two names where the route has its own. */
function namesOf(capability: Capability): readonly string[] {
  const command = capability.kind === 'command' ? capability : 'command' in capability ? capability.command : undefined;
  return command ? [command.id, ...(command.route?.id ? [command.route.id] : [])] : [capability.id];
}
