import { HookPool } from './pool';

/** Threads that run hooks, which start with the first question: most processes ask no hook, and most shops have none. */
export class LateHookPool implements Pick<HookPool, 'run'> {
  private pool: HookPool | undefined;

  /** @param program the compiled `thread.js` @param size see {@link HookPool} */
  constructor(
    private readonly program: string,
    private readonly size: number,
  ) {}

  async run(trip: Parameters<HookPool['run']>[0]): ReturnType<HookPool['run']> {
    this.pool ??= new HookPool(this.program, this.size);
    await this.pool.ready;
    return this.pool.run(trip);
  }

  async close(): Promise<void> {
    await this.pool?.close();
  }
}
