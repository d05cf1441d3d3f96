import { request } from 'node:http';
import type { DoneOf, Place, Sandbox, SandboxState, Work } from '../kernel/declaration/sandbox';
import { SandboxError } from '../kernel/declaration/sandbox';
import { packed, type Response, unpacked } from './wire';

const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
const STATE_WITHIN_MS = 2_000;
/** The time by which its answer may be later than the end of the work: its start, and the end of its tree. */
const BESIDE_MS = 45_000;
const FILE_WORK_MS = 10_000;

/** The sandbox program of this machine, as other programs reach it. */
export class SandboxClient implements Sandbox {
  constructor(private readonly socket: string) {}

  async state(): Promise<SandboxState> {
    try {
      return unpacked<SandboxState>(await this.ask('/state', '', STATE_WITHIN_MS));
    } catch {
      return { driver: null, lacks: [], reason: 'The program `sandbox` does not answer.' };
    }
  }

  async run<W extends Work>(place: Place, work: W): Promise<DoneOf<W>> {
    const ms = (work.do === 'exec' ? work.timeoutMs : FILE_WORK_MS) + BESIDE_MS;
    const text = await this.ask('/run', packed({ place, work }), ms);
    const answer = unpacked<Response>(text);
    if ('fault' in answer) throw new SandboxError(answer.fault, answer.message);
    return answer.done as DoneOf<W>;
  }

  /** @throws {SandboxError} sandbox_unavailable where nothing has begun, exec_lost where that is not known */
  private ask(path: string, body: string, withinMs: number): Promise<string> {
    return new Promise((resolve, reject) => {
      let connected = false;
      const lost = (): void =>
        reject(
          connected
            ? new SandboxError(
                'exec_lost',
                'The program `sandbox` ended, or fell silent, while the work was under way.',
              )
            : new SandboxError('sandbox_unavailable', 'The program `sandbox` does not answer.'),
        );
      const asking = request(
        {
          socketPath: this.socket,
          path,
          method: 'POST',
          agent: false,
          headers: { 'Content-Length': Buffer.byteLength(body) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > ANSWER_BYTES_MAX) asking.destroy();
            else chunks.push(chunk);
          });
          response.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
          response.once('close', () => {
            if (!response.complete) lost();
          });
        },
      );
      asking.once('socket', (socket) => socket.once('connect', () => (connected = true)));
      asking.setTimeout(withinMs, () => asking.destroy());
      asking.once('error', lost);
      asking.once('close', lost);
      asking.end(body);
    });
  }
}
