import type { ListView } from '../api/views';

/** A filter as the address of a list has it. */
export type Filter = Readonly<Partial<Record<string, string>>>;

/** Filters that a view leaves out: they name a person, or a single thing. */
const unsaved: readonly string[] = ['customerId', 'mediaId'];

/** The part of a filter that a view of the list keeps. @param isOfOrders what is looked for in orders names persons */
export const savedPart = (filter: Filter, isOfOrders: boolean): ListView['filter'] =>
  Object.fromEntries(
    Object.entries(filter).filter(
      ([name, value]) => value !== undefined && !unsaved.includes(name) && !(isOfOrders && name === 'text'),
    ),
  );

export const isSame = (left: Filter, right: Filter): boolean =>
  Object.keys({ ...left, ...right }).every((name) => left[name] === right[name]);

/** The address of a list with a filter. */
export const addressOf = (path: string, filter: Filter): string => {
  const query = new URLSearchParams(filter as Record<string, string>).toString();
  return query === '' ? path : `${path}?${query}`;
};
