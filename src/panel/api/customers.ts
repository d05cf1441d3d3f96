import { useQuery } from '@tanstack/react-query';
import { client } from './client';
import { usePages } from './queries';
import type { Customer, ListedCustomer } from './types';

/** Lists customers, by the query of `account.customers`. */
export const useCustomers = (query: { readonly text?: string; readonly sort?: string }) =>
  usePages<ListedCustomer>(['customers'], '/v1/account/customers', { ...query, total: 'true' });

export const useCustomer = (id: string) =>
  useQuery({
    queryKey: ['customer', id],
    queryFn: ({ signal }) => client.get<Customer>(`/v1/account/customers/${encodeURIComponent(id)}`, {}, signal),
  });
