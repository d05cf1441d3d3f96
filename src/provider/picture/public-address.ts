import dns from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** Networks outside the public internet: private, loopback and link-local, those of carriers, of documents and of multicast. */
const reserved = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
  add(reserved, network, 'ipv4');
// Tunnels carry an IPv4 address inside, which nobody has looked at.
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add(reserved, network, 'ipv6');

/** All else of IPv6 is no address of one machine on the internet, those that stand for one of IPv4 among it. */
const global = new BlockList();
add(global, '2000::/3', 'ipv6');

function add(list: BlockList, network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = network.split('/');
  list.addSubnet(address, Number(bits), family);
}

/** True if an address is one of the public internet. */
export const isPublic = (address: string): boolean =>
  isIPv6(address)
    ? global.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
    : !reserved.check(address, 'ipv4');

export class NotPublic extends Error {}

/**
 * Looks a name up as Node does, for whoever connects to what it answers: there is no second look-up between the check and the
 * connection that could answer something else.
 * @throws {NotPublic} by way of its callback, when one of the addresses is not public
 */
export function publicLookup(resolve: typeof dns.lookup = dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublic(address)))
        return callback(new NotPublic('the name leads to an address that is not public'), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
