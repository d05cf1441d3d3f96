import { label, line, nullable, object, t, unit } from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { archivable } from '../archivable/column';

export const POSITION_MAX = 1_000_000;

/** The place behind the others depends on all of them, and any place becomes one of them. */
const positions = () => ['category positions'];

export const category = aggregate({
  word: 'category',
  prefix: 'cat',
  label: label('Kategori', 'Category'),
  table: 'catalog_category',
  columns: {
    status: { ...archivable.status, touches: positions },
    name: { type: 'text', schema: label('Ad', 'Name')(line(120)), writers: ['create', 'update'], projected: 'shown' },
    taksitCap: {
      type: 'smallint',
      schema: label(
        'En çok taksit',
        'Most instalments',
      )(
        nullable(
          t.Integer({
            minimum: 1,
            maximum: 12,
            description: 'Most instalments a card may pay in; null: no cap.',
            ...unit('count'),
          }),
        ),
      ),
      writers: ['create', 'update'],
      projected: 'shown',
    },
    position: {
      type: 'integer',
      schema: label(
        'Sıra',
        'Position',
      )(t.Integer({ minimum: 0, maximum: POSITION_MAX, description: 'Ascending order of display.' })),
      writers: ['update'],
      touches: positions,
      projected: 'shown',
    },
    ...times,
  },
});

export type CategoryRow = Row<typeof category>;

export const categorySchema = category.label(object(category.answers));
