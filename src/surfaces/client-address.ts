import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import addresses, { type IPv6 } from 'ipaddr.js';

/** Lengths of networks in groups of 16 bits: that of a subscriber, and that of the provider of such networks. */
const NETWORK_GROUPS = 4;
const SITE_GROUPS = 3;

/**
 * The addresses from which requests come. `X-Forwarded-For` is believed as far as trusted proxies wrote it: the last address that is
 * not one of theirs. The caller may have made up all that stands before it.
 */
export class ClientAddresses {
  private readonly trusted = new BlockList();

  /** @param proxies addresses and networks, e.g. `10.0.0.7` or `fd00::/8` */
  constructor(proxies: readonly string[]) {
    for (const proxy of proxies) trust(this.trusted, proxy);
  }

  /** An IPv4 address, or the network of an IPv6 address: whoever has one of its addresses has all of them. */
  of(request: IncomingMessage): string {
    return widened(this.senderOf(request), NETWORK_GROUPS);
  }

  /** As {@link of}, but the network in which an IPv6 address and its neighbours were handed out. */
  siteOf(request: IncomingMessage): string {
    return widened(this.senderOf(request), SITE_GROUPS);
  }

  /** As {@link of}, of the other end of a connection. */
  networkOf(address: string): string {
    return widened(plain(address) ?? address, NETWORK_GROUPS);
  }

  isTrusted(address: string): boolean {
    const known = plain(address);
    return known !== undefined && this.trusted.check(known, isIPv6(known) ? 'ipv6' : 'ipv4');
  }

  /**
   * Finds the sender of a request. An entry of a trusted proxy that is no address, e.g. `unknown`, says nothing: the request is the proxy's
   * own.
   */
  private senderOf(request: IncomingMessage): string {
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    const peer = request.socket.remoteAddress ?? '';
    let address = plain(peer) ?? peer;
    while (forwarded.length > 0 && this.isTrusted(address)) {
      const before = plain((forwarded.pop() as string).trim());
      if (before === undefined) break;
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

/** `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`, as some proxies write them. */
const WITH_PORT = /^(?:\[(?<inBrackets>[^\]]*)\](?::\d+)?|(?<dotted>[\d.]+):\d+)$/;

/**
 * Writes each address in one spelling: a caller has as many ports as it likes, and an IPv6 address as many spellings. Sockets that take
 * both families show IPv4 addresses in IPv6 clothes, which are taken off.
 * @returns undefined for a text that is no address
 */
function plain(written: string): string | undefined {
  const { inBrackets, dotted } = WITH_PORT.exec(written)?.groups ?? {};
  // The zone of a link-local address is a name of the machine that read it.
  const address = (inBrackets ?? dotted ?? written).replace(/%.*$/, '');
  return isIP(address) === 0 ? undefined : addresses.process(address).toString();
}

/** An IPv4 address as it is. @param groups of 16 bits of an IPv6 address */
function widened(address: string, groups: number): string {
  if (!isIPv6(address)) return address;
  const parts = (addresses.parse(address) as IPv6).parts.slice(0, groups);
  return `${parts.map((part) => part.toString(16)).join(':')}::/${groups * 16}`;
}
