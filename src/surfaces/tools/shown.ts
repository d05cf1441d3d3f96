import type { Words } from '../../kernel/schema/schema';

/**
 * A schema as tools describe it, with labels and words in Turkish alone: an agent's context is dear, the names of fields say it in
 * English already, and Turkish is what the owner reads who is told of it.
 */
export const shown = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (_, value) => (isWords(value) ? value.tr : value));

const isWords = (value: unknown): value is Words =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'tr,en';
