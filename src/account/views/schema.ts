import { Faults } from '../../kernel/errors';
import { folded } from '../../kernel/folded';
import { label, line, nullable, object, type Static, t, typeNamed } from '../../kernel/schema/schema';
import { VIEWS_MAX } from './limits';

const COLUMNS_MAX = 20;
const VALUE_LENGTH_MAX = 100;

/**
 * Names by which a view of each list may narrow and sort, as the address of the page has them. Neither words that somebody looks for in orders nor
 * a customer are among them: they name persons, and a view would outlast the day on which one is forgotten.
 */
const filters = {
  orders: ['payment', 'fulfilment', 'return', 'channel', 'carrier', 'since', 'until', 'minTotal', 'maxTotal', 'sort'],
  products: ['text', 'status', 'stock', 'categoryId', 'sort'],
} as const;
type FilterName = (typeof filters)[ViewedList][number];

/** The lists of which a person keeps views. */
export type ViewedList = keyof typeof filters;
export const viewedLists = Object.keys(filters) as ViewedList[];

const filterValue = t.Optional(line(VALUE_LENGTH_MAX));
const filterFields = Object.fromEntries(
  Object.values(filters)
    .flat()
    .map((name) => [name, filterValue]),
) as Record<FilterName, typeof filterValue>;

const viewSchema = typeNamed('ListView')(
  object({
    name: label(
      'Ad',
      'Name',
    )(line(40, { description: 'By which its owner knows it: of two views no name is the same.' })),
    filter: label(
      'Filtre',
      'Filter',
    )(
      object(filterFields, {
        minProperties: 1,
        description: 'What the page of the list has in its address.',
      }),
    ),
  }),
);

/** A person's own manner of one list. */
export const listViewsFields = {
  views: label('Görünümler', 'Views')(t.Array(viewSchema, { maxItems: VIEWS_MAX, description: 'In their order.' })),
  columns: label(
    'Sütunlar',
    'Columns',
  )(
    nullable(
      t.Array(line(40), {
        maxItems: COLUMNS_MAX,
        uniqueItems: true,
        description: 'null: those that the page shows by itself.',
      }),
    ),
  ),
};
export const listViewsSchema = typeNamed('ListViews')(object(listViewsFields));
export type ListViews = Static<typeof listViewsSchema>;

/** A list of which nothing is kept. */
export const noViews: ListViews = { views: [], columns: null };

/** Refuses names that are the same to their reader, and filters of another list. @throws {Refusal} invalid_request */
export function assertViews(list: ViewedList, views: ListViews['views']): void {
  const faults = new Faults();
  const names = new Set<string>();
  for (const [place, { name, filter }] of views.entries()) {
    if (names.has(folded(name))) faults.add('invalid_request', `/views/${place}/name`, 'is named twice');
    names.add(folded(name));
    const known: readonly string[] = filters[list];
    for (const each of Object.keys(filter))
      if (!known.includes(each))
        faults.add('invalid_request', `/views/${place}/filter/${each}`, `is no filter of views of ${list}`);
  }
  faults.refuse();
}
