import { closingScopes } from '../schema/schema';
import { type Node, nodesWithin } from '../schema/walk';
import type { CapabilityIndex } from './capability-index';
import type { Capability } from './route';
import type { Scope } from './scopes';

/** Scopes without which a token is refused something that this build has: any other opens nothing. */
export function scopesNeeded({ routes, commands }: CapabilityIndex): ReadonlySet<Scope> {
  const needed = new Set<Scope>(closingScopes);
  for (const capability of [...routes, ...commands]) for (const scope of scopesOf(capability)) needed.add(scope);
  if (commands.some(({ policy }) => policy === 'propose')) needed.add('proposals:write');
  return needed;
}

/** A token does an owner's act by its opt-in alone, and publishes by that beside its scope. */
function scopesOf(capability: Capability): readonly Scope[] {
  const { policy, scope, developerOptIn, issues = [] } = capability;
  const own = policy === 'owner' ? [developerOptIn] : [scope, developerOptIn];
  const stated = 'payload' in capability ? [capability.payload] : [capability.query, capability.body];
  return [
    ...own.flatMap((each) => each ?? []),
    ...issues.flatMap(scopesOf),
    ...stated.flatMap((schema) => (schema ? neededWithin(schema) : [])),
  ];
}

const neededWithin = (node: Node): Scope[] => [
  ...((node['x-needs'] ?? []) as Scope[]),
  ...nodesWithin(node).flatMap(([, inner]) => neededWithin(inner)),
];
