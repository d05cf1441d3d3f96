import { sleep } from '../../src/embedded/process';
import type { RunFile } from '../../src/supervisor/run-file';
import type { Findings } from './findings';
import { type Call, type Gateway, NoAnswer } from './gateway';
import type { Product } from './product';
import type { Random } from './random';
import type { SecondMachine } from './second';

/** What its tokens are called: they come and go as often as there is time, so no run has as many as another. */
export const KEYHOLDER_LABEL = 'Ödünç anahtar';

const EVERY_MS = 2_000;
const USED_MS = 300;
/** Tries behind the last kill. */
const LATE_MAX = 20;
/** How long both machines are asked behind the end: longer than either believes a token. */
const WATCHED_MS = 150;

type Machine = 'first' | 'second';

/** What is known of a token that is being used. */
interface Use {
  readonly headers: { readonly authorization: string };
  /** By the clock of this process, when its end was answered. */
  endedAt?: number;
  /** No end was answered, or there is nothing more to see. */
  over?: true;
}

/**
 * Somebody who lends tokens and takes them back while they are used on both machines: once that is answered, neither lets one in, though
 * each believes a token for a moment, and whoever took it back may have been killed before the answer.
 */
export class Keyholder {
  /** Tokens that a machine let in, and refused once they were taken back. */
  readonly refused: Record<Machine, number> = { first: 0, second: 0 };

  constructor(
    private readonly product: Product,
    private readonly second: SecondMachine,
    private readonly gateway: Gateway,
    private readonly findings: Findings,
    private readonly random: Random,
  ) {}

  async run(goOn: () => boolean): Promise<void> {
    while (goOn()) await this.turn();
    for (let late = 0; this.hasMissed && late < LATE_MAX; late += 1) await this.turn();
  }

  private async turn(): Promise<void> {
    await sleep(this.random.int(EVERY_MS / 2, EVERY_MS));
    await this.lend().catch((error) => {
      // It is among the findings.
      if (!(error instanceof NoAnswer)) throw error;
    });
  }

  /** A run that is killed all the time may leave no moment in which a machine lets a token in and refuses it. */
  private get hasMissed(): boolean {
    return Math.min(this.refused.first, this.refused.second) === 0;
  }

  private async lend(): Promise<void> {
    const { status, body } = await this.command('token.mint', { kind: 'developer', label: KEYHOLDER_LABEL });
    if (status >= 400) return;
    const { token, result } = body;
    const use: Use = { headers: { authorization: `Bearer ${token}` } };
    // A replay tells no secret: that token can only be taken back.
    const using = token
      ? [this.use('first', use, ({ api }) => api), this.use('second', use, () => this.second.origin)]
      : [];
    try {
      await sleep(token ? USED_MS : 0);
      await this.command('token.revoke', { tokenId: result.id });
      use.endedAt = performance.now();
      await sleep(WATCHED_MS);
    } finally {
      use.over = true;
      await Promise.all(using);
    }
  }

  private command(name: string, payload: Call['payload']) {
    return this.gateway.call({ by: 'owner', name, key: this.random.ulid(), payload });
  }

  /** Reads without a pause until nothing more is to be seen. */
  private async use(machine: Machine, use: Use, originOf: (run: RunFile) => string | undefined): Promise<void> {
    for (let letIn = false; !use.over; ) {
      const { run } = this.product;
      const origin = run && originOf(run);
      const since = performance.now();
      const isEnded = use.endedAt !== undefined && since > use.endedAt;
      const answer = origin && (await this.gateway.exchange('read', 'GET', `${origin}/v1/tokens/me`, use.headers));
      // Whoever is away lets nobody in.
      if (!answer) await sleep(20);
      else if (!isEnded) letIn ||= answer.status === 200;
      else if (answer.status !== 401)
        this.findings.mismatch(`a token that was taken back was answered ${answer.status}`);
      else if (letIn) {
        this.refused[machine] += 1;
        return;
      }
    }
  }
}
