import { useQuery } from '@tanstack/react-query';
import type { Static } from '../../kernel/schema/schema';
import type definitionsList from '../../metafield/metafields.definitions.list';
import { client, type ProblemError } from './client';
import { usePages } from './queries';

type FieldsPage = Static<(typeof definitionsList)['result']>;
export type Definition = FieldsPage['items'][number];
export type Target = Definition['target'];

/** The kinds of things that have fields of their own, as a person looks for them. */
export const targets = ['product', 'variant', 'collection', 'store'] as const satisfies readonly Target[];

/** Definitions of custom fields, newest first. */
export const useFields = ({ target }: { readonly target: Target }) =>
  usePages<Definition>(['fields'], '/v1/metafields/definitions', { target, total: 'true' });

export type RemovedField = NonNullable<FieldsPage['removals']>[number];

const REMOVING_MS = 2_000;

/** Deleted fields of whose values some are left, newest first; looked after as long as one is being taken away. */
export const useRemovals = (target: Target) =>
  useQuery<readonly RemovedField[], ProblemError>({
    queryKey: ['fields', 'removals', target],
    queryFn: async ({ signal }) => {
      const page: FieldsPage = await client.get('/v1/metafields/definitions', { target, limit: 1 }, signal);
      return page.removals ?? [];
    },
    refetchInterval: ({ state }) => (state.data?.some(({ givenUp }) => !givenUp) ? REMOVING_MS : false),
  });

const MOST = 100;

/** A thing to which a value refers, as people know it. */
export interface Thing {
  readonly id: string;
  /** The thing's title; null: it has none. */
  readonly title: string | null;
  /** Address of a small picture; null: it has none, or none yet. */
  readonly url: string | null;
}

/** The fields of a thing with what stands in them, and what that refers to, by its id. */
export interface Filled {
  readonly fields: readonly Definition[];
  readonly things: ReadonlyMap<string, Thing>;
}

/** All fields of a thing with what stands in them: a form has all of them or is none. */
export const useFieldsOf = (ownerId: string) =>
  useQuery<Filled, ProblemError>({
    queryKey: ['fields', ownerId],
    queryFn: async ({ signal }) => {
      const fields: Definition[] = [];
      const things = new Map<string, Thing>();
      for (let cursor: string | null = null; ; ) {
        const asked = { ownerId, limit: MOST, cursor };
        const page: FieldsPage = await client.get('/v1/metafields/definitions', asked, signal);
        const { items, references = {}, pictures = [], nextCursor } = page;
        fields.push(...items);
        const urls = new Map(pictures.map(({ id, url }) => [id, url]));
        for (const id of [...Object.keys(references), ...urls.keys()])
          things.set(id, { id, title: references[id] ?? null, url: urls.get(id) ?? null });
        cursor = nextCursor;
        if (cursor === null) return { fields: fields.toReversed(), things };
      }
    },
  });

/** All definitions, by their ids: a change names fields of anything. */
export const useDefinitions = (isAsked: boolean) =>
  useQuery<ReadonlyMap<string, Definition>, ProblemError>({
    queryKey: ['fields', 'all'],
    queryFn: async ({ signal }) => {
      const all = new Map<string, Definition>();
      for (let cursor: string | null = null; ; ) {
        const page: FieldsPage = await client.get('/v1/metafields/definitions', { limit: MOST, cursor }, signal);
        for (const definition of page.items) all.set(definition.id, definition);
        cursor = page.nextCursor;
        if (cursor === null) return all;
      }
    },
    enabled: isAsked,
  });

/** Counts the values that would go with a field. */
export const useValuesIn = ({ id, rev }: Definition, storeId: string) =>
  useQuery<number, ProblemError>({
    queryKey: ['fields', 'values', id, rev],
    queryFn: async () => {
      const payload = { definitionId: id, expectedRev: rev };
      const call = { storeId, command: 'metafield.definition.delete', payload };
      const { result } = await client.dryRun<{ result: { values: number } }>(call);
      return result.values;
    },
    gcTime: 0,
  });
