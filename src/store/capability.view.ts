import type { Command, Route } from '../kernel/declare';
import { nullable, object, oneOf, t } from '../kernel/schema';

const schemaDocument = t.Record(t.String(), t.Unknown());
const irreversible = t.Boolean({ description: 'No command takes it back.' });
const policy = oneOf(['read', 'quote', 'workspace', 'propose', 'owner']);

export const commandSchema = object({
  id: t.String(),
  summary: t.String(),
  policy,
  scope: nullable(t.String()),
  flags: t.Array(t.String()),
  irreversible,
  payload: schemaDocument,
  result: schemaDocument,
  refuses: t.Array(t.String()),
});

export const routeSchema = object({
  id: t.String(),
  method: t.String(),
  path: t.String(),
  summary: t.String(),
  policy,
  scope: nullable(t.String()),
  irreversible,
  params: schemaDocument,
  query: schemaDocument,
  body: nullable(schemaDocument),
  result: schemaDocument,
  refuses: t.Array(t.String()),
});

const plain = (schema: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(schema));

export const commandView = (command: Command) => ({
  id: command.id,
  summary: command.summary,
  policy: command.policy,
  scope: command.scope,
  flags: [...command.flags],
  irreversible: command.irreversible === true,
  payload: plain(command.payload),
  result: plain(command.result),
  refuses: [...command.refuses],
});

export function routeView(route: Route) {
  const [method, path] = route.http.split(' ') as [string, string];
  return {
    id: route.id,
    method,
    path,
    summary: route.summary,
    policy: route.policy,
    scope: route.scope,
    irreversible: route.irreversible === true,
    params: plain(route.params),
    query: plain(route.query),
    body: route.body && method !== 'GET' ? plain(route.body) : null,
    result: plain(route.result),
    refuses: [...route.refuses],
  };
}
