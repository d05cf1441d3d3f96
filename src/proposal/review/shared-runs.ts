/** The guests that share one run, and their answers. */
interface Run<Guest, Answer> {
  readonly guests: Guest[];
  readonly answers: Promise<readonly Answer[]>;
}

interface Line<Guest, Answer> {
  /** Settles, and never fails, once nobody runs or is about to. */
  tail: Promise<unknown>;
  /** The run that has not begun: callers who come share it. */
  next: Run<Guest, Answer> | null;
  /** The number of guests that have come and not gone. */
  present: number;
}

/**
 * Runs that would hold each other up, of one key one at a time: whoever comes while one is under way shares the one after it with all
 * who do, since the one under way may have read what has changed since. A crowd costs two runs.
 */
export class SharedRuns<Guest, Answer> {
  private readonly lines = new Map<string, Line<Guest, Answer>>();

  /** @param run for all of `guests`, with an answer for each in their order */
  async join(
    key: string,
    guest: Guest,
    run: (guests: readonly Guest[]) => Promise<readonly Answer[]>,
  ): Promise<Answer> {
    return this.inLine(key, async (line) => {
      line.next ??= this.begun(line, run);
      const { guests, answers } = line.next;
      const place = guests.push(guest) - 1;
      return (await answers)[place] as Answer;
    });
  }

  /** Work that waits for nobody here, because of what it holds already: those who come later wait for it. */
  async ahead<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.inLine(key, (line) => {
      const done = work();
      line.tail = Promise.allSettled([line.tail, done]);
      return done;
    });
  }

  private begun(line: Line<Guest, Answer>, run: (guests: readonly Guest[]) => Promise<readonly Answer[]>) {
    const guests: Guest[] = [];
    const answers = line.tail.then(() => {
      line.next = null;
      return run(guests);
    });
    line.tail = answers.catch(() => undefined);
    return { guests, answers };
  }

  private async inLine<T>(key: string, work: (line: Line<Guest, Answer>) => Promise<T>): Promise<T> {
    const line = this.lines.get(key) ?? { tail: Promise.resolve(), next: null, present: 0 };
    this.lines.set(key, line);
    line.present += 1;
    try {
      return await work(line);
    } finally {
      line.present -= 1;
      if (line.present === 0) this.lines.delete(key);
    }
  }
}
