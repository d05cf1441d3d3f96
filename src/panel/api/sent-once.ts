import { useRef } from 'react';
import { newKey, ProblemError } from './client';

const NOTHING_SENT = { stated: '', key: '' };

/** Whether the server has said no: it has done nothing, and the same act may be asked for anew. */
const isRefused = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.status >= 400 && error.problem.status < 500;

/**
 * Sends an act by one key for as long as no answer to it has come: an act of which the answer was lost is not done twice when somebody
 * presses once more. Something else that is stated is another act.
 */
export function useSentOnce() {
  const sent = useRef(NOTHING_SENT);
  return async <Answer>(stated: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(stated);
    if (sent.current.stated !== text) sent.current = { stated: text, key: newKey() };
    try {
      const answer = await send(sent.current.key);
      sent.current = NOTHING_SENT;
      return answer;
    } catch (error) {
      if (isRefused(error)) sent.current = NOTHING_SENT;
      throw error;
    }
  };
}
