import { label, object, type Static, t, time, typeNamed } from '../../kernel/schema/schema';
import type { Row } from '../../kernel/table/table';
import { definition } from '../definition/aggregate';
import { purge } from './table';

/** More of them nobody looks at beside the fields that there are. */
export const REMOVALS_MAX = 100;

const { id, rev, target, key, label: named } = definition.answers;
const { total, done } = purge.answers;

/** A deleted field, and how far the removal of its values is, for its owner. */
export const removalSchema = typeNamed('MetafieldRemoval')(
  object({
    id,
    rev,
    target,
    key,
    label: named,
    total,
    done,
    givenUp: label(
      'Yarıda kaldı',
      'Given up',
    )(t.Boolean({ description: 'The rest stays, hidden, until metafield.definition.delete is called again.' })),
    deletedAt: label('Silindi', 'Deleted')(time()),
  }),
);

export type Removal = Static<typeof removalSchema>;

export const removalOf = ({
  definition: { id, rev, target, key, label },
  total,
  done,
  givenUp,
  createdAt,
}: Row<typeof purge>): Removal => ({ id, rev, target, key, label, total, done, givenUp, deletedAt: createdAt });
