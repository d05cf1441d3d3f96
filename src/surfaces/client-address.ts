import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** Of 16 bits each: what a subscriber has, and what whoever hands out such networks has. */
const NETWORK_GROUPS = 4;
const SITE_GROUPS = 3;

/**
 * Where requests come from. `X-Forwarded-For` is believed as far as trusted proxies wrote it: the last address that is
 * not one of theirs. Whatever stands before it may have been made up by the caller.
 */
export class ClientAddresses {
  private readonly trusted = new BlockList();

  /** @param proxies addresses and networks, e.g. `10.0.0.7` or `fd00::/8` */
  constructor(proxies: readonly string[]) {
    for (const proxy of proxies) trust(this.trusted, proxy);
  }

  /** An IPv4 address, or the network of an IPv6 address: whoever has one of its addresses has all of them. */
  of(request: IncomingMessage): string {
    return this.networkOf(this.senderOf(request));
  }

  /** As {@link of}, but the network in which an IPv6 address and its neighbours were handed out. */
  siteOf(request: IncomingMessage): string {
    return widened(this.senderOf(request), SITE_GROUPS);
  }

  /** As {@link of}, of the other end of a connection. */
  networkOf(address: string): string {
    return widened(plain(address), NETWORK_GROUPS);
  }

  isTrusted(address: string): boolean {
    const family = isIPv6(plain(address)) ? 'ipv6' : 'ipv4';
    return this.trusted.check(plain(address), family);
  }

  private senderOf(request: IncomingMessage): string {
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    let address = plain(request.socket.remoteAddress ?? '');
    while (forwarded.length > 0 && this.isTrusted(address)) {
      const before = plain((forwarded.pop() as string).trim());
      if (before === '') break;
      address = before;
    }
    return address;
  }
}

/** @throws when it is neither an address nor a network */
export function trust(list: BlockList, proxy: string): void {
  const [address = '', bits] = proxy.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

/** Sockets that take both families show IPv4 addresses in IPv6 clothes. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** An IPv4 address as it is. @param groups of 16 bits of an IPv6 address */
function widened(address: string, groups: number): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const all = [...left, ...Array<string>(missing).fill('0'), ...right];
  return `${all.slice(0, groups).join(':')}::/${groups * 16}`;
}
