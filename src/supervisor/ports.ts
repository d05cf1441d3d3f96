import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { ConfigError } from '../kernel/declaration/setting';

const neighbours = 20;

const LOWEST = 20_000;
/** Linux begins here, others higher. */
const LOWEST_OUTGOING = 32_768;
const TRIES_MAX = 50;

/** A port that parts were told is another program's by now: they have to be told another one. */
export class PortLost extends Error {
  constructor(port: number, host: string) {
    super(`Another program has taken port ${port} of ${host}.`);
  }
}

/**
 * Keeps a port from all others, as a listener there does. A child is handed the socket and listens on; when the child has ended,
 * the port is held here again. A client that connects meanwhile is cut off.
 */
export class Reservation {
  private isOver = false;
  /** The call under way: a second one would find the port taken by the first. */
  private holding: Promise<void> | undefined;

  private constructor(
    readonly port: number,
    private readonly host: string,
    private server: Server | undefined,
  ) {}

  /** @returns undefined: somebody else listens there */
  static async of(port: number, host: string): Promise<Reservation | undefined> {
    const server = await listening(port, host);
    return server && new Reservation((server.address() as AddressInfo).port, host, server);
  }

  /** @throws {PortLost} when somebody else listens there by now */
  hold(): Promise<void> {
    if (this.server !== undefined || this.isOver) return Promise.resolve();
    this.holding ??= this.listenAgain().finally(() => {
      this.holding = undefined;
    });
    return this.holding;
  }

  private async listenAgain(): Promise<void> {
    const server = await listening(this.port, this.host);
    if (server === undefined) throw new PortLost(this.port, this.host);
    if (this.isOver) server.close();
    else this.server = server;
  }

  /** The descriptor of the socket, for a child to inherit; undefined where the system has none. */
  get descriptor(): number | undefined {
    const { fd = -1 } = (this.server as unknown as { _handle?: { fd?: number } } | undefined)?._handle ?? {};
    return fd < 0 ? undefined : fd;
  }

  /** Lets a child listen in the place of this process, for as long as the child lives. */
  letGoUntil(exited: Promise<unknown>): void {
    this.letGo();
    // The start of the next child hears of a port that is lost.
    void exited.then(() => this.hold()).catch(() => {});
  }

  /** Listens no longer, for a program that has to bind the port by itself. */
  letGo(): void {
    this.server?.close();
    this.server = undefined;
  }

  /** Hands the socket to a server of this process. */
  giveTo(server: Server): void {
    server.listen(this.server);
    this.server = undefined;
    this.isOver = true;
  }

  /** Nobody needs the port any more. */
  end(): void {
    this.isOver = true;
    this.letGo();
  }
}

const cutOff = (socket: Socket): unknown => socket.on('error', () => {}).resetAndDestroy();

/** @returns undefined: somebody else listens there */
function listening(port: number, host: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer(cutOff);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(new Error(`Cannot listen on ${host}: ${error.code}.`));
    });
    server.listen(port, host, () => resolve(server.unref()));
  });
}

/** Reserves ports that are free, each one once. */
export class Ports {
  private readonly reserved = new Map<number, Reservation>();

  constructor(private readonly say: (line: string) => void) {}

  /**
   * The wanted port, or the next free one, which is then said. The first candidate is what a person expects; `last` is
   * what an earlier run had and is preferred without a word. 0 means any.
   */
  async take(purpose: string, wanted: number, { host = '127.0.0.1', last = 0 } = {}): Promise<Reservation> {
    for (const port of last === 0 ? [wanted] : [last, wanted]) {
      const first = port === 0 ? undefined : await this.claim(port, host);
      if (first !== undefined) return first;
    }
    for (let port = wanted + 1; wanted !== 0 && port <= Math.min(wanted + neighbours, 65_535); port += 1) {
      const next = await this.claim(port, host);
      if (next !== undefined) {
        this.say(`Port ${wanted} is busy: ${purpose} uses ${port}.`);
        return next;
      }
    }
    const any = await this.any(host);
    if (any === undefined) throw new Error(`No free port for ${purpose} on ${host}.`);
    if (wanted !== 0) this.say(`Ports ${wanted} to ${wanted + neighbours} are busy: ${purpose} uses ${any.port}.`);
    return any;
  }

  /**
   * The wanted port and no other, where a setting states it.
   * @throws {ConfigError} when it is not to be had
   */
  async exactly(setting: string, purpose: string, wanted: number, host = '127.0.0.1'): Promise<Reservation> {
    const reservation = await this.claim(wanted, host);
    if (reservation === undefined)
      throw new ConfigError(
        `${setting} says ${wanted}, which is taken or not allowed: end what listens there, or say another port for ${purpose} (0: any free one).`,
      );
    return reservation;
  }

  /** Lets all of them go, also those that children have. */
  end(): void {
    for (const each of this.reserved.values()) each.end();
    this.reserved.clear();
  }

  private async claim(port: number, host: string): Promise<Reservation | undefined> {
    // One port serves one purpose, also where addresses differ: people are told the port.
    if (this.reserved.has(port)) return undefined;
    const reservation = await Reservation.of(port, host);
    if (reservation === undefined) return undefined;
    this.reserved.set(reservation.port, reservation);
    return reservation;
  }

  /**
   * Any free port. Systems give outgoing connections one of the upper ports, so one of those could be gone while a part starts again.
   */
  private async any(host: string): Promise<Reservation | undefined> {
    for (let tried = 0; tried < TRIES_MAX; tried += 1) {
      const reservation = await this.claim(randomInt(LOWEST, LOWEST_OUTGOING), host);
      if (reservation !== undefined) return reservation;
    }
    return this.claim(0, host);
  }
}

/** Any port that is free now, for a program that binds it by itself. It may be gone by then, which the program says. */
export async function anyFreePort(host = '127.0.0.1'): Promise<number> {
  const reservation = await Reservation.of(0, host);
  if (reservation === undefined) throw new Error(`No free port on ${host}.`);
  reservation.end();
  return reservation.port;
}
