import { useQuery } from '@tanstack/react-query';
import type { Static } from '../../kernel/schema/schema';
import type definitionsList from '../../metafield/metafields.definitions.list';
import { client, type ProblemError } from './client';
import { usePages } from './queries';
import type { Page } from './types';

export type Definition = Static<(typeof definitionsList)['result']>['items'][number];
export type Target = Definition['target'];

/** What has fields of its own, as a person looks for it. */
export const targets = ['product', 'variant', 'collection', 'store'] as const satisfies readonly Target[];

/** Definitions of custom fields, newest first. */
export const useFields = ({ target }: { readonly target: Target }) =>
  usePages<Definition>(['fields'], '/v1/metafields/definitions', { target, total: 'true' });

const MOST = 100;

/** All fields of a thing with what stands in them: a form has all of them or is none. */
export const useFieldsOf = (ownerId: string) =>
  useQuery<Definition[], ProblemError>({
    queryKey: ['fields', ownerId],
    queryFn: async ({ signal }) => {
      const all: Definition[] = [];
      for (let cursor: string | null = null; ; ) {
        const asked = { ownerId, limit: MOST, cursor };
        const page: Page<Definition> = await client.get('/v1/metafields/definitions', asked, signal);
        all.push(...page.items);
        cursor = page.nextCursor;
        if (cursor === null) return all.toReversed();
      }
    },
  });

/** What would go with a field. */
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
