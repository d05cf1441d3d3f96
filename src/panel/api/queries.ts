import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isOpen } from '../../channel/contract/state';
import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import { wholeProposal } from '../../proposal/pages';
import { client, type ProblemError } from './client';
import type {
  Activity,
  AuditRow,
  ChannelHealth,
  Commands,
  Extension,
  ExtensionOps,
  Folder,
  Item,
  Job,
  JobDetail,
  ListedSession,
  Mail,
  Owner,
  OwnStore,
  Page,
  Passkey,
  Proposal,
  ProposalDetail,
  ScopeRow,
  SecondFactor,
  Token,
  Upload,
  Webhook,
  WebhookAddresses,
  Whoami,
  Workspace,
  WorkspaceFile,
} from './types';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ProblemError;
  }
}

const PAGE = 50;
const APPLYING_MS = 600;
const WATCHING_MS = 5_000;

/**
 * A list by pages; `refetchInterval` fetches the loaded pages again. How many there are is asked for with the first alone.
 * @param limit items of a page
 */
export function usePages<Item>(
  key: readonly unknown[],
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  intervalOf: (items: readonly Item[]) => number | false = () => false,
  limit = PAGE,
) {
  return useInfiniteQuery({
    queryKey: [...key, query],
    queryFn: ({ pageParam, signal }) => {
      const asked = { ...query, total: pageParam === null ? query.total : undefined };
      return client.get<Page<Item>>(path, { ...asked, limit, cursor: pageParam }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: ({ state }) => intervalOf(state.data?.pages.flatMap(({ items }) => items) ?? []),
    placeholderData: answerBefore(key),
  });
}

/** Most items of a page that is read for many at once, and not to be shown. */
const LONG_PAGE = 100;

/** Reads a list from its beginning, as far as it goes. @param most items that are wanted */
export async function readList<Item>(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  most: number,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await client.get<Page<Item>>(path, { ...query, limit: LONG_PAGE, cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < most);
  return items.slice(0, most);
}

/**
 * Shows the answer of before while another one comes, where both are of the same thing: the jobs of one marketplace never stand under the
 * name of another one. @param subject the beginning that both keys have
 */
export const answerBefore =
  (subject: readonly unknown[]) =>
  <T>(previous: T | undefined, query?: { readonly queryKey: readonly unknown[] }): T | undefined =>
    subject.every((part, at) => query?.queryKey[at] === part) ? previous : undefined;

export const useProposals = (state: string | undefined) =>
  usePages<Proposal>(['proposals'], '/v1/proposals', { state, total: 'true' }, (items) =>
    items.some((proposal) => proposal.state === 'applying') ? APPLYING_MS : WATCHING_MS,
  );

/** Tells whether a proposal has more items than one page shows at once: a bulk act of many things. */
export const isLarge = ({ items }: Pick<Proposal, 'items'>): boolean => items.total > PROPOSAL_ITEMS_MAX;

/** Reads a proposal with all of its items. A large one comes with few of them, see {@link useItems}. */
export function useProposal(id: string) {
  const queries = useQueryClient();
  const queryKey = ['proposal', id];
  const path = `/v1/proposals/${encodeURIComponent(id)}`;
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const known = queries.getQueryData<ProposalDetail>(queryKey);
      if (known && isLarge(known)) return client.get<ProposalDetail>(path, { limit: 1 }, signal);
      return wholeProposal((page) => client.get<ProposalDetail>(path, page, signal), PROPOSAL_ITEMS_MAX);
    },
    refetchInterval: ({ state: { data } }) =>
      isMoving(data) ? APPLYING_MS : isOver(data?.state) ? false : WATCHING_MS,
  });
}

/** The part of a large proposal's items that its reader looks at. */
export interface ItemsShown {
  /** The item with which the list begins. */
  readonly from?: string | undefined;
  readonly state?: Item['state'] | undefined;
}

