import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isOpen } from '../../channel/contract/state';
import { TOTAL_MAX } from '../../kernel/schema/total';
import { recentSince } from '../../mail/kept';
import { client } from './client';
import type { Thing } from './fields';
import { readList, usePages, useRefresh } from './queries';
import type {
  Category,
  ChannelHealth,
  CheckoutSettings,
  Collection,
  Job,
  ListedCollection,
  ListedMedia,
  ListedProduct,
  Listing,
  Mail,
  Page,
  Product,
  StockSettings,
  StoreHealth,
  StoreIdentity,
} from './types';

export type ProductFilter = {
  readonly text?: string;
  readonly status?: string;
  readonly stock?: string;
  readonly sort?: string;
  /** The picture that the products show. */
  readonly mediaId?: string;
  /** The collection to which the products belong. */
  readonly collectionId?: string;
  readonly categoryId?: string;
};

export const useProducts = (filter: ProductFilter) =>
  usePages<ListedProduct>(['products'], '/v1/catalog/products', { ...filter, total: 'true' });

/** Reads many products at once, to act upon all of them. */
export const readProducts = (filter: ProductFilter, most: number) =>
  readList<ListedProduct>('/v1/catalog/products', { ...filter }, most);

export const useProduct = (id: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['product', id],
    queryFn: ({ signal }) => client.get<Product>(`/v1/catalog/products/${encodeURIComponent(id)}`, {}, signal),
    refetchInterval: ({ state }) => (state.data?.media.some(isDrawing) ? DRAWING_MS : false),
  });

/** Lists the collections of the shop, newest first. */
export const useCollections = (filter: { readonly status?: string; readonly text?: string }) =>
  usePages<ListedCollection>(['collections'], '/v1/catalog/collections', { ...filter, total: 'true' });

export const useCollection = (id: string, isWanted = true) =>
  useQuery({
    queryKey: ['collection', id],
    enabled: isWanted,
    queryFn: ({ signal }) => client.get<Collection>(`/v1/catalog/collections/${encodeURIComponent(id)}`, {}, signal),
  });

/** All products of a collection in their order, with their names and pictures. */
export const useMembers = (collectionId: string) =>
  useQuery({
    queryKey: ['products', 'members', collectionId],
    queryFn: async ({ signal }): Promise<readonly Thing[]> => {
      const members: Thing[] = [];
      let cursor: string | null = null;
      do {
        const query = { collectionId, sort: 'position', status: 'all', limit: 100, ...(cursor !== null && { cursor }) };
        const page: Page<ListedProduct> = await client.get('/v1/catalog/products', query, signal);
        for (const { id, title, picture } of page.items) members.push({ id, title, url: picture?.url ?? null });
        cursor = page.nextCursor;
      } while (cursor !== null);
      return members;
    },
  });

const DRAWING_MS = 1_000;
const isDrawing = ({ state }: Pick<ListedMedia, 'state'>): boolean => state === 'processing';

/** Lists the media library, newest first. Files that are being drawn are read again until they are done. */
export const useMedia = (text = '') =>
  usePages<ListedMedia>(['media'], '/v1/media', { total: 'true', text: text === '' ? undefined : text }, (items) =>
    items.some(isDrawing) ? DRAWING_MS : false,
  );

/** Lists the listings of a channel, of one product or of all. */
export const useListings = (channel: string, productId?: string) =>
  usePages<Listing>(
    ['listings', channel],
    `/v1/channel/${encodeURIComponent(channel)}/listings`,
    { productId, total: 'true' },
    () => IDLE_MS,
  );

/** Reads many listings at once, to act upon all of them. */
export const readListings = (channel: string, most: number) =>
  readList<Listing>(`/v1/channel/${encodeURIComponent(channel)}/listings`, {}, most);

