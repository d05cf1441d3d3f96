import type { Services } from '../../kernel/declaration/services';
import { idsNamed } from '../../kernel/declaration/subject';
import { fieldOf, placeOf } from '../../kernel/schema/meaning';
import type { ItemRow } from '../view';

/**
 * Collects the identifiers that an item is about: those that its call names, that it changes, and to which the changed fields refer. An
 * identifier counts where a schema declares one. In a free text a writer could name whatever the owner is to see instead.
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
