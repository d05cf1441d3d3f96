import { useQuery } from '@tanstack/react-query';
import type accountImports from '../../bulk/account.imports';
import type { Static } from '../../kernel/schema/schema';
import { client, type ProblemError } from './client';

type ImportsPage = Static<(typeof accountImports)['result']>;
export type ProductImport = ImportsPage['items'][number];

/** The newest imports of products that may be taken back. */
export const useImports = () =>
  useQuery<readonly ProductImport[], ProblemError>({
    queryKey: ['imports'],
    queryFn: async ({ signal }) => (await client.get<ImportsPage>('/v1/account/imports', {}, signal)).items,
  });
