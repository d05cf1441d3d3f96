import { exampleContent, isList } from '../../src/kernel/declaration/content';
import type { Route } from '../../src/kernel/declaration/route';
import { formOf } from '../../src/kernel/declaration/traits';
import type { TSchema } from '../../src/kernel/schema/schema';

/** The fields of a form: bytes where it has files. */
export type FormFields = Readonly<Record<string, unknown>>;

/** Fields with the bytes of small files in the place of what is kept of them. Of as many as are stated, where there may be several. */
export function withFiles(route: Route, fields: FormFields): FormFields {
  const files = Object.entries(formOf(route) ?? {}).flatMap(([field, takes]): [string, unknown][] => {
    if (!(field in fields)) return [];
    const stated = fields[field];
    return [[field, Array.isArray(stated) ? stated.map(() => takes.example()) : takes.example()]];
  });
  return { ...fields, ...Object.fromEntries(files) };
}

/** The body that the handler would get: what is kept of a file in its place. */
export const withContents = (route: Route, fields: FormFields): FormFields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (!(field in (formOf(route) ?? {}))) return [field, value];
      return [
        field,
        isList(route.body as TSchema, field) ? (value as unknown[]).map(() => exampleContent) : exampleContent,
      ];
    }),
  );

/** A body as it is sent: a form where the route takes one. */
export function asSent(route: Route, body: unknown): unknown {
  if (!formOf(route)) return body;
  const form = new FormData();
  for (const [field, value] of Object.entries(body as FormFields))
    for (const each of Array.isArray(value) ? value : [value])
      form.append(field, each instanceof Uint8Array ? new Blob([new Uint8Array(each)]) : String(each));
  return form;
}
