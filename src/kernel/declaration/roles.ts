import type { Node } from '../schema/walk';
import { type Scope, scopeNames } from './scopes';

/** Roles of persons in a store, the one that may least first. Each may do all that the ones before it may. */
export const roleNames = ['packer', 'manager', 'owner'] as const;
export type Role = (typeof roleNames)[number];

/** The parts of a declaration from which its least role follows. */
interface RoleTerms {
  readonly role?: Role;
  readonly policy: string;
  readonly scope: Scope | null;
}

/** Names of the roles for people, as `[Turkish, English]`. */
export const roleWords: Readonly<Record<Role, readonly [tr: string, en: string]>> = {
  packer: ['Paketleyici', 'Packer'],
  manager: ['Yönetici', 'Manager'],
  owner: ['Mağaza sahibi', 'Owner'],
};

const roleScopes: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  packer: new Set(['orders:read', 'orders:write']),
  manager: new Set([
    'catalog:read',
    'catalog:write',
    'design:read',
    'design:write',
    'design:publish',
    'orders:read',
    'orders:write',
    'proposals:write',
    'proposals:approve',
  ]),
  owner: new Set(scopeNames),
};

/** The scopes that a person of this role holds. */
export const scopesOf = (role: Role): ReadonlySet<Scope> => roleScopes[role];

/**
 * The least role of a person who may make a call. A scope opens no more than a manager's work: whatever a packer may do says so, and so
 * does whatever of a manager's scopes is for owners alone. A call of owners is theirs unless it says otherwise.
 */
export function leastRole({ role, policy, scope }: RoleTerms): Role {
  if (role) return role;
  if (policy === 'owner') return 'owner';
  if (scope === null) return 'packer';
  return roleScopes.manager.has(scope) ? 'manager' : 'owner';
}

/** True if a person of this role may make a call for which another one is the least. */
export const reaches = (role: Role, least: Role): boolean => roleNames.indexOf(role) >= roleNames.indexOf(least);

/**
 * Marks values of an enum that need a higher role than their call, e.g. one act among several: `oneOf(acts, reserved({ refund: 'owner' }))`.
 * It stands in the schema as `x-roles`. A person of a lower role is refused before anything is done, and nobody decides on such a call of
 * others without it.
 */
export const reserved = <V extends string>(of: Readonly<Partial<Record<V, Role>>>) => ({ 'x-roles': of }) as const;

/** The role that a value at this place needs beside its call, if any. See {@link reserved}. */
export function reservedRole({ 'x-roles': roles }: Node, value: unknown): Role | undefined {
  return roles && typeof value === 'string' && Object.hasOwn(roles, value) ? (roles[value] as Role) : undefined;
}
