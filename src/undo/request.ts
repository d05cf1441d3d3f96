import type { Inverse } from '../kernel/trace/recorder';

/** The route of an inverse that the envelope does not know, and the places of its fields. */
export interface InverseDoor {
  readonly method: string;
  readonly path: string;
  /** Fields of the payload by their names in the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly string[];
}

/** An inverse as it is sent to its route. */
export interface InverseRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The body of the request; undefined: it has none. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly rev: number | undefined;
}

export function requestOf({ payload }: Inverse, { method, path, params, query }: InverseDoor): InverseRequest {
  const { expectedRev, ...fields } = payload as Readonly<Record<string, unknown>> & { readonly expectedRev?: number };
  const elsewhere = new Set([...Object.values(params), ...query]);
  const rest = Object.entries(fields).filter(([field]) => !elsewhere.has(field));
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[params[name] ?? name]))),
    query: Object.fromEntries(
      query.flatMap((field) => (fields[field] === undefined ? [] : [[field, String(fields[field])]])),
    ),
    body: method === 'DELETE' && rest.length === 0 ? undefined : Object.fromEntries(rest),
    rev: expectedRev,
  };
}
