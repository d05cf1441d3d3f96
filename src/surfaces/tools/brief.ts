import { isGuard } from '../../kernel/schema/schema';
import type { Node } from '../../kernel/schema/walk';

/**
 * Keywords that say what to write. Those that only refuse (lengths, patterns, limits) are left to the refusal, which names field and
 * rule; words in Turkish, units and marks to `tools.describe`: a list of tools is read in full before anything is done.
 */
const TOLD = ['type', 'description', 'format', 'default', 'const', 'writeOnly', 'required'];
/** A choice of more values is told by its first and their number. */
const CHOICES_MAX = 24;

/**
 * A schema as a list of tools shows it: what fits the schema itself fits this one. Providers of models refuse a whole list for a list of
 * types, for choices that are no text, and for whatever stands beside a union.
 */
export function brief(schema: Node): Node {
  const { anyOf, properties, patternProperties, items } = schema;
  const own = briefSchema(schema);
  if (anyOf) return { anyOf: anyOf.map((choice, at) => (at === 0 ? { ...brief(choice), ...own } : brief(choice))) };
  return {
    ...own,
    ...(properties ? { properties: briefEach(besidesRev(properties)) } : {}),
    ...(patternProperties ? { patternProperties: briefEach(patternProperties) } : {}),
    ...(items ? { items: brief(items) } : {}),
  } as Node;
}

export const briefEach = (nodes: Readonly<Record<string, Node>>): Record<string, Node> =>
  Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, brief(node)]));

/** The rev that a caller saw is shown once, beside the payload: a payload takes it as well. */
const besidesRev = (properties: Readonly<Record<string, Node>>): Record<string, Node> =>
  Object.fromEntries(Object.entries(properties).filter(([name, node]) => name !== 'expectedRev' || !isGuard(node)));

/** Description of an identifier, of which the prefix tells enough. */
const IDENTIFIER = /^Identifier: (.*)\.$/;

function briefSchema(schema: Node): Node {
  const { required } = schema as { required?: readonly string[] };
  // A flag that is not stated is none.
  const isTold = (name: string, value: unknown): boolean =>
    TOLD.includes(name) && !(name === 'required' && required?.length === 0) && !(name === 'default' && value === false);
  const { description, ...own } = Object.fromEntries(
    Object.entries(schema).filter(([name, value]) => isTold(name, value)),
  ) as DescribedNode;
  const said = description === undefined ? own : { ...own, description: description.replace(IDENTIFIER, '$1') };
  return schema.enum ? { ...said, ...choicesTold(schema.enum, said) } : said;
}

interface DescribedNode extends Node {
  readonly description?: string;
}

function choicesTold(choices: readonly unknown[], { description = '' }: DescribedNode): DescribedNode {
  if (choices.length > CHOICES_MAX)
    return { description: `${description} One of ${choices.length}, e.g. ${choices[0]}.`.trim() };
  const isText = choices.every((choice) => typeof choice === 'string');
  return isText ? { enum: choices } : { description: `${description} One of ${choices.join(', ')}.`.trim() };
}
