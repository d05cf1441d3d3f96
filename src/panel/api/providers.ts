import { useQuery } from '@tanstack/react-query';
import { visibleText } from '../../kernel/schema/visible';
import { client } from './client';
import type { Provider } from './types';

const providers = {
  queryKey: ['extensions', 'providers'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    client.get<{ items: readonly Provider[] }>('/v1/account/providers', {}, signal),
};

/** Reads the providers that orders name, with their uses now. Every person of a store may. */
const useProviders = (): readonly Provider[] | undefined => useQuery(providers).data?.items;

/** Finds a provider by its key; undefined before it is known. */
export const useProvider = (key: string): Provider | undefined => useProviders()?.find((each) => each.key === key);

/** The providers that parcels can be booked with now. */
export const useCargoProviders = (): readonly Provider[] =>
  useProviders()?.filter(({ kind, enabled }) => kind === 'cargo' && enabled) ?? [];

/** The marketplaces by whose keys orders are told apart, those that are switched on first. */
export const useMarketplaces = () =>
  useQuery({
    ...providers,
    select: ({ items }) =>
      items
        .filter(({ kind }) => kind === 'channel' || kind === null)
        .toSorted((left, right) => Number(right.enabled) - Number(left.enabled)),
  });

/** Finds the name of an extension by its key. */
export function useExtensionName(): (key: string) => string {
  const all = useProviders();
  return (key) => visibleText(all?.find((each) => each.key === key)?.name ?? key);
}
