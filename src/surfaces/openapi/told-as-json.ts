import { formOf, type Route, takesFormAsJson } from '../../kernel/declaration/declare';
import { propertiesOf } from '../../kernel/schema/schema';

/**
 * True of a route that takes a form and is told of as JSON. Generators of clients know one body of an operation, and send no list in a form;
 * where a form has lists beside its files, JSON is what programs send most.
 */
export function toldAsJson(route: Route): boolean {
  const form = formOf(route) ?? {};
  const fields = Object.entries(propertiesOf(route.body) as Readonly<Record<string, { readonly type?: string }>>);
  const hasLists = fields.some(([field, { type }]) => !(field in form) && (type === 'array' || type === 'object'));
  return takesFormAsJson(route) && hasLists;
}
