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

/** What is known of a token that is being used. */
interface Use {
  readonly headers: { readonly authorization: string };
  /** By the clock of this process, when its end was answered. */
  endedAt?: number;
}

/**
 * Somebody who lends tokens and takes them back while they are used on both machines: once that is answered, neither lets one in, though
 * each believes a token for a moment, and whoever took it back may have been killed before the answer.
 */
export class Keyholder {
  /** Tokens that were let in and then refused. */
  lent = 0;

  constructor(
    private readonly product: Product,
    private readonly second: SecondMachine,
    private readonly gateway: Gateway,
    private readonly findings: Findings,
    private readonly random: Random,
  ) {}

  async run(goOn: () => boolean): Promise<void> {
    while (goOn()) {
      await sleep(this.random.int(EVERY_MS / 2, EVERY_MS));
      await this.lend().catch((error) => {
        // It is among the findings.
        if (!(error instanceof NoAnswer)) throw error;
      });
    }
  }

  private async lend(): Promise<void> {
    const { body } = await this.command('token.mint', { kind: 'developer', label: KEYHOLDER_LABEL });
    const { token, result } = body;
    const use: Use = { headers: { authorization: `Bearer ${token}` } };
    // A replay tells no secret: that token can only be taken back.
    const using = token ? [this.use(use, ({ api }) => api), this.use(use, () => this.second.origin)] : [];
    await sleep(token ? USED_MS : 0);
    await this.command('token.revoke', { tokenId: result.id });
    use.endedAt = performance.now();
    const letIn = await Promise.all(using);
    if (letIn.includes(true)) this.lent += 1;
  }

  private command(name: string, payload: Call['payload']) {
    return this.gateway.call({ by: 'owner', name, key: this.random.ulid(), payload });
  }

  /** Reads without a pause until it is refused behind its end. @returns whether it was let in before */
  private async use(use: Use, originOf: (run: RunFile) => string | undefined): Promise<boolean> {
    for (let letIn = false; ; ) {
      const { run } = this.product;
      const origin = run && originOf(run);
      const since = performance.now();
      const isOver = use.endedAt !== undefined && since > use.endedAt;
      const answer = origin && (await this.gateway.exchange('read', 'GET', `${origin}/v1/tokens/me`, use.headers));
      if (!answer) {
        // Whoever is away lets nobody in.
        if (isOver) return letIn;
        await sleep(20);
        continue;
      }
      if (isOver) {
        if (answer.status !== 401) this.findings.mismatch(`a token that was revoked was answered ${answer.status}`);
        return letIn;
      }
      if (answer.status === 200) letIn = true;
    }
  }
}
