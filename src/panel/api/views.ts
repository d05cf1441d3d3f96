import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type accountViews from '../../account/account.views';
import { client, newKey } from './client';

export type KeptViews = Static<(typeof accountViews)['result']>;
/** The lists of which a person keeps views and columns. */
export type ViewedList = keyof KeptViews;
export type ListViews = KeptViews[ViewedList];
export type ListView = ListViews['views'][number];

export const viewsKey = ['views'];
const path = '/v1/account/views';

export const readViews = (signal?: AbortSignal) => client.get<KeptViews>(path, {}, signal);

export const writeViews = (list: ViewedList, kept: ListViews) => client.put(`${path}/${list}`, kept, newKey());

export const useViews = () => useQuery({ queryKey: viewsKey, queryFn: ({ signal }) => readViews(signal) });
