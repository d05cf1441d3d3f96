import type { Principal } from '../../kernel/declaration/principal';
import type { Capability } from '../../kernel/declaration/route';
import type { Json, Tool } from './tool';

/** Arguments that succeed for the caller. An agent works on its own draft, and names no other; there may be none yet. */
export function exampleFor({ capability, example }: Tool, { kind }: Pick<Principal, 'kind'>): Json | undefined {
  if (!example || kind !== 'agent') return example;
  if (capability.kind === 'command' && capability.agentExample) return callOf(capability.agentExample);
  return namesDraft(capability) ? ofOwnDraft(example) : example;
}

/** A payload whose rev stands beside it, where schemas of tools show it. */
function callOf(stated: unknown): Json {
  const { expectedRev, ...payload } = stated as Json;
  return { payload, ...(expectedRev === undefined ? {} : { expectedRev }) };
}

const namesDraft = (capability: Capability): boolean =>
  'workspace' in capability && capability.workspace?.split('/').at(-1) === 'workspace';

/** Arguments that hold those of a call. */
const PARTS = new Set(['payload', 'body']);

function ofOwnDraft({ workspace: _, expectedRev, ...rest }: Json): Json {
  const own = Object.entries(rest).map(([name, value]) => [name, PARTS.has(name) ? unnamed(value as Json) : value]);
  return { ...Object.fromEntries(own), ...(expectedRev === undefined ? {} : { expectedRev: 0 }) };
}

const unnamed = ({ workspace: _, ...payload }: Json): Json => payload;
