import type { Door } from '../../../catalog/spreadsheet/door';
import { CellError } from '../../../catalog/spreadsheet/errors';
import { client, newKey, ProblemError } from '../../api/client';

type Answer = Awaited<ReturnType<Door['send']>>;

/** So long a call waits for its turn, for the network, or for a server that starts again. */
const PATIENCE_MS = 10 * 60_000;
const PAUSE_MS = 2_000;
/** So many calls of a minute are left to the other pages of the session. */
const LEFT_TO_OTHERS = 100;
const BREATH_MS = 250;

/** @param signalNow ends the waiting of what is done now */
export function doorOf(declared: Door['declared'], signalNow: () => AbortSignal): Door {
  let left = Number.POSITIVE_INFINITY;
  const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
    const signal = signalNow();
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      if (left < LEFT_TO_OTHERS) await pause(BREATH_MS, signal);
      try {
        return await ask();
      } catch (error) {
        if (!isPassing(error) || Date.now() > until || signal.aborted) throw error;
        await pause(error.retryAfterSeconds === null ? PAUSE_MS : error.retryAfterSeconds * 1_000, signal);
      }
    }
  };
  return {
    declared,
    async send({ method, path, query = {}, body, expects = [] }): Promise<Answer> {
      const asked = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value?.toString()]));
      try {
        const answered = await patiently(() => client.call(method, path, { query: asked, body }));
        ({ left } = answered);
        return answered;
      } catch (error) {
        if (error instanceof ProblemError && expects.includes(error.problem.status))
          return { status: error.problem.status, body: error.problem, isReplayed: error.isReplayed };
        throw error;
      }
    },
    refusalOf(error) {
      if (!(error instanceof ProblemError) || !isOfTheLine(error.problem.status)) return undefined;
      const { code, detail, message, errors } = error.problem;
      return { code, detail, message, errors, isReplayed: error.isReplayed };
    },
    async bringPicture(from) {
      if (!/^https?:\/\//i.test(from)) throw new CellError((words) => words.pictureElsewhere(from));
      const { bytes } = await patiently(() => client.file('POST', '/v1/account/pictures', {}, { address: from }));
      const key = newKey();
      const upload = await patiently(() => client.upload<{ id: string }>('/v1/media/upload', bytes, key, () => {}));
      return upload.id;
    },
  };
}

/** True of what passes by itself: the limit of calls, a server or a proxy that starts again, a lost network. */
const isPassing = (error: unknown): error is ProblemError =>
  error instanceof ProblemError &&
  (['unreachable', 'unexpected_answer'].includes(error.problem.code)
    ? [0, 502, 503, 504].includes(error.problem.status)
    : [429, 503].includes(error.problem.status));

/** True of a refusal of one line, which says nothing of the next. */
const isOfTheLine = (status: number): boolean => status >= 400 && ![401, 403, 408, 429, 503, 504].includes(status);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
