import { TestEnvironment } from 'jest-environment-node';
import type { OpenThings } from './open-things';

const ENDS_WITHIN_MS = 30_000;

/** Ends what a failed case left open, so that the run goes on and ends by itself. */
export default class Environment extends TestEnvironment {
  override async teardown(): Promise<void> {
    const { openThings } = this.global as OpenThings;
    // Those that were opened last build on the ones before.
    for (const end of [...(openThings ?? [])].toReversed()) await ended(end);
    await super.teardown();
  }
}

/** It may have failed already, or hang for the reason for which the case failed. */
async function ended(end: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ENDS_WITHIN_MS);
  });
  await Promise.race([end().catch(() => {}), late]);
  clearTimeout(timer);
}
