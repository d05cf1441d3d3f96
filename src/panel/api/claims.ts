import type { Static } from 'typebox';
import type claimsList from '../../channel/channel.claims.list';
import { usePages } from './queries';
import type { Page } from './types';

type Claims = Static<(typeof claimsList)['result']>;
export type Claim = Claims['items'][number];
export type ClaimReason = Claims['reasons'][number];
export type ClaimsPage = Page<Claim> & Pick<Claims, 'reasons' | 'asOf'>;

/** The marketplace is asked at most once a minute. */
const WATCHING_MS = 30_000;

/** Claims of a marketplace, those whose time ends first. */
export const useClaims = (channel: string, state: string | undefined) =>
  usePages<Claim>(['claims', channel], `/v1/channel/${channel}/claims`, { state }, () => WATCHING_MS);
