import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { Bundle } from '../../design/bundle/bundle';
import type versionGet from '../../design/design.version.get';
import type { versionSchema } from '../../design/version/view';
import { client } from '../api/client';
import { usePages } from '../api/queries';

export type Version = Static<typeof versionSchema>;
export type WholeVersion = Omit<Static<(typeof versionGet)['result']>, 'body'> & { readonly body: Bundle };

export const useVersions = () => usePages<Version>(['design', 'versions'], '/v1/design/versions', {});

/** A version with its body, which never changes. @param seq null: it is not asked for */
export const useVersion = (seq: number | null) =>
  useQuery({
    enabled: seq !== null && seq > 0,
    queryKey: ['design', 'version', seq],
    queryFn: ({ signal }) => client.get<WholeVersion>(`/v1/design/version/${seq}`, {}, signal),
  });

/** The version that shoppers see; undefined: it is not known, or there is none. */
export const useLive = (): Version | undefined =>
  useVersions()
    .data?.pages.flatMap(({ items }) => items)
    .find(({ live }) => live);
