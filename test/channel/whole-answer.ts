import { newUlid } from '../../src/kernel/ids';
import type { Answer } from '../surfaces/site';
import { eventually } from '../world/eventually';

/** Sends a call that waits for the end of its work. On a busy machine that takes longer, and the call is sent again under its key. */
export function wholeAnswer(send: (headers: Record<string, string>) => Promise<Answer>): Promise<Answer> {
  const headers = { Prefer: 'wait=60', 'Idempotency-Key': newUlid() };
  return eventually(async () => {
    const answer = await send(headers);
    return answer.status === 202 ? undefined : answer;
  });
}
