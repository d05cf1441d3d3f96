import type { RunningWorker } from '../../src/worker';
import { openQuestions } from '../channel/questions-there';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';

jest.setTimeout(180_000);

const TEXT = 'Merhaba, siparişiniz aynı gün kargoya verilir.';

let there: Awaited<ReturnType<typeof openQuestions>>;
let worker: RunningWorker;
beforeAll(async () => {
  there = await openQuestions();
  worker = await startTestWorker(there.world);
});
afterAll(async () => {
  await worker?.stop();
  await there?.close();
});

describe('bulk.questions.answer', () => {
  test('gives waiting questions one answer, each once, and leaves out one that waits no more', async () => {
    const { world } = there;
    const asked: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) asked.push((await there.ask()).questionId);
    await there.control('PUT', '/questions/move', { questionId: asked[2], to: 'REPORTED' });
    await there.pulled('questions');
    const ids = asked.map(String);
    const { proposalId } = await world.read('bulk.questions.answer', {
      body: { ids, channel: 'trendyol', text: TEXT },
    });
    const read = () => world.read('proposals.get', { as: world.owner, params: { prp: proposalId } });
    const until = (...states: readonly string[]) =>
      eventually(async () => states.includes((await read()).state), 90_000);
    await until('submitted');
    const { list, hash } = await read();
    expect(list.map(({ state }: { state: string }) => state)).toEqual(['pending', 'pending', 'skipped']);
    await world.done('proposal.approve', { proposalId, hash }, { as: world.owner });
    await until('applied', 'paused');
    expect(await read()).toMatchObject({ state: 'applied', items: { applied: 2, skipped: 1 } });
    const { answers } = await there.control('GET', '/questions/statistics');
    expect(asked.map((id) => answers[id]?.done ?? 0)).toEqual([1, 1, 0]);
  });
});
