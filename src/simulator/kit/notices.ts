import { isInteger, type Resources, record } from './control';

/** What a provider posts to a shop by itself. */
export interface Notice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface NoticePolicy {
  /** Where they are posted; null: nowhere, and nobody's yes is waited for. */
  url: string | null;
  /** How long after what they tell of, milliseconds. */
  afterMs: number;
  /** How long after one that was not taken it is tried again, milliseconds. */
  retryMs: number;
  triesMax: number;
  /** How many of each come at once. */
  copies: number;
  /** Something in them is changed, and what they are signed with is not. */
  mutated: boolean;
  /** They wait until they are released, in order or not. */
  hold: boolean;
}

interface Tried {
  readonly body: string;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly taken: boolean;
}

interface Waiting extends Notice {
  readonly taken: () => void;
}

interface Manner {
  /** Whether an answer is a yes. */
  isTaken(status: number, body: string): boolean;
  mutate(notice: Notice): Notice;
}

/** Notices of a provider: late, more than once, out of order or spoilt, as a test wants them. */
export class Notices {
  private policy: NoticePolicy;
  private held: Waiting[] = [];
  private tried: Tried[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly manner: Manner,
    private readonly usual: NoticePolicy,
  ) {
    this.policy = { ...usual };
  }

  /** @param taken is told when somebody has said yes, perhaps more than once */
  announce(notice: Notice, taken: () => void = () => {}): void {
    if (this.policy.url === null) {
      taken();
      return;
    }
    const waiting = { ...(this.policy.mutated ? this.manner.mutate(notice) : notice), taken };
    if (this.policy.hold) this.held.push(waiting);
    else for (let copy = 0; copy < this.policy.copies; copy += 1) this.post(waiting, this.policy.afterMs, 1);
  }

  /** To be changed and looked at by tests. */
  readonly resource: Resources[string] = {
    GET: () => this.state(),
    PUT: (body) => {
      this.policy = { ...this.policy, ...checked(body) };
      return this.state();
    },
    POST: (body) => {
      const { release } = record(body, 'The body', ['release']);
      if (release !== 'inOrder' && release !== 'reversed') throw new RangeError('release must be inOrder or reversed.');
      const released = release === 'inOrder' ? this.held : this.held.toReversed();
      this.held = [];
      // Behind one another, or the network would order them anew.
      released.reduce((before, waiting) => before.then(() => this.tryOnce(waiting, 1)), Promise.resolve());
      return this.state();
    },
    DELETE: () => {
      this.policy = { ...this.usual };
      this.held = [];
      this.tried = [];
      return this.state();
    },
  };

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private state() {
    return { ...this.policy, held: this.held.length, tried: this.tried };
  }

  private post(waiting: Waiting, afterMs: number, attempt: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void this.tryOnce(waiting, attempt);
    }, afterMs);
    this.timers.add(timer);
  }

  private async tryOnce(waiting: Waiting, attempt: number): Promise<void> {
    const { url, retryMs, triesMax } = this.policy;
    if (url === null) return;
    const { headers, body } = waiting;
    const status = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }).then(
      async (answer) => ({ status: answer.status, taken: this.manner.isTaken(answer.status, await answer.text()) }),
      () => ({ status: null, taken: false }),
    );
    this.tried.push({ body, ...status });
    if (status.taken) waiting.taken();
    else if (attempt < triesMax) this.post(waiting, retryMs, attempt + 1);
  }
}

const FIELDS: Readonly<Record<keyof NoticePolicy, (value: unknown) => boolean>> = {
  url: (value) => value === null || (typeof value === 'string' && URL.canParse(value)),
  afterMs: (value) => isInteger(value) && value >= 0,
  retryMs: (value) => isInteger(value) && value >= 0,
  triesMax: (value) => isInteger(value) && value >= 1,
  copies: (value) => isInteger(value) && value >= 1 && value <= 100,
  mutated: (value) => typeof value === 'boolean',
  hold: (value) => typeof value === 'boolean',
};

function checked(body: unknown): Partial<NoticePolicy> {
  const wanted = record(body, 'The body', Object.keys(FIELDS));
  for (const [name, value] of Object.entries(wanted))
    if (!FIELDS[name as keyof NoticePolicy](value)) throw new RangeError(`${name} is not what it can be.`);
  return wanted;
}
