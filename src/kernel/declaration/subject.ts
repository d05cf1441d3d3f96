import { isId, isIdOf, isObjectName, type TSchema } from '../schema/schema';
import { type Node, standingIn } from '../schema/walk';

/**
 * The one thing with a rev that a call changes. A call may state the rev of it, and is found by it. Without a subject there is
 * nothing that a stated rev could be held against, so it is refused.
 */
export interface Subject {
  /** The word under which its changes are recorded. */
  readonly entity: string;
  /** Place at which the payload names it, or a part of it: names joined by slashes, e.g. `productId`, `params/prp`. Left out: a store has one of it. */
  readonly field?: string;
  /** True when the subject may not be there yet: a caller who has seen that states rev 0. */
  readonly optional?: true;
  /** A call states the rev that its caller has seen, or is refused: nobody writes over what he has not read. */
  readonly required?: true;
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

/** @param payload a payload that fits its schema @returns the names of its subject */
export function subjectIn({ subject }: Pick<Subjected, 'subject'>, payload: unknown): string[] {
  const name = subject?.field === undefined ? undefined : nameIn(payload, subject.field);
  return name === undefined ? [] : [name];
}

/** Reads the name that a payload gives something. @param field names joined by slashes @returns undefined when it does not name it */
export function nameIn(payload: unknown, field: string): string | undefined {
  const name = field
    .split('/')
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[key], payload);
  return typeof name === 'string' ? name : undefined;
}

/**
 * The identifiers of things that stand where the schema has one, each once. Stored bytes are no thing. The payload need not fit the schema.
 * @param most when there are as many, the rest is not looked for
 */
export const idsNamed = (schema: Node | undefined, payload: unknown, most = Number.POSITIVE_INFINITY): string[] =>
  namesAt(schema, payload, (node) => isId(node) && !isObjectName(node), most);

/** Collects the ids of one kind, e.g. the names of stored bytes. @param prefix the prefix of these ids */
export const idsOfKind = (prefix: string, schema: Node | undefined, payload: unknown): string[] =>
  namesAt(schema, payload, (node) => isIdOf(node, prefix)).filter((name) => name.startsWith(`${prefix}_`));

const forms = new Map<string, RegExp>();

/** Compiles a pattern of identifiers once. There are few, and to compile one costs more than to test it. */
function formOf(pattern: string): RegExp {
  const form = forms.get(pattern) ?? new RegExp(pattern);
  forms.set(pattern, form);
  return form;
}

function namesAt(
  schema: Node | undefined,
  payload: unknown,
  isNaming: (node: Node) => boolean,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const found = new Set<string>();
  for (const [node, value] of schema ? standingIn(schema, payload) : []) {
    if (found.size >= most) break;
    if (typeof value === 'string' && isNaming(node) && formOf(node.pattern as string).test(value)) found.add(value);
  }
  return [...found];
}
