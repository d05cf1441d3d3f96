import type { IncomingHttpHeaders } from 'node:http';

/** A provider call that a simulator understands. */
export interface Endpoint {
  /** `METHOD /path/with/{placeholders}` below the provider's prefix; limits and counts go by it. */
  name: string;
  method: string;
  pattern: RegExp;
  /** Of an answer that is no refusal. */
  status: number;
  /** @throws {Refused} */
  answer(call: Call): unknown;
}

export interface Call {
  query: URLSearchParams;
  /** Placeholders of the path, decoded. */
  path: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** As it was sent; empty when none was. */
  body: Buffer<ArrayBuffer>;
}

/** @param name as {@link Endpoint.name} @param answer may promise what it answers */
export function endpoint(name: string, answer: (call: Call) => unknown, status = 200): Endpoint {
  const [method = '', template = ''] = name.split(' ');
  return { name, method, status, pattern: new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`), answer };
}

export interface Match {
  /** Undefined when no endpoint has this path and method. */
  endpoint: Endpoint | undefined;
  path: Record<string, string>;
  /** Methods that the path knows; empty for an unknown path. */
  allowed: string[];
}

/** @param pathname undefined when it is not below the provider's prefix */
export function match(table: readonly Endpoint[], method: string, pathname: string | undefined): Match {
  const samePath = table.filter(({ pattern }) => pathname !== undefined && pattern.test(pathname));
  const found = samePath.find((candidate) => candidate.method === method);
  const groups = (found ?? samePath[0])?.pattern.exec(pathname ?? '')?.groups ?? {};
  const path = Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decoded(value)]));
  return { endpoint: found, path, allowed: samePath.map((candidate) => candidate.method) };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