/** The categories of all pages: a product may be in one beyond the first. */
export const useCategories = () =>
  useQuery({
    queryKey: ['categories'],
    queryFn: async ({ signal }): Promise<readonly Category[]> => {
      const categories: Category[] = [];
      let cursor: string | null = null;
      do {
        const query = { status: 'all', limit: 100, ...(cursor !== null && { cursor }) };
        const page: Page<Category> = await client.get('/v1/catalog/categories', query, signal);
        categories.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return categories;
    },
    staleTime: 60_000,
  });

/** The number of things that a list has, as far as it was counted. */
export interface Figure {
  readonly count: number;
  /** More things exist than were counted. */
  readonly more: boolean;
}

/** Counts all that a list has, up to TOTAL_MAX. @param path of a list that tells its total */
export const useTotal = (path: string, query: Readonly<Record<string, string>> = {}) =>
  useQuery({
    queryKey: ['figure', 'total', path, query],
    queryFn: ({ signal }) => client.get<Page<unknown>>(path, { ...query, limit: 1, total: 'true' }, signal),
    select: ({ total }): Figure => ({ count: total ?? 0, more: total === TOTAL_MAX }),
  });

const COUNTED_MAX = 100;

/**
 * Counts things of a list that tells no total, or of which not all count. It stops after one page.
 * @param counts which of the items count; all unless it is given
 */
export const useFigure = <Item>(
  path: string,
  query: Readonly<Record<string, string>> = {},
  counts: (item: Item) => boolean = () => true,
) =>
  useQuery({
    queryKey: ['figure', path, query],
    queryFn: ({ signal }) => client.get<Page<Item>>(path, { ...query, limit: COUNTED_MAX }, signal),
    // Older items do not count where one of the newest does not.
    select: ({ items, nextCursor }): Figure => ({
      count: items.filter(counts).length,
      more: nextCursor !== null && items.every(counts),
    }),
  });

const RECENT_JOBS = 20;
const RUNNING_MS = 2_000;
const IDLE_MS = 10_000;

/** The last jobs of each channel, in the order of the channels. */
export const useRecentJobs = (channels: readonly string[]) =>
  useQueries({
    queries: channels.map((channel) => ({
      queryKey: ['recent-jobs', channel],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.get<Page<Job>>(`/v1/channel/${channel}/jobs`, { limit: RECENT_JOBS }, signal),
      refetchInterval: ({ state }: { state: { data?: Page<Job> | undefined } }) =>
        state.data?.items.some(isOpen) ? RUNNING_MS : IDLE_MS,
    })),
  });

/** The health of each channel, in the order of the channels. */
export const useHealths = (channels: readonly string[]) =>
  useQueries({
    queries: channels.map((channel) => ({
      queryKey: ['channel', channel],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.get<ChannelHealth>(`/v1/channel/${channel}/health`, {}, signal),
      refetchInterval: IDLE_MS,
    })),
  });

/** Reads the data of jobs anew once they have ended; while a job runs, its own progress tells enough. */
export function useRefreshAfterJobs(jobs: readonly Job[]): void {
  const refresh = useRefresh();
  const running = jobs.filter(isOpen).length;
  const before = useRef(running);
  useEffect(() => {
    if (running < before.current) void refresh();
    before.current = running;
  });
}

export const useStoreHealth = () =>
  useQuery({
    queryKey: ['store-health'],
    queryFn: ({ signal }) => client.get<StoreHealth>('/v1/store/health', {}, signal),
  });

/** Whether what the store writes is sent; undefined: that is not known yet. */
export const useSendsMails = (): boolean | undefined =>
  useStoreHealth().data?.points.find(({ point }) => point === 'mails')?.done;

/** Mails that were kept within the last days, and wait for an owner to send them. */
export const useKeptMails = () =>
  useFigure<Mail>(
    '/v1/account/mails',
    { state: 'kept' },
    ({ createdAt }) => Date.parse(createdAt) >= recentSince(Date.now()).getTime(),
  );

export const useIdentity = () =>
  useQuery({
    queryKey: ['identity'],
    queryFn: ({ signal }) => client.get<StoreIdentity>('/v1/store/identity', {}, signal),
  });

export const useCheckoutSettings = () =>
  useQuery({
    queryKey: ['checkout-settings'],
    queryFn: ({ signal }) => client.get<CheckoutSettings>('/v1/store/checkout-settings', {}, signal),
  });

export const useStockSettings = () =>
  useQuery({
    queryKey: ['stock-settings'],
    queryFn: ({ signal }) => client.get<StockSettings>('/v1/store/stock-settings', {}, signal),
  });
