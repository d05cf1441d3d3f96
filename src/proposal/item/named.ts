import type { Services } from '../../kernel/declaration/declare';
import { idsNamed } from '../../kernel/declaration/subject';
import { fieldOf, placeOf } from '../../kernel/schema/meaning';
import type { ItemRow } from '../view';

/**
 * What an item is about, by identifier: what its call names, what it changes, and what the changed fields refer to. An identifier
 * counts where a schema declares one: in a text its writer could name whatever the owner is to see instead.
 */
export function namedByItem(
  capabilities: Services['capabilities'],
  { command, payload, preview, currentPreview }: Pick<ItemRow, 'command' | 'payload' | 'preview' | 'currentPreview'>,
): Set<string> {
  const schemas = new Map(capabilities.entities.map(({ word, schema }) => [word, schema]));
  const changes = [...preview.changes, ...(currentPreview?.changes ?? [])];
  return new Set([
    ...idsNamed(capabilities.mutation(command)?.payload, payload),
    ...changes.flatMap(({ entity, id, field, before, after }) => [
      id,
      ...fieldOf(placeOf(schemas.get(entity)), field).flatMap((schema) =>
        [before, after].flatMap((value) => idsNamed(schema, value)),
      ),
    ]),
  ]);
}
