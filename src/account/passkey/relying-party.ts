import { isIP } from 'node:net';
import type { Services } from '../../kernel/declaration/services';
import { refuse } from '../../kernel/errors';

/** Setting of the address at which people open the panel; empty: nobody has stated it. */
export type PublicAddress = Pick<Services['settings'], 'publicUrl'>;

/** The site that passkeys are made for: browsers and authenticators use them nowhere else. */
export interface RelyingParty {
  /** The name of the host, without a port. */
  readonly id: string;
  /** The only origin whose pages may use them; null: each port of this machine, since nobody has stated the address. */
  readonly origin: string | null;
}

const LOCAL = 'localhost';

/**
 * Derives the site from the public address of the panel alone: what a request says of its host decides nothing. Browsers know passkeys
 * behind https and on this machine, and under a name: an IP address has none.
 * @returns undefined where the address can have no passkeys
 */
export function relyingPartyOf({ publicUrl }: PublicAddress): RelyingParty | undefined {
  if (!publicUrl) return { id: LOCAL, origin: null };
  if (!URL.canParse(publicUrl)) return undefined;
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isNamed && (protocol === 'https:' || hostname === LOCAL) ? { id: hostname, origin } : undefined;
}

/** @throws {Refusal} passkeys_unavailable */
export const assertRelyingParty = (settings: PublicAddress): RelyingParty =>
  relyingPartyOf(settings) ??
  refuse('passkeys_unavailable', 'The panel has no name behind https, so browsers keep no passkey for it.', {
    facts: { address: settings.publicUrl },
  });

/** Tells the origin that an answer must come from. @param clientData as the browser has signed it, in base64url */
export function originFor({ origin }: RelyingParty, clientData: string): string {
  if (origin !== null) return origin;
  const stated = originIn(clientData);
  return /^http:\/\/localhost(:\d+)?$/.test(stated) ? stated : `http://${LOCAL}`;
}

function originIn(clientData: string): string {
  try {
    const { origin } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as {
      readonly origin?: unknown;
    };
    return typeof origin === 'string' ? origin : '';
  } catch {
    return '';
  }
}
