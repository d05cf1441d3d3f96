import type { Command } from '../kernel/declaration/command';
import { type FormFiles, formSchema, type Takes } from '../kernel/declaration/content';
import type { Entity } from '../kernel/declaration/entity';
import type { Route } from '../kernel/declaration/route';
import { acceptedBy, formOf, guardsRev, producedBy, settlingOf, waits } from '../kernel/declaration/traits';
import { nullable, object, oneOf, type TSchema, t, typeNamed, unit } from '../kernel/schema/schema';

const schemaDocument = t.Record(t.String(), t.Unknown());
const irreversible = t.Boolean({
  description:
    'No command takes any call of it back. Of one call its preview says so, and its audit row has an inverse or none.',
});
const issues = t.Array(t.String(), {
  description: 'Commands that its job runs: a credential that may run one of them never may not start it.',
});
const revGuarded = t.Boolean({
  description:
    'A call may state the rev that its caller saw (If-Match, expectedRev); where this is false, that is refused.',
});
const waitsSchema = t.Boolean({
  description: 'True: a caller may wait for the end of the work that the call starts, by `Prefer: wait=…`.',
});
const policy = oneOf(['read', 'quote', 'workspace', 'propose', 'owner']);

export const commandSchema = typeNamed('Command')(
  object({
    id: t.String(),
    summary: t.String(),
    policy,
    scope: nullable(t.String()),
    flags: t.Array(t.String()),
    irreversible,
    revGuarded,
    issues,
    waits: waitsSchema,
    payload: schemaDocument,
    result: schemaDocument,
    refuses: t.Array(t.String()),
  }),
);

export const wordsSchema = object({ tr: t.String(), en: t.String() });

export const entitySchema = typeNamed('EntityMeaning')(
  object({
    word: t.String(),
    schema: t.Record(t.String(), t.Unknown(), {
      description:
        'JSON Schema of its fields. x-label is what people call a field, x-words what they call the values of an enum, x-unit what a number counts.',
    }),
    titleField: nullable(
      t.String({
        description: 'Its field that holds what people call such a thing; null: they call it by something else.',
      }),
    ),
    besideShop: t.Boolean({
      description:
        'It is how people and agents work on the shop, e.g. a proposal: an undo of what was done leaves it alone.',
    }),
  }),
);

export const routeSchema = typeNamed('Route')(
  object({
    id: t.String(),
    method: t.String(),
    path: t.String(),
    summary: t.String(),
    policy,
    scope: nullable(t.String()),
    irreversible,
    revGuarded,
    issues,
    waits: waitsSchema,
    params: schemaDocument,
    query: schemaDocument,
    body: nullable(schemaDocument),
    accepts: nullable(
      object(
        {
          types: t.Array(t.String()),
          bytesMax: t.Integer(unit('bytes')),
          form: nullable(t.String({ description: 'Field of a multipart/form-data that may hold the file instead.' })),
        },
        { description: 'The body is the bytes of one file of these types, and no JSON.' },
      ),
    ),
    form: nullable(
      t.Record(t.String(), object({ types: t.Array(t.String()), bytesMax: t.Integer() }), {
        description: 'The body is a multipart/form-data: of its fields these are files, and the others text.',
      }),
    ),
    produces: nullable(
      object(
        { types: t.Array(t.String()), bytesMax: t.Integer() },
        { description: 'The answer is a file of one of these types and no JSON; `result` says what is told of it.' },
      ),
    ),
    result: schemaDocument,
    refuses: t.Array(t.String()),
  }),
);

const plain = (schema: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(schema));

const idsOf = (issued: readonly Command[] = []): string[] => issued.map(({ id }) => id);

export const commandView = (command: Command) => ({
  id: command.id,
  summary: command.summary,
  policy: command.policy,
  scope: command.scope,
  flags: [...command.flags],
  irreversible: command.irreversible === true,
  revGuarded: guardsRev(command),
  issues: idsOf(command.issues),
  waits: settlingOf(command) !== undefined,
  payload: plain(command.payload),
  result: plain(command.result),
  refuses: [...command.refuses],
});

export const entityView = ({ word, schema, titles, besideShop }: Entity) => ({
  word,
  schema: plain(schema),
  titleField: ('field' in titles ? titles.field : undefined) ?? null,
  besideShop: besideShop === true,
});

const boundsOf = ({ types, bytesMax }: Pick<Takes, 'types' | 'bytesMax'>) => ({ types: [...types], bytesMax });

const bodyOf = (body: TSchema, form: FormFiles | undefined): Record<string, unknown> =>
  plain(form ? formSchema(body, form, () => ({ type: 'string', contentEncoding: 'binary' })) : body);

/** @param commands those that the envelope may name */
export function routeView(route: Route, commands: readonly Command[]) {
  const [method, path] = route.http.split(' ') as [string, string];
  const accepts = acceptedBy(route);
  const form = formOf(route);
  const produces = producedBy(route);
  return {
    id: route.id,
    method,
    path,
    summary: route.summary,
    policy: route.policy,
    scope: route.scope,
    irreversible: route.irreversible === true,
    revGuarded: guardsRev(route),
    issues: idsOf(route.issues),
    waits: waits(route, commands),
    params: plain(route.params),
    query: plain(route.query),
    body: route.body && method !== 'GET' && !accepts ? bodyOf(route.body, form) : null,
    accepts: accepts ? { types: [...accepts.types], bytesMax: accepts.bytesMax, form: accepts.form ?? null } : null,
    form: form ? Object.fromEntries(Object.entries(form).map(([field, takes]) => [field, boundsOf(takes)])) : null,
    produces: produces ? boundsOf(produces) : null,
    result: plain(route.result),
    refuses: [...route.refuses],
  };
}
