import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { ConfigError } from '../kernel/declaration/setting';

const neighbours = 20;

const LOWEST = 20_000;
/** Linux begins here, others higher. */
const LOWEST_OUTGOING = 32_768;
const TRIES_MAX = 50;

/** Hands out ports that are free now, each one once. */
export class Ports {
  private readonly taken = new Set<number>();

  constructor(private readonly say: (line: string) => void) {}

  /**
   * The wanted port, or the next free one, which is then said. The first candidate is what a person expects; `last` is
   * what an earlier run had and is preferred without a word. 0 means any.
   */
  async take(purpose: string, wanted: number, { host = '127.0.0.1', last = 0 } = {}): Promise<number> {
    if (last !== 0 && last !== wanted && (await this.claim(last, host))) return last;
    if (wanted !== 0 && (await this.claim(wanted, host))) return wanted;
    for (let port = wanted + 1; wanted !== 0 && port <= Math.min(wanted + neighbours, 65_535); port += 1) {
      if (await this.claim(port, host)) {
        this.say(`Port ${wanted} is busy: ${purpose} uses ${port}.`);
        return port;
      }
    }
    const port = await this.claim(0, host);
    if (port === undefined) throw new Error(`No free port for ${purpose} on ${host}.`);
    if (wanted !== 0) this.say(`Ports ${wanted} to ${wanted + neighbours} are busy: ${purpose} uses ${port}.`);
    return port;
  }

  /**
   * The wanted port and no other, where a setting states it.
   * @throws {ConfigError} when it is not to be had
   */
  async exactly(setting: string, purpose: string, wanted: number, host = '127.0.0.1'): Promise<number> {
    const port = await this.claim(wanted, host);
    if (port === undefined)
      throw new ConfigError(
        `${setting} says ${wanted}, which is taken or not allowed: end what listens there, or say another port for ${purpose} (0: any free one).`,
      );
    return port;
  }

  private async claim(port: number, host: string): Promise<number | undefined> {
    if (this.taken.has(port)) return undefined;
    const free = port === 0 ? await this.any(host) : await listenOnce(port, host);
    if (free !== undefined) this.taken.add(free);
    return free;
  }

  /**
   * Any free port. Systems give outgoing connections one of the upper ports, so one of those could be gone before the part that is to
   * listen there has started.
   */
  private async any(host: string): Promise<number | undefined> {
    for (let tried = 0; tried < TRIES_MAX; tried += 1) {
      const port = randomInt(LOWEST, LOWEST_OUTGOING);
      if (!this.taken.has(port) && (await listenOnce(port, host)) !== undefined) return port;
    }
    return listenOnce(0, host);
  }
}

/** Listens and lets go again; undefined when somebody else listens there. */
export function listenOnce(port: number, host = '127.0.0.1'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(new Error(`Cannot listen on ${host}: ${error.code}.`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
