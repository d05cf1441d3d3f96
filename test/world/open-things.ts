type End = () => Promise<void>;

/** What the tests of one file have opened: a browser, an API, a worker. The environment forgets them with the file. */
export interface OpenThings {
  openThings?: Set<End>;
}

/**
 * Notes that something is open which keeps the process alive: the environment ends it with the file, also when a case failed before
 * its own clean-up.
 * @returns `end`, for whoever opened it; it runs once
 */
export function noteOpen(end: End): End {
  const things = globalThis as OpenThings;
  things.openThings ??= new Set();
  const { openThings } = things;
  let ending: Promise<void> | undefined;
  const once: End = () => {
    ending ??= end().finally(() => openThings.delete(once));
    return ending;
  };
  openThings.add(once);
  return once;
}

/**
 * Ends what was opened, the last first. What fails keeps nothing else open: a server that still listens keeps the process of the tests
 * from ending. @throws what failed first
 */
export async function endAll(opened: (() => Promise<unknown>)[]): Promise<void> {
  const failed: unknown[] = [];
  for (const end of opened.splice(0).toReversed())
    try {
      await end();
    } catch (error) {
      failed.push(error);
    }
  if (failed.length > 0) throw failed[0];
}
