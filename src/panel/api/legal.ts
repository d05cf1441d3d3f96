import { useQuery } from '@tanstack/react-query';
import type { Static } from '../../kernel/schema/schema';
import type accountLegalPages from '../../legal/account.legalPages';
import { client, newKey, type ProblemError } from './client';

type LegalPages = Static<(typeof accountLegalPages)['result']>;
export type LegalText = LegalPages['items'][number];

const path = '/v1/account/legal-pages';

/** Texts that the law wants shown, as drafts and as they were confirmed. */
export const useLegalTexts = () =>
  useQuery<readonly LegalText[], ProblemError>({
    queryKey: ['legal'],
    queryFn: async ({ signal }) => (await client.get<LegalPages>(path, {}, signal)).items,
  });

/** @param expectedRev of the text that was seen; 0: none was confirmed */
export const confirmLegalText = (kind: string, text: string, expectedRev: number) =>
  client.write('PUT', `${path}/${kind}`, { query: {}, body: { text }, key: newKey(), rev: expectedRev });

export const withdrawLegalText = (kind: string) => client.delete(`${path}/${kind}`);
