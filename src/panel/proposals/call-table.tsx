import { Fragment, useCallback, useMemo } from 'react';
import { fieldOf, isIdentifier, type ValuePlace } from '../../kernel/schema/meaning';
import { useMeanings } from '../parts/meaning';
import { FieldName, Plain } from '../parts/value';
import { type Cells, type ItemRows, ItemTable } from './item-table';
import type { Calls } from './likes';
import { Refused } from './refused';

interface CallTableProps {
  readonly calls: Calls;
  readonly rows: ItemRows;
}

/** Calls of a bulk act: a line each, with what it states, and why it would be refused. */
export function CallTable({ calls, rows }: CallTableProps) {
  const { payloadOf } = useMeanings();
  const { command, items } = calls;
  const place = payloadOf(command);
  const names = calls.fields.join(' ');
  // The thing of the call stands first.
  const fields = useMemo(
    () =>
      names.split(' ').toSorted((left, right) => aboutFirst(fieldOf(place, left)) - aboutFirst(fieldOf(place, right))),
    [names, place],
  );
  const cells: Cells = useCallback(
    (item) => {
      const payload = item.payload as Readonly<Record<string, unknown>>;
      return fields.map((field, nth) => (
        <Fragment key={field}>
          <Plain place={fieldOf(place, field)} value={payload[field]} />
          {nth === 0 && <Refused item={item} />}
        </Fragment>
      ));
    },
    [fields, place],
  );
  const columns = fields.map((field) => ({
    key: field,
    head: <FieldName field={field} place={fieldOf(place, field)} />,
  }));
  return <ItemTable command={command} columns={columns} items={items} cells={cells} rows={rows} />;
}

const aboutFirst = (place: ValuePlace): number => (isIdentifier(place) ? 0 : 1);
