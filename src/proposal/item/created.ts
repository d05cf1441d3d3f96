import { idsIn } from '../../kernel/database/footprint';
import type { Queryable } from '../../kernel/database/queryable';
import type { Entity } from '../../kernel/declaration/entity';
import { type FieldError, type Problem, Refusal } from '../../kernel/errors';
import { referencesIn } from '../../kernel/table/references';
import { changesCreating, itemsCreating } from '../store';

/** A thing that an item of a proposal creates. As long as only the proposal has it, its identifier tells nobody anything. */
interface Created {
  readonly id: string;
  /** The seq of the proposal's item. */
  readonly item: number;
  readonly title: string | null;
}

interface Within {
  readonly db: Queryable;
  readonly entities: readonly Entity[];
  readonly storeId: string;
  readonly proposalId: string;
}

interface ToldText {
  readonly text: string;
  readonly errors?: readonly FieldError[] | undefined;
}

interface NamedText extends ToldText {
  /** The named things, for programs. */
  readonly facts: { readonly created?: readonly Created[] };
}

/** Names a thing that an item of the proposal creates by that item, e.g. `item 3 (Cezve)`, in a text for people. */
export async function namingCreated(within: Within, told: ToldText): Promise<NamedText> {
  const created = await createdAmong(within, [...idsIn([told.text, told.errors?.map(({ message }) => message)])]);
  if (created.length === 0) return { ...told, facts: {} };
  const called = new Map(
    created.map(({ id, item, title }) => [id, `item ${item}${title === null ? '' : ` (${title})`}`]),
  );
  const ids = new RegExp(`\\b(${[...called.keys()].join('|')})\\b`, 'g');
  const nameCreated = (text: string): string => text.replace(ids, (id) => called.get(id) as string);
  const errors = told.errors?.map((error) => ({ ...error, message: nameCreated(error.message) }));
  return { text: nameCreated(told.text), ...(errors && { errors }), facts: { created } };
}

/** The refusal with the things that items of the proposal create called by these, see {@link namingCreated}. */
export async function refusalNamingCreated(within: Within, { code, detail, options }: Refusal): Promise<Refusal> {
  const { text, errors, facts } = await namingCreated(within, { text: detail, errors: options.errors });
  const { quotesNobody, ...rest } = options;
  return new Refusal(code, text, {
    ...rest,
    ...(errors && { errors }),
    facts: { ...options.facts, ...facts },
    // The title of what is created may be the name of a person.
    ...(quotesNobody && !facts.created && { quotesNobody }),
  });
}

/** The problem with the things that items of the proposal create called by these, see {@link namingCreated}. */
export async function problemNamingCreated(within: Within, problem: Problem): Promise<Problem> {
  const { text: detail, errors, facts } = await namingCreated(within, { text: problem.detail, errors: problem.errors });
  return { ...problem, detail, ...(errors && { errors }), ...facts };
}

async function createdAmong(
  { db, entities, storeId, proposalId }: Within,
  ids: readonly string[],
): Promise<readonly Created[]> {
  if (ids.length === 0) return [];
  const found = await itemsCreating(db, storeId, proposalId, ids);
  const elsewhere = (unknown: readonly string[]) => changesCreating(db, storeId, proposalId, unknown);
  const own = found.map(({ id }) => id);
  const titles = await referencesIn({ entities, changes: [], ids: own }, db, storeId, elsewhere);
  return found.map(({ id, item }) => ({ id, item, title: titles[id] ?? null }));
}