/** Reads the items of a large proposal page by page, anew whenever the proposal comes to another state. */
export const useItems = ({ id, state }: Pick<ProposalDetail, 'id' | 'state'>, shown: ItemsShown) =>
  useInfiniteQuery({
    queryKey: ['proposal items', id, state, shown],
    queryFn: ({ pageParam, signal }) =>
      client.get<ProposalDetail>(
        `/v1/proposals/${encodeURIComponent(id)}`,
        { ...shown, limit: PROPOSAL_ITEMS_MAX, cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnWindowFocus: false,
    placeholderData: answerBefore(['proposal items', id]),
  });

/**
 * Reads the effects that a proposal would have by now. The server runs all of it on trial for that: it is asked when the review is opened
 * and whenever the proposal has moved, not as long as it is watched.
 */
export const useReview = ({ id, rev }: Pick<ProposalDetail, 'id' | 'rev'>, isAwaited: boolean) =>
  useQuery({
    queryKey: ['review', id, rev],
    queryFn: ({ signal }) =>
      client.get<ProposalDetail>(`/v1/proposals/${encodeURIComponent(id)}`, { fresh: 'true', limit: 1 }, signal),
    select: ({ review, rev: reviewed }) => (reviewed === rev ? review : null),
    enabled: isAwaited,
    // One that was opened before is no longer true.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/**
 * Reads all effects that one item would have now: a review cuts those that are too heavy. null: it waits no more, or has the recorded ones.
 * @param shown of the review that it is shown in
 */
export const useWholePreview = (
  proposalId: string,
  shown: { readonly itemId: string; readonly hash: string },
  isAsked: boolean,
) =>
  useQuery({
    queryKey: ['whole', proposalId, shown.itemId, shown.hash],
    queryFn: async ({ signal }) => {
      const path = `/v1/proposals/${encodeURIComponent(proposalId)}`;
      const query = { fresh: 'true', limit: 1, whole: shown.itemId };
      const { review } = await client.get<ProposalDetail>(path, query, signal);
      return review?.items.find(({ itemId }) => itemId === shown.itemId)?.preview ?? null;
    },
    enabled: isAsked,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

/** Has the server work a review out anew. */
export function useRefetchReview(proposalId: string): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: ['review', proposalId] }), [queries, proposalId]);
}

/** It is being applied, or the calls of a bulk act are being recorded. */
const isMoving = (proposal: Pick<Proposal, 'state' | 'token'> | undefined): boolean =>
  proposal?.state === 'applying' || (proposal?.state === 'open' && proposal.token.kind === 'owner');

const isOver = (state: Proposal['state'] | undefined): boolean =>
  state === 'applied' || state === 'rejected' || state === 'withdrawn';

/** @param filter '' of a part: any; without it, all */
export const useJobs = (channel: string, { kind, state } = { kind: '', state: '' }) =>
  usePages<Job>(
    ['jobs', channel],
    `/v1/channel/${channel}/jobs`,
    { total: 'true', ...(kind && { kind }), ...(state && { state }) },
    (items) => (items.some(isOpen) ? 1_000 : WATCHING_MS),
  );

export const useJob = (channel: string, id: string, enabled: boolean) =>
  useQuery({
    queryKey: ['job', channel, id],
    queryFn: ({ signal }) => client.get<JobDetail>(`/v1/channel/${channel}/jobs/${id}`, {}, signal),
    enabled,
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? 2_000 : false),
  });

const extensions = {
  queryKey: ['extensions'],
  queryFn: ({ signal }: { signal: AbortSignal }) => client.get<{ items: Extension[] }>('/v1/extensions', {}, signal),
};

/** Lists the extensions, installed ones first. */
export const useExtensions = () =>
  useQuery({
    ...extensions,
    select: ({ items }) =>
      items.toSorted((left, right) => Number(right.installed !== null) - Number(left.installed !== null)),
  });

/** Reads the addresses at which providers of installed extensions tell the shop things. */
export const useWebhookAddresses = () =>
  useQuery({
    queryKey: ['extensions', 'webhook-addresses'],
    queryFn: ({ signal }) => client.get<WebhookAddresses>('/v1/account/webhooks/addresses', {}, signal),
    select: ({ items }) => items,
  });

/** Reads the uses of an extension, and the things that it lacks for each now. */
export const useExtensionOps = (key: string) =>
  useQuery({
    queryKey: ['extensions', key, 'ops'],
    queryFn: ({ signal }) => client.get<ExtensionOps>(`/v1/extensions/${key}/ops`, {}, signal),
  });

/** The extensions that reach a marketplace; one that is switched on comes first. */
export const useChannels = () =>
  useQuery({
    ...extensions,
    select: ({ items }) =>
      items
        .filter(({ kind, available }) => kind === 'channel' || !available)
        .toSorted(
          (left, right) => Number(right.installed?.enabled ?? false) - Number(left.installed?.enabled ?? false),
        ),
  });

export const useChannelHealth = (channel: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['channel', channel],
    queryFn: ({ signal }) => client.get<ChannelHealth>(`/v1/channel/${channel}/health`, {}, signal),
    refetchInterval: WATCHING_MS,
  });

