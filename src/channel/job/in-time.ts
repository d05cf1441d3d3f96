import { Refusal } from '../../kernel/errors';

/** What a step asks of Postgres takes a second; what takes this long waits for something that does not come. */
const DATABASE_DEADLINE_MS = 12_000;

/** Gives up waiting for Postgres, so that the attempt ends and the next one begins on another connection. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal('unavailable', 'The database did not answer.')), DATABASE_DEADLINE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
