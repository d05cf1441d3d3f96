// tier: all
import type { RunningWorker } from '../../src/worker';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { sideBySide } from '../world/side-by-side';
import { startTestWorker } from '../world/worker';
import { openQuestions } from './questions-there';

const ONE = 'GET /qna/sellers/{sellerId}/questions/{questionId}';
const ANSWER = 'POST /qna/sellers/{sellerId}/questions/{questionId}/answers';
const TEXT = 'Merhaba, siparişiniz aynı gün kargoya verilir.';

const check = sideBySide();

type Faults = Parameters<Awaited<ReturnType<typeof openQuestions>>['simulator']['faults']['set']>[0];

/** Kills the worker of an answer once the marketplace was asked, and lets another one go on. */
async function killedAt(endpoint: string, faults: Faults, outcome: object, asked: object | undefined) {
  const there = await openQuestions();
  const { questionId } = await there.ask();
  const first = await startTestWorker(there.world);
  await there.pulled('questions');
  await first.stop();
  const before = there.simulator.stats().endpoints[endpoint]?.requests ?? 0;
  there.simulator.faults.set({ ...faults, endpoint });
  const { body } = await there.answer(questionId, TEXT, {});
  const doomed = startCompiledWorker(there.world);
  let heir: RunningWorker | undefined;
  try {
    await eventually(async () => (there.simulator.stats().endpoints[endpoint]?.requests ?? 0) > before, 90_000, 20);
    await doomed.kill();
    there.simulator.faults.clear();
    heir = await startTestWorker(there.world);
    expect(await there.ended(body.id)).toMatchObject(outcome);
    expect((await there.control('GET', '/questions/statistics')).answers[questionId]).toEqual(asked);
  } finally {
    await doomed.kill();
    await heir?.stop();
    await there.close();
  }
}

const slow = { slowAnswer: { rate: 1, delayMs: 8_000 } };
const once = { asked: 1, done: 1 };

check('an answer whose worker was killed while it looked is given once by the next one', () =>
  killedAt(ONE, slow, { state: 'succeeded', result: { questionState: 'answered' } }, once),
);

check('an answer that was taken, and whose worker did not live to hear of it, is read back', () =>
  killedAt(ANSWER, slow, { state: 'succeeded', result: { questionState: 'answered' } }, once),
);

check('an answer that was lost with its worker is never given a second time', () =>
  killedAt(
    ANSWER,
    { ...slow, serverError: { rate: 1, status: 503 } },
    { state: 'failed', error: { code: 'outcome_unknown' } },
    undefined,
  ),
);
