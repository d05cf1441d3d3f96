/** A caller who waits for a turn. */
export interface Claimant {
  /** Strangers and those who are known wait apart from each other. */
  readonly isKnown: boolean;
  /** The group that shares the claimant's turns, e.g. its network. */
  readonly lane: string;
}

interface Waiting {
  admit(): void;
  turnAway(): void;
}

interface TurnsOptions {
  readonly atOnceMax: number;
  /** The most that may wait: strangers, and known ones, each. */
  readonly waitingMax: number;
}

/** Gives out the turns of a work that few may do at once. A flood waits for itself: known ones, strangers and lanes take turns. */
export class Turns {
  private running = 0;
  private wasKnown = false;
  private readonly known: Queue;
  private readonly strangers: Queue;

  constructor(private readonly options: TurnsOptions) {
    this.known = new Queue(options.waitingMax);
    this.strangers = new Queue(options.waitingMax);
  }

  /** @returns false when too many wait already; otherwise when it is the claimant's turn */
  async take({ isKnown, lane }: Claimant): Promise<boolean> {
    if (this.running < this.options.atOnceMax) {
      this.running += 1;
      return true;
    }
    const queue = isKnown ? this.known : this.strangers;
    const isAdmitted = await new Promise<boolean>((resolve) => {
      const waiting = { admit: () => resolve(true), turnAway: () => resolve(false) };
      if (!queue.add(lane, waiting)) resolve(false);
    });
    return isAdmitted;
  }

  /** Hands the turn on to the next in the queues. */
  giveBack(): void {
    const queues = this.wasKnown ? [this.strangers, this.known] : [this.known, this.strangers];
    const queue = queues.find(({ length }) => length > 0);
    if (queue) {
      this.wasKnown = queue === this.known;
      queue.next().admit();
    } else this.running -= 1;
  }
}

/** Lanes that take turns; within a lane the order is that of arrival. When it is full, the longest lane makes room. */
class Queue {
  length = 0;
  /** The waiting calls by lane, in the order of their turns; no lane is empty. */
  private readonly lanes = new Map<string, Waiting[]>();

  constructor(private readonly lengthMax: number) {}

  /** @returns false when there is no place */
  add(lane: string, waiting: Waiting): boolean {
    const ahead = this.lanes.get(lane) ?? [];
    if (this.length >= this.lengthMax && !this.makeRoom(ahead.length)) return false;
    this.lanes.set(lane, [...ahead, waiting]);
    this.length += 1;
    return true;
  }

  /** Takes the next one of a queue that is not empty. */
  next(): Waiting {
    const [[lane, [first, ...rest]]] = [...this.lanes] as [[string, [Waiting, ...Waiting[]]]];
    this.lanes.delete(lane);
    if (rest.length > 0) this.lanes.set(lane, rest);
    this.length -= 1;
    return first;
  }

  /** Takes a place from a lane that holds more than the newcomer's will. */
  private makeRoom(ahead: number): boolean {
    const [longest] = [...this.lanes].toSorted(([, left], [, right]) => right.length - left.length);
    if (!longest || longest[1].length <= ahead + 1) return false;
    const [lane, waiting] = longest;
    this.lanes.set(lane, waiting.slice(0, -1));
    this.length -= 1;
    waiting.at(-1)?.turnAway();
    return true;
  }
}
