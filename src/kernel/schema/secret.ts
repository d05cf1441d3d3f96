import { markedBy } from './marked';
import type { TSchema } from './schema';

/*
 * A value that nobody may read back is declared so in its schema: `secret(line(80))`. It is in no audit row, no preview and no payload of a
 * proposal that people see. An item that waits keeps its call sealed. Only fields of a payload are secrets: no entity and no answer has
 * one.
 */
export const secrets = markedBy('x-secret');

/** The value without its secrets. */
export const withoutSecrets = (schema: TSchema | undefined, value: unknown): unknown =>
  secrets.replaced(schema, value, () => undefined);
