import { AsyncLocalStorage } from 'node:async_hooks';

type Storage = AsyncLocalStorage<unknown>;

const NOTED = Symbol.for('tezgah.test.following');

/**
 * What follows asynchronous work since it was first used. Each of them is told of each promise of the process until it is disabled, and
 * jest makes one for each file that it never disables: after three hundred files a fifth of a worker's time went there.
 */
function followers(): Set<Storage> {
  const prototype = AsyncLocalStorage.prototype as Storage & { [NOTED]?: Set<Storage> };
  const known = prototype[NOTED];
  if (known) return known;
  const noted = new Set<Storage>();
  const { run, enterWith } = prototype;
  Object.assign(prototype, {
    [NOTED]: noted,
    run(this: Storage, ...input: Parameters<Storage['run']>) {
      noted.add(this);
      return run.apply(this, input);
    },
    enterWith(this: Storage, store: unknown) {
      noted.add(this);
      enterWith.call(this, store);
    },
  });
  return noted;
}

/** From here on it is noted what follows asynchronous work. */
export const noteFollowers = (): void => void followers();

/** Ends what a file has begun to follow; what packages go on with begins again when they use it. */
export function endFollowing(): void {
  const noted = followers();
  for (const storage of noted) storage.disable();
  noted.clear();
}
