import { isGuard } from '../../kernel/schema/schema';
import type { Node } from '../../kernel/schema/walk';

/**
 * Keywords that say what to write. Those that only refuse (lengths, patterns, limits) are left to the refusal, which names field and
 * rule; words in Turkish, units and marks to `tools.describe`: a list of tools is read in full before anything is done.
 */
const TOLD = ['type', 'description', 'format', 'default', 'const', 'contentEncoding', 'writeOnly', 'required'];
/** A choice of more values is told by its first and their number. */
const CHOICES_MAX = 24;

/** A schema as a list of tools shows it: what fits the schema itself fits this one. */
export function brief(schema: Node): Node {
  const { anyOf, properties, patternProperties, items, enum: choices } = schema;
  const own = told(schema);
  const [only, nothing, ...more] = anyOf ?? [];
  if (only?.type !== undefined && nothing?.type === 'null' && more.length === 0)
    return orNull({ ...brief(only), ...own });
  return {
    ...own,
    ...(choices && choices.length <= CHOICES_MAX ? { enum: choices } : {}),
    ...(choices && choices.length > CHOICES_MAX ? { description: lengthy(own.description, choices) } : {}),
    ...(anyOf ? oneOfAny(anyOf.map(brief)) : {}),
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

function told(schema: Node): { readonly description?: string } {
  const { required } = schema as { required?: readonly string[] };
  const isTold = (name: string): boolean => TOLD.includes(name) && (name !== 'required' || required?.length !== 0);
  return Object.fromEntries(Object.entries(schema).filter(([name]) => isTold(name)));
}

/** A type beside null in one word. */
function orNull({ type, enum: choices, ...rest }: Node): Node {
  return { type: [type, 'null'], ...(choices ? { enum: [...choices, null] } : {}), ...rest } as unknown as Node;
}

/** Types of which no more is told than their names in one word. */
const oneOfAny = (parts: readonly Node[]): object =>
  parts.every((part) => Object.keys(part).join() === 'type')
    ? { type: parts.flatMap(({ type = [] }) => type) }
    : { anyOf: parts };

const lengthy = (description: string | undefined, choices: readonly unknown[]): string =>
  `${description ?? ''} One of ${choices.length}, e.g. ${choices[0]}.`.trim();
