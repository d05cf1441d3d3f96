import { isIP } from 'node:net';
import { ConfigError } from '../../kernel/declaration/setting';
import { isPublic } from './public-address';

/**
 * A host from which pictures may be fetched. A name alone is asked over https, and only at public addresses: a change of the name's address
 * leads nobody into the operator's network. An origin is the operator's word for that one place, wherever it is.
 */
export interface PictureHost {
  /** The host as `https://name`, or its origin. */
  readonly origin: string;
  readonly trusted: boolean;
}

/** Reads the setting of a provider: names of hosts and origins with commas between them. */
export function pictureHosts(raw: string): readonly PictureHost[] {
  if (raw.trim() === 'none') return [];
  return raw
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(hostOf);
}

function hostOf(entry: string): PictureHost {
  if (/^https?:\/\//.test(entry)) {
    const origin = URL.canParse(entry) ? new URL(entry).origin : undefined;
    if (origin !== entry.toLowerCase()) throw wrong();
    return { origin, trusted: true };
  }
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(entry) || isIP(entry) !== 0) throw wrong();
  return { origin: `https://${entry.toLowerCase()}`, trusted: false };
}

const wrong = (): ConfigError =>
  new ConfigError(
    'must be `none`, or names of hosts and origins with commas between them, e.g. cdn.example.com, http://127.0.0.1:4010',
  );

/** The sign for a missing list of hosts: all of the public internet, and nothing else. */
export const ANYWHERE: unique symbol = Symbol('anywhere');

export type PictureHosts = readonly PictureHost[] | typeof ANYWHERE;

/** The host of an address, if pictures may be fetched there. */
export function allowedHost(hosts: PictureHosts, address: string): PictureHost | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, protocol, hostname, username, password } = new URL(address);
  if (username || password) return undefined;
  if (hosts !== ANYWHERE) return hosts.find((host) => host.origin === origin);
  // An address of digits is looked up by nobody.
  const digits = hostname.replace(/^\[(.*)\]$/, '$1');
  const leadsOut = isIP(digits) === 0 || isPublic(digits);
  return leadsOut && /^https?:$/.test(protocol) ? { origin, trusted: false } : undefined;
}
