/** Where tests turn things on; outside the provider's prefix, without its credentials. */
export const CONTROL_PREFIX = '/__simulator';

/**
 * What can be done, by path below {@link CONTROL_PREFIX} and by method. The body is parsed JSON, undefined when none was sent; a
 * RangeError says in one sentence what is wrong with it.
 */
export type Resources = Readonly<Record<string, Readonly<Record<string, (body: unknown) => unknown>>>>;

export interface ControlAnswer {
  status: number;
  body: unknown;
}

/** Answers a control request. */
export function control(resources: Resources, method: string, path: string, body: unknown): ControlAnswer {
  const resource = resources[path];
  if (!resource) return { status: 404, body: { error: `There is ${Object.keys(resources).join(', ')} here.` } };
  const action = resource[method];
  if (!action) return { status: 405, body: { error: `Only ${Object.keys(resource).join(', ')} work here.` } };
  try {
    return { status: 200, body: action(body) };
  } catch (error) {
    if (error instanceof RangeError) return { status: 400, body: { error: error.message } };
    throw error;
  }
}

/** @throws {RangeError} when it is none, or has other fields */
export function record(value: unknown, name: string, allowed: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RangeError(`${name} must be a JSON object.`);
  }
  const unknown = Object.keys(value).find((field) => !allowed.includes(field));
  if (unknown !== undefined) throw new RangeError(`${name} has no field ${unknown}; it has ${allowed.join(', ')}.`);
  return value as Record<string, unknown>;
}

export const isInteger = (value: unknown): value is number => Number.isInteger(value);
