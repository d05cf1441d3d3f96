import { refuse } from '../../kernel/errors';

interface Line {
  length: number;
  last: Promise<unknown>;
}

interface TurnOptions {
  /** The most callers that may wait for one name, beside the one whose turn it is. */
  readonly waitingMax: number;
  /** The message to a caller who finds the line full. */
  readonly full: string;
  /** The wait, in ms, after which a turn comes too late. */
  readonly patienceMs: number;
}

/** Lets work of one name in one after the other, in the order of its coming. Who waits holds nothing but its place. */
export class Turns {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly options: TurnOptions) {}

  /** @throws {Refusal} throttled when the line is full, unavailable when the turn came too late */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.lines.get(name) ?? { length: 0, last: Promise.resolve() };
    if (line.length > this.options.waitingMax) refuse('throttled', this.options.full, { retryAfterSeconds: 1 });
    this.lines.set(name, line);
    line.length += 1;
    const latest = Date.now() + this.options.patienceMs;
    const turn = line.last.then(() => {
      if (Date.now() > latest) refuse('unavailable', 'Too many changes wait to be recorded.', { retryAfterSeconds: 2 });
      return work();
    });
    line.last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.lines.delete(name);
    }
  }
}
