import { type Brought, type FormFiles, type FormPart, formSchema, type Takes } from '../../kernel/declaration/content';
import type { Route } from '../../kernel/declaration/route';
import { acceptedBy, formOf } from '../../kernel/declaration/traits';
import { refuse } from '../../kernel/errors';
import { propertiesOf, type TSchema, t } from '../../kernel/schema/schema';
import type { Json } from './tool';

/** Describes the body of a route as it stands in a message. */
export function bodyOf(route: Route): TSchema {
  const [accepts, form] = [acceptedBy(route), formOf(route)];
  if (accepts) return base64Of(accepts);
  if (form) return formSchema(route.body as TSchema, form, base64Of) as TSchema;
  return withoutNeeding(route.body as TSchema);
}

/** Tools are for agents, who are granted none of what is marked as needing more than the call does. */
export function withoutNeeding<S extends TSchema | undefined>(schema: S): S {
  const fields = Object.entries(propertiesOf(schema));
  const open = fields.filter(([, field]) => field['x-needs'] === undefined);
  return open.length === fields.length ? schema : ({ ...schema, properties: Object.fromEntries(open) } as S);
}

/** A message of the protocol is JSON, and no longer than JSON may be. */
const base64Of = ({ types }: Takes) =>
  t.String({
    contentEncoding: 'base64',
    description: `The bytes of the file in base64: ${types.join(', ')}. Up to about 700 KB; larger ones by HTTP.`,
  });

/** @throws {Refusal} invalid_request, once its bytes are asked for */
export const broughtIn = (value: unknown, pointer = '/body'): Brought => ({
  bytes: bytesIn(value, pointer),
  stated: () => undefined,
});

/** The fields of a form, of which some are files. */
export async function* partsIn(body: Json, form: FormFiles): AsyncIterable<FormPart> {
  for (const [field, value] of Object.entries(body)) {
    if (!Object.hasOwn(form, field)) yield { field, value };
    else if (!Array.isArray(value)) yield { field, brought: broughtIn(value, `/body/${field}`) };
    else for (const [at, each] of value.entries()) yield { field, brought: broughtIn(each, `/body/${field}/${at}`) };
  }
}

async function* bytesIn(value: unknown, pointer: string): AsyncIterable<Uint8Array> {
  if (typeof value !== 'string' || !BASE64.test(value))
    refuse('invalid_request', `${pointer} must be base64`, { errors: [{ pointer, message: 'must be base64' }] });
  yield Buffer.from(value, 'base64');
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