/** Whether nobody can log in yet. */
export const useSetup = () =>
  useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => client.get<{ awaited: boolean }>('/v1/auth/setup', {}, signal),
    staleTime: 60_000,
    refetchOnMount: 'always',
  });

export const useTokens = () => usePages<Token>(['tokens'], '/v1/tokens', {}, () => 15_000);

export const useScopes = () =>
  useQuery({
    queryKey: ['scopes'],
    queryFn: ({ signal }) => client.get<{ items: ScopeRow[] }>('/v1/scopes', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The address of the meanings, which the page names as it is served: browsers keep them until there are others. */
const meaningsAddress = (): string => {
  const named = document.querySelector<HTMLMetaElement>('meta[name=meanings]')?.content ?? '';
  return named.startsWith('/') ? named : '/panel/meanings.json';
};

/** The payloads of commands, and what is declared of what they change. */
export const commandsQuery = {
  queryKey: ['commands'],
  queryFn: () => client.get<Commands>(meaningsAddress()),
  staleTime: Number.POSITIVE_INFINITY,
};

export const useCommands = () => useQuery(commandsQuery);

export interface AuditFilter {
  readonly id?: string;
  readonly entity?: string;
  readonly actor?: string;
  readonly command?: string;
  readonly outcome?: string;
  readonly from?: string;
  readonly until?: string;
}

export const useAudit = (filter: AuditFilter) => usePages<AuditRow>(['audit'], '/v1/audit', { ...filter });

/** Lists the messages that providers have sent by themselves, newest first. */
export const useWebhooks = () => usePages<Webhook>(['webhooks'], '/v1/account/webhooks', {}, () => WATCHING_MS);

export const useMails = () => usePages<Mail>(['mails'], '/v1/account/mails', {}, () => WATCHING_MS);

export const useWorkspaces = () => usePages<Workspace>(['workspaces'], '/v1/workspaces', {}, () => WATCHING_MS);

const inWorkspace = (ws: string): string => `/v1/workspaces/${encodeURIComponent(ws)}`;

export const useActivity = (ws: string) =>
  usePages<Activity>(['workspaces', ws, 'activity'], `${inWorkspace(ws)}/activity`, {}, () => WATCHING_MS, 20);

/** A folder of a sandbox. To look wakes one that rests, so nobody looks again by himself. */
export const useFolder = (ws: string, path: string) =>
  useQuery({
    queryKey: ['folder', ws, path],
    queryFn: ({ signal }) => client.get<Folder>(`${inWorkspace(ws)}/files`, { path }, signal),
    retry: false,
  });

export const useWorkspaceFile = (ws: string, path: string) =>
  useQuery({
    queryKey: ['file', ws, path],
    queryFn: ({ signal }) => client.get<WorkspaceFile>(`${inWorkspace(ws)}/file`, { path }, signal),
    retry: false,
  });

export const useSessions = () => usePages<ListedSession>(['sessions'], '/v1/account/sessions', {});

export const useStores = () => usePages<OwnStore>(['stores'], '/v1/account/stores', {});

export const useOwners = () => usePages<Owner>(['owners'], '/v1/account/owners', {});

/** The second step of the owner's log-in. */
export const useSecondFactor = () =>
  useQuery({
    queryKey: ['secondFactor'],
    queryFn: ({ signal }) => client.get<SecondFactor>('/v1/account/second-factor', {}, signal),
  });

/** All passkeys of the owner's log-in: it has twenty at most. */
export const usePasskeys = (enabled = true) =>
  useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => client.get<Page<Passkey>>('/v1/account/passkeys', {}, signal),
    enabled,
  });

/** The store that the session is of. */
export const useWhoami = () =>
  useQuery({
    queryKey: ['whoami'],
    queryFn: ({ signal }) => client.get<Whoami>('/v1/tokens/me', {}, signal),
  });

export const useUploads = () => usePages<Upload>(['uploads'], '/v1/account/uploads', {}, () => WATCHING_MS);

/** Keys of queries that stay: facts that the API keeps and does not change by itself, and plans, which show the decided version. */
const LASTING = new Set<unknown>(['session', 'scopes', 'commands', 'undo', 'edit']);

/** Everything on the screen is asked for again: after a change, all of it may have moved. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => !LASTING.has(queryKey[0]) });
}

/** Every answer but the session's is dropped, and asked for again where it is on the screen. */
export function useForget(): () => void {
  const queries = useQueryClient();
  return () => void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}
