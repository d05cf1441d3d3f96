import { isId, type TSchema } from '../schema/schema';
import { fieldsNamed, type Node } from '../schema/walk';

/**
 * The one thing with a rev that a call changes. A call may state the rev of it, and is found by it. Without a subject there is
 * nothing that a stated rev could be held against, so it is refused.
 */
export interface Subject {
  /** The word under which its changes are recorded. */
  readonly entity: string;
  /** Where the payload names it, or a part of it: names joined by slashes, e.g. `productId`, `params/prp`. Left out: a store has one of it. */
  readonly field?: string;
  /** There may be none yet: who saw that states rev 0 of it. */
  readonly optional?: true;
}

/** See {@link Subject}. Of what is declared as an aggregate, by its `by`. */
export const subject = (entity: string, field?: string): Subject => ({
  entity,
  ...(field === undefined ? {} : { field }),
});

/** The {@link Subject} of which a store has one, or none yet. */
export const soleSubject = (entity: string): Subject => ({ entity, optional: true });

interface Subjected {
  readonly payload?: TSchema;
  readonly subject?: Subject;
}

/** @param payload that fits its schema @returns what its subject is called there */
export function subjectIn({ subject }: Pick<Subjected, 'subject'>, payload: unknown): string[] {
  const name = subject?.field === undefined ? undefined : named(payload, subject.field);
  return name === undefined ? [] : [name];
}

/** What a payload calls something. @param field names joined by slashes @returns undefined when it does not name it */
export function named(payload: unknown, field: string): string | undefined {
  const name = field
    .split('/')
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[key], payload);
  return typeof name === 'string' ? name : undefined;
}

/** More than these are not kept of a call that it did not change: nobody may fill the log with names. */
const IDS_MAX = 20;

/** The identifiers that stand where the schema has one, at most {@link IDS_MAX}. The payload need not fit the schema. */
export function idsNamed(schema: Node | undefined, payload: unknown): string[] {
  const found = new Set<string>();
  if (schema) collect(schema, payload, found);
  return [...found];
}

function collect(schema: Node, value: unknown, found: Set<string>): void {
  if (found.size >= IDS_MAX) return;
  const { anyOf = [], items, pattern } = schema;
  for (const choice of anyOf) collect(choice, value, found);
  if (typeof value === 'string') {
    if (isId(schema) && new RegExp(pattern as string).test(value)) found.add(value);
  } else if (Array.isArray(value)) {
    if (items) for (const item of value) collect(items, item, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value))
      for (const field of fieldsNamed(schema, name)) collect(field, child, found);
  }
}

/** What a call is found by whatever became of it: its subject, and all else that it names by an identifier. */
export const namedBy = (mutation: Subjected, payload: unknown): string[] => [
  ...new Set([...subjectIn(mutation, payload), ...idsNamed(mutation.payload, payload)]),
];
