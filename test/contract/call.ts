import type { Command } from '../../src/kernel/declaration/command';
import type { Capability, Route } from '../../src/kernel/declaration/route';
import { acceptedBy, formOf, isEnvelope, requiredRev } from '../../src/kernel/declaration/traits';
import { schemaErrors, textErrors } from '../../src/kernel/schema/validation';
import { registry } from '../../src/registry';
import type { Answer, CallOptions, Site } from '../surfaces/site';
import { asSent, type FormFields, withContents, withFiles } from './form';

/** What a capability is asked with: for a command the body is its payload. */
export interface Input {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
}

export interface Terms extends CallOptions {
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly rev?: number;
  /** @default the first store of the site */
  readonly storeId?: string;
}

const { commands, routes } = registry;
export const mutations: readonly Capability[] = [
  ...commands,
  ...routes.filter((each) => each.writes && !isEnvelope(each)),
];
export const reads: readonly Route[] = routes.filter((each) => !each.writes || isEnvelope(each));

/** The command that it is, or leads to. */
export function commandOf(capability: Capability): Command | undefined {
  if (capability.kind === 'command') return capability;
  return 'command' in capability ? capability.command : undefined;
}

export function exampleOf(capability: Capability): Input {
  if (capability.kind === 'command') return { body: capability.example };
  const { example } = capability;
  const taken = acceptedBy(capability);
  if (taken) return { ...example, body: taken.example() } as Input;
  if (!formOf(capability)) return example as Input;
  const { properties } = capability.body as unknown as { readonly properties: object };
  const stated = Object.entries(commandOf(capability)?.example ?? {}).filter(([field]) => field in properties);
  return { ...example, body: withFiles(capability, Object.fromEntries(stated)) } as Input;
}

/** Calls a capability over HTTP by the door that it has. */
export function send(
  site: Pick<Site, 'call' | 'world'>,
  capability: Capability,
  input: Input,
  terms: Terms,
): Promise<Answer> {
  const { key, dryRun, rev, storeId = site.world.storeId, ...options } = terms;
  const seen = rev ?? requiredRev(capability);
  const headers = {
    ...(key ? { 'Idempotency-Key': key } : {}),
    ...(dryRun ? { 'Dry-Run': 'true' } : {}),
    ...(seen === undefined ? {} : { 'If-Match': `"${seen}"` }),
  };
  if (capability.kind === 'command') {
    const body = { command: capability.id, storeId, payload: input.body };
    return site.call('POST', '/v1/commands', { ...options, headers, body });
  }
  const [method, pattern] = capability.http.split(' ') as [string, string];
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const search = new URLSearchParams(input.query).toString();
  const body = method === 'GET' ? {} : { body: asSent(capability, input.body ?? {}) };
  return site.call(method, search ? `${path}?${search}` : path, { ...options, headers, ...body });
}

const asTexts = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** Whether the schemas of a capability take an input. */
export function accepts(capability: Capability, { params = {}, query = {}, body = {} }: Input): boolean {
  if (capability.kind === 'command') return schemaErrors(capability.payload, body).length === 0;
  const read = formOf(capability) ? withContents(capability, body as FormFields) : body;
  const errors = [
    ...textErrors(capability.params, asTexts(params), ''),
    ...textErrors(capability.query, asTexts(query), ''),
    ...(capability.body && !acceptedBy(capability) ? schemaErrors(capability.body, read) : []),
  ];
  return errors.length === 0;
}

/** The same input but for one value; undefined when nothing else would be accepted. */
export function otherwise(capability: Capability, input: Input): Input | undefined {
  return variations(input).find((other) => accepts(capability, other as Input)) as Input | undefined;
}

/** Each copy differs in one of the values. */
function variations(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return [`${value}x`, `${value.slice(0, -1)}${value.endsWith('Z') ? 'Y' : 'Z'}`];
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Uint8Array) return [Uint8Array.of(...value, 0)];
  if (Array.isArray(value))
    return value.flatMap((child, at) => variations(child).map((other) => value.with(at, other)));
  return Object.entries(value).flatMap(([name, child]) =>
    variations(child).map((other) => ({ ...value, [name]: other })),
  );
}
