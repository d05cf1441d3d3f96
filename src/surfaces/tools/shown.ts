import type { Words } from '../../kernel/schema/schema';

/**
 * A schema as tools describe it, with labels and words in Turkish alone: an agent's context is dear, the names of fields say it in
 * English already, and Turkish is what the owner reads who is told of it. A thing that has fields named tr and en stays as it is.
 */
export const schemaForTools = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === 'x-label') return (value as Words).tr;
    // The name of a type says nothing to who reads the schema itself.
    if (key === 'x-type' && typeof value === 'string') return undefined;
    // For who reviews: the risks of an item are told with it.
    if (key === 'x-risks' || key === 'x-risk-new') return undefined;
    // For forms: the description says it to agents, and the pattern.
    if (key === 'x-form' || key === 'x-former') return undefined;
    if (key === 'x-words') return turkish(value as Readonly<Record<string, Words>>);
    return value;
  });

/** Rules that refuse what is written: no answer is held against them by its reader. */
const RULES: Readonly<Record<string, string>> = {
  pattern: 'string',
  minLength: 'number',
  maxLength: 'number',
  minItems: 'number',
  maxItems: 'number',
  additionalProperties: 'boolean',
};

/** Shows the schema of an answer: as `schemaForTools`, without the rules for those who write. */
export const shownAnswer = (schema: unknown): unknown =>
  // A field may bear the name of a rule; its value is a schema then.
  JSON.parse(JSON.stringify(schemaForTools(schema)), (key, value) => (typeof value === RULES[key] ? undefined : value));

/** Lists the Turkish words of values. A value that is called as it is written, e.g. a province, needs no word. */
function turkish(words: Readonly<Record<string, Words>>): Record<string, string> | undefined {
  const named = Object.entries(words).flatMap(([value, { tr }]) => (tr === value ? [] : [[value, tr] as const]));
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}
