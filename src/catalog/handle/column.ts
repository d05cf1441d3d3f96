import { label, t } from '../../kernel/schema/schema';
import type { Columns } from '../../kernel/table/table';
import { unique } from '../../kernel/table/unique';
import { HANDLE_LENGTH_MAX, HANDLE_PATTERN, numberedBase } from './handle';

export type Space = 'product' | 'collection';

export const handles = {
  product: unique<string>({ index: 'catalog_product_handle', name: (handle) => `handle/product/${handle}` }),
  collection: unique<string>({ index: 'catalog_collection_handle', name: (handle) => `handle/collection/${handle}` }),
};

/** Stands for every number behind a base. */
export const anyNumbered = (base: string): string => `${base}-*`;

/** A handle that is taken or given up matters to whoever wants it, and to whoever looks for a free number behind its base. */
function touchedBy(space: Space, handle: string): string[] {
  const base = numberedBase(handle);
  return [handle, ...(base === undefined ? [] : [anyNumbered(base)])].map(handles[space].name);
}

/** A caller who creates may leave it out: it is then derived. */
export const handleOf = (space: Space) =>
  ({
    handle: {
      type: 'text',
      schema: label(
        'Bağlantı adı',
        'Handle',
      )(
        t.String({
          pattern: HANDLE_PATTERN,
          maxLength: HANDLE_LENGTH_MAX,
          description:
            'Its name in URLs; unique, archived ones included. Left out of what is new, it is made of the title.',
        }),
      ),
      writers: ['update'],
      projected: 'shown',
      touches: (handle: string) => touchedBy(space, handle),
    },
  }) as const satisfies Columns;
