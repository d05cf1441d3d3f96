import type { FieldChange } from '../api/types';

/** The name that changes have for the values of a thing's custom fields. */
const VALUES = 'metafields';

/** A change of one custom field: `field` of the change is its definition. */
interface OfCustomField {
  readonly key: string;
  /** The part of a value that changed, see `valueSetEntity`. */
  readonly part: 'value' | 'amount';
  /** The change that it was told in. */
  readonly toldIn: Pick<FieldChange, 'entity' | 'id' | 'field'>;
}

export type Shown<Change extends FieldChange> = Change & { readonly custom?: OfCustomField };

/**
 * Changes as people read them: one for each custom field, from and to, under the thing that has it. The API tells the earlier values of the
 * thing, and that it has any.
 */
export function byCustomField<Change extends FieldChange>(changes: readonly Change[]): Shown<Change>[] {
  const of = (field: string) => changes.filter((change) => change.entity === VALUES && change.field === field);
  const owners = new Map(of('ownerId').map(({ id, before, after }) => [id, String(after ?? before)]));
  return changes.flatMap((change): Shown<Change>[] => {
    const { entity, id, field, before, after } = change;
    if (entity !== VALUES) return [change];
    if (field === 'ownerId') return [];
    if (field !== 'values') return [change];
    const [was, is] = [valuesIn(before), valuesIn(after)];
    const { created: _, removed: __, ...told } = change;
    return [...new Map([...was, ...is])].map(([definitionId, { key, part }]) => ({
      ...(told as Change),
      id: owners.get(id) ?? id,
      field: definitionId,
      before: was.get(definitionId)?.value ?? null,
      after: is.get(definitionId)?.value ?? null,
      custom: { key, part, toldIn: { entity, id, field } },
    }));
  });
}

interface Value extends Pick<OfCustomField, 'key' | 'part'> {
  readonly value: unknown;
}

function valuesIn(side: unknown): ReadonlyMap<string, Value> {
  const entries = Array.isArray(side) ? (side as readonly Readonly<Record<string, unknown>>[]) : [];
  return new Map(
    entries.map((entry): [string, Value] => {
      const part = 'amount' in entry ? 'amount' : 'value';
      return [String(entry.id), { key: String(entry.key), part, value: entry[part] }];
    }),
  );
}
