import type { FieldUnits } from '../declaration/entity';

/** Effect of one mutation on one aggregate; only the fields that differ. */
export interface Change {
  readonly entity: string;
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** One field of a change. What its numbers mean stands beside them, so that nobody who shows or judges them has to guess. */
export interface FieldChange extends FieldUnits {
  readonly entity: string;
  readonly id: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The whole thing is new: a field that was empty before is null as well. */
  readonly created?: true;
  /** The whole thing is gone afterwards. */
  readonly removed?: true;
}

/** A change of one field as a change of the thing that has it. */
export const changeOf = ({ entity, id, field, before, after }: FieldChange): Change => ({
  entity,
  id,
  before: { [field]: before },
  after: { [field]: after },
});

/** A change field by field; what did not exist has null in every field. */
export function fieldChanges({ entity, id, before, after }: Change): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({
    entity,
    id,
    field,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
    ...(before === null ? { created: true as const } : {}),
    ...(after === null ? { removed: true as const } : {}),
  }));
}

/**
 * Finds the title of a changed thing for readers of the change: the title before, or the first one of a new thing. A title of a later
 * change would be read as if it held already.
 * @param titleField the title field of its entity, see `titles`
 */
export function titleStated(
  changes: readonly Pick<FieldChange, 'field' | 'before' | 'after'>[],
  titleField: string | null,
): string | undefined {
  const change = changes.find(({ field }) => field === titleField);
  const title = change?.before ?? change?.after;
  return typeof title === 'string' ? title : undefined;
}
