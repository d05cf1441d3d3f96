import { BUNDLE_SCHEMA } from './bundle';

/** Makes a body of one form into the next: it reads nothing but the body. */
type Migration = (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** By the form that it begins with. */
const migrations: Readonly<Record<number, Migration>> = {};

/**
 * Brings a body into the present form, step by step. A body that has it comes back as it was.
 * @returns undefined of a form that this version does not know
 */
export function migrated(body: { readonly schema: number }, steps = migrations, to: number = BUNDLE_SCHEMA): unknown {
  let migrating: Readonly<Record<string, unknown>> = body;
  for (let schema = body.schema; schema < to; schema += 1) {
    const step = steps[schema];
    if (!step) return undefined;
    migrating = { ...step(migrating), schema: schema + 1 };
  }
  return body.schema > to ? undefined : migrating;
}
