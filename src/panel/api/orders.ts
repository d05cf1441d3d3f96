import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type anonymize from '../../customer/customer.anonymize';
import type accountOrdersPictures from '../../order/answer/account.orders.pictures';
import { useSession } from '../session/session';
import { client } from './client';
import { readList, usePages } from './queries';
import type { Carrier, ListedOrder, ListedReturn, Order, Return, ReturnsPage, StrayPayment, Today } from './types';

type OrderPictures = Static<(typeof accountOrdersPictures)['result']>;

/** The query of a list of orders, as `orders.list` takes it. */
export interface OrderQuery {
  readonly text?: string;
  readonly payment?: string;
  readonly fulfilment?: string;
  readonly return?: string;
  readonly channel?: string;
  readonly customerId?: string;
  readonly placedSince?: string;
  readonly placedBefore?: string;
  /** The least total, in kuruş. */
  readonly minTotal?: string;
  readonly maxTotal?: string;
  readonly sort?: string;
}

const WATCHING_MS = 10_000;
/** As long as a provider is asked. */
const ASKING_MS = 1_500;

export const useOrders = (query: OrderQuery) =>
  usePages<ListedOrder>(['orders'], '/v1/orders', { ...query, total: 'true' }, () => WATCHING_MS);

/** Reads many orders at once, to act upon all of them. */
export const readOrders = (query: OrderQuery, most: number) => readList<ListedOrder>('/v1/orders', { ...query }, most);

export const useOrder = (id: string) =>
  useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => client.get<Order>(`/v1/orders/${encodeURIComponent(id)}`, {}, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.refunds.some(isAsked) || data?.shipments.some(isAtProvider) ? ASKING_MS : WATCHING_MS,
  });

const isAsked = ({ state, method }: Order['refunds'][number]): boolean =>
  state === 'requested' && method === 'provider';

const isAtProvider = ({ state, extension }: Order['shipments'][number]): boolean =>
  extension !== null && (state === 'booking' || state === 'cancelling');

const PICTURED_MS = 30 * 60_000;

/** Addresses of small pictures of the products of an order, by the ids of the products. */
export function useOrderPictures(orderId: string): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['order', orderId, 'pictures'],
    queryFn: ({ signal }) =>
      client.get<OrderPictures>(`/v1/account/orders/${encodeURIComponent(orderId)}/pictures`, {}, signal),
    staleTime: PICTURED_MS,
  });
  return new Map(data?.pictures.map(({ id, url }) => [id, url]));
}

/** Lists the returns of the shop, newest first. */
export const useReturns = (query: { readonly state?: string; readonly kind?: string; readonly orderId?: string }) =>
  usePages<ListedReturn>(['returns'], '/v1/returns', { ...query, total: 'true' }, () => WATCHING_MS);

/** Reads many returns at once, to act upon all of them. */
export const readReturns = (query: { readonly state?: string }, most: number) =>
  readList<ListedReturn>('/v1/returns', { ...query }, most);

export const useReturn = (id: string) =>
  useQuery({
    queryKey: ['return', id],
    queryFn: ({ signal }) => client.get<Return>(`/v1/returns/${encodeURIComponent(id)}`, {}, signal),
    refetchInterval: WATCHING_MS,
  });

/** The reference table of carriers, which only an upgrade changes. */
const useCarriers = () =>
  useQuery({
    queryKey: ['carriers'],
    queryFn: ({ signal }) => client.get<{ items: Carrier[] }>('/v1/cargo/carriers', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads the names of carriers, by their codes; none before they are known. */
export function useCarrierNames(): Readonly<Record<string, string>> {
  const { data } = useCarriers();
  return Object.fromEntries((data?.items ?? []).map(({ code, label }) => [code, label]));
}

/** Reads the effects that forgetting a customer would have; nothing changes. */
export function useForgetting(customerId: string) {
  const { storeId } = useSession();
  return useQuery({
    queryKey: ['forgetting', customerId],
    queryFn: async () => {
      const command = { storeId, command: 'customer.anonymize', payload: { customerId } };
      const { result } = await client.dryRun<{ result: Static<(typeof anonymize)['result']> }>(command);
      return result;
    },
    gcTime: 0,
  });
}

/** How many returns wait for somebody, by where they stand. */
export const useOpenReturns = () =>
  useQuery({
    queryKey: ['open-returns'],
    queryFn: ({ signal }) => client.get<ReturnsPage>('/v1/returns', { limit: 1 }, signal),
    select: ({ open }) => open,
  });

/** Reads the tasks that wait in the orders, and the sales of the last days. */
export const useToday = () =>
  useQuery({
    queryKey: ['today'],
    queryFn: ({ signal }) => client.get<Today>('/v1/account/today', {}, signal),
  });

/** Payments by card that pay for no order, newest first. */
export const useStrayPayments = () => usePages<StrayPayment>(['stray-payments'], '/v1/account/payments', {});
