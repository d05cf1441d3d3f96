import type { Socket } from 'node:net';
import type { ClientAddresses } from './client-address';

export interface ConnectionBounds {
  readonly connectionsMax: number;
  /** Limit of the connections of one network that is no trusted proxy. */
  readonly connectionsPerAddressMax: number;
}

/** The open connections of a server. Few callers cannot take all of them: who holds the most makes room for who holds less. */
export class Connections {
  private readonly open = new Set<Socket>();
  /** Connections that no trusted proxy opened; each network's own in the order in which they came. */
  private readonly byNetwork = new Map<string, Set<Socket>>();

  constructor(
    private readonly addresses: ClientAddresses,
    private readonly bounds: ConnectionBounds,
  ) {}

  get all(): readonly Socket[] {
    return [...this.open];
  }

  /** Keeps the connection, or ends it at once when there is no place for it. */
  admit(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const network = this.addresses.isTrusted(address) ? undefined : this.addresses.networkOf(address);
    if (!this.hasPlaceFor(network)) {
      socket.destroy();
      return;
    }
    this.open.add(socket);
    if (network !== undefined) this.byNetwork.set(network, (this.byNetwork.get(network) ?? new Set()).add(socket));
    socket.once('close', () => this.forget(socket, network));
  }

  private hasPlaceFor(network: string | undefined): boolean {
    const held = network === undefined ? 0 : (this.byNetwork.get(network)?.size ?? 0);
    if (held >= this.bounds.connectionsPerAddressMax) return false;
    return this.open.size < this.bounds.connectionsMax || this.makeRoom(held);
  }

  private makeRoom(held: number): boolean {
    const [greatest, sockets] = [...this.byNetwork].reduce<[string, Set<Socket>]>(
      (left, right) => (right[1].size > left[1].size ? right : left),
      ['', new Set()],
    );
    const [oldest] = sockets;
    if (!oldest || sockets.size <= held + 1) return false;
    this.forget(oldest, greatest);
    oldest.destroy();
    return true;
  }

  private forget(socket: Socket, network: string | undefined): void {
    this.open.delete(socket);
    if (network === undefined) return;
    const sockets = this.byNetwork.get(network);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.byNetwork.delete(network);
  }
}
