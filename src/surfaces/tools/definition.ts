import type { Capability } from '../../kernel/declaration/route';
import { isEnvelope } from '../../kernel/declaration/traits';
import { briefEach } from './brief';
import type { Arguments } from './tool';

/** A tool as `tools/list` shows it, without its name: that is spelled as its address spells names. */
export interface Definition {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: Annotations;
}

interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

/**
 * No output schema: clients hold answers, and some of them refusals, against one and tell of that instead.
 * @param runs what a call of it may run
 */
export const definitionOf = (
  capability: Capability,
  taken: Arguments,
  runs: readonly Capability[] = [capability],
): Definition => ({
  title: capability.label?.en ?? capability.summary,
  description: capability.summary,
  inputSchema: inputSchemaOf(taken),
  annotations: annotationsOf(capability, runs),
});

const CONTROLS = ['idempotencyKey', 'dryRun', 'expectedRev', 'waitSeconds', 'deferBump'];
/** Arguments whose meaning the instructions tell once for all tools. */
const SAID_ONCE = [...CONTROLS, 'limit', 'cursor', 'total', 'ext'];

export const inputSchemaOf = ({ properties, required }: Arguments): Definition['inputSchema'] => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(briefEach(properties)).map(([name, schema]) => [
      name,
      SAID_ONCE.includes(name) ? { type: schema.type } : schema,
    ]),
  ),
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});

const annotationsOf = (capability: Capability, runs: readonly Capability[]): Annotations =>
  capability.kind === 'route' && !capability.writes ? readsAs(capability) : changesAs(capability, runs);

/** Describes a tool that only reads. Hints of the protocol that mean nothing for such a tool are left out. */
const readsAs = ({ asksProvider, policy }: Capability): Annotations => ({
  readOnlyHint: policy !== 'workspace',
  openWorldHint: asksProvider === true,
});

const changesAs = (capability: Capability, runs: readonly Capability[]): Annotations => ({
  readOnlyHint: false,
  destructiveHint: runs.some(isDestructive),
  // The same arguments make the change a second time where the key may be left out.
  idempotentHint: capability.kind === 'route' && isEnvelope(capability),
  openWorldHint: runs.some(({ asksProvider }) => asksProvider),
});

const isDestructive = (capability: Capability): boolean =>
  'flags' in capability && (capability.removes === true || capability.flags.includes('destructive'));
