import { isStructured } from '../../kernel/declaration/content';
import type { Route } from '../../kernel/declaration/route';
import { formOf, takesFormAsJson } from '../../kernel/declaration/traits';
import { propertiesOf, type TSchema } from '../../kernel/schema/schema';

/**
 * True of a route that takes a form and is told of as JSON. Generators of clients know one body of an operation, and send no list in a form;
 * where a form has lists beside its files, JSON is what programs send most.
 */
export function toldAsJson(route: Route): boolean {
  const [form, body] = [formOf(route) ?? {}, route.body as TSchema];
  const isList = (field: string): boolean => !(field in form) && isStructured(body, field);
  return takesFormAsJson(route) && Object.keys(propertiesOf(body)).some(isList);
}
