import type { HostPattern } from '../kernel/process/host-pattern';

/** The meaning of a host name. */
export type Host =
  | { readonly shows: 'shop' | 'preview'; readonly slug: string }
  | { readonly shows: 'shop'; readonly storeId: string };

interface HostSettings {
  readonly storefrontUrl: HostPattern;
  readonly previewUrl: HostPattern;
  /** Stores by further hosts of theirs. */
  readonly storefrontHosts: ReadonlyMap<string, string>;
}

const HOST = /^([a-z0-9.-]{1,253})(?::\d{1,5})?$/;
/** A label of a host name, as stores have them. */
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** @param header the Host that a request states @returns its name in small letters, without port and last dot; undefined: it is none */
export function hostnameIn(header: string | undefined): string | undefined {
  const [, name] = HOST.exec((header ?? '').toLowerCase()) ?? [];
  return name?.replace(/\.$/, '');
}

/** @returns undefined of a name that no shop can have */
export function hostOf(hostname: string, settings: HostSettings): Host | undefined {
  const storeId = settings.storefrontHosts.get(hostname);
  if (storeId !== undefined) return { shows: 'shop', storeId };
  for (const [shows, pattern] of [
    ['preview', settings.previewUrl],
    ['shop', settings.storefrontUrl],
  ] as const) {
    const slug = pattern.nameIn(hostname);
    if (slug !== undefined && SLUG.test(slug)) return { shows, slug };
  }
  return undefined;
}
