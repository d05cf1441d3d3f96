// tier: all
import type { RunningWorker } from '../../src/worker';
import { differBy } from '../world/clock';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { openQuestions } from './questions-there';
import { wholeAnswer } from './whole-answer';

jest.setTimeout(180_000);

const FILTER = 'GET /qna/sellers/{sellerId}/questions/filter';
const ONE = 'GET /qna/sellers/{sellerId}/questions/{questionId}';
const ANSWER = 'POST /qna/sellers/{sellerId}/questions/{questionId}/answers';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TEXT = 'Merhaba, siparişiniz aynı gün kargoya verilir.';

let there: Awaited<ReturnType<typeof openQuestions>>;
let worker: RunningWorker;

beforeEach(async () => {
  there = await openQuestions();
  worker = await startTestWorker(there.world);
});
afterEach(async () => {
  await worker?.stop();
  await there?.close();
});

const requests = (endpoint: string) => there.simulator.stats().endpoints[endpoint]?.requests ?? 0;
const idsIn = (body: { items: { questionId: string }[] }) => body.items.map(({ questionId }) => Number(questionId));
const counted = async (id: number) => (await there.control('GET', '/questions/statistics')).answers[id];
const cursor = async () => {
  const [row] = await there.site.rows<{ until: string | null; success: string | null }>(
    "SELECT until, last_success AS success FROM channel_cursor WHERE task = 'questions'",
  );
  return row;
};
/** The next list asks the marketplace. */
async function listed(query = '') {
  await there.age('questions');
  await there.site.rows("UPDATE channel_question SET looked_at = looked_at - interval '2 hours'");
  const { status, body } = await there.list(query);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

describe('channel.questions.list', () => {
  test('says when the marketplace was asked by the clock of Postgres, whatever the process believes', async () => {
    await there.ask();
    differBy(HOUR_MS);
    try {
      await there.pulled('questions');
      expect((await there.list()).body.items).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
    const ahead = await there.site.rows('SELECT FROM channel_question WHERE read_at > clock_timestamp()');
    expect(ahead).toEqual([]);
  });

  test('shows those that wait by their deadlines, and asks the marketplace once a minute', async () => {
    const { questionId: late } = await there.ask({ text: 'Rengi solar mı?', showUserName: false });
    const { questionId: early } = await there.ask({ agoMs: 2 * HOUR_MS });
    const { questionId: gone } = await there.ask();
    await there.control('PUT', '/questions/move', { questionId: gone, to: 'REPORTED' });
    const first = await there.list();
    expect([first.status, idsIn(first.body), first.body.nextCursor]).toEqual([200, [early, late], null]);
    const [one, other] = first.body.items;
    expect(one).toMatchObject({
      state: 'waiting',
      stateWord: 'WAITING_FOR_ANSWER',
      text: 'Kargoya ne zaman verilir?',
      buyerName: 'Z** K**',
      productTitle: 'Bakır Cezve',
      answer: null,
      refusedAnswer: null,
    });
    expect(other).toMatchObject({ text: 'Rengi solar mı?', buyerName: null });
    for (const { askedAt, answerUntil } of first.body.items) {
      const days = (Date.parse(answerUntil) - Date.parse(askedAt)) / DAY_MS;
      expect([3, 4, 5]).toContain(days);
    }
    expect(Date.now() - Date.parse(first.body.asOf)).toBeLessThan(60_000);
    const asked = requests(FILTER);
    await there.ask();
    expect(idsIn((await there.list()).body)).toHaveLength(2);
    expect(requests(FILTER)).toBe(asked);
    expect(idsIn(await listed())).toHaveLength(3);
    const page = (await there.list('?limit=2&total=true')).body;
    expect([page.items.length, page.total]).toEqual([2, 3]);
    const rest = (await there.list(`?limit=2&cursor=${page.nextCursor}`)).body;
    expect(new Set([...idsIn(page), ...idsIn(rest)]).size).toBe(3);
    expect(idsIn((await there.list('?state=all')).body)).toHaveLength(4);
    expect((await there.list('?state=reported')).body.items).toMatchObject([{ questionId: String(gone) }]);
    expect((await there.list('?state=nosuch')).status).toBe(400);
  });

  test('answers what was read before where the marketplace does not answer, and says as of when', async () => {
    await there.ask();
    there.simulator.faults.set({ down: true });
    expect((await there.list()).status).toBe(503);
    there.simulator.faults.clear();
    const { asOf } = (await there.list()).body;
    there.simulator.faults.set({ serverError: { rate: 1, status: 503 } });
    const old = await listed();
    expect([old.items.length, Date.parse(old.asOf)]).toEqual([1, Date.parse(asOf) - 120_000]);
  });

  test.each(['created', 'modified'] as const)(
    'hears of a question that was closed there, however the filter reads its dates (%s)',
    async (filterBy) => {
      await there.control('PUT', '/questions/knobs', { filterBy });
      const { questionId } = await there.ask({ agoMs: 2 * DAY_MS });
      await there.ask({ agoMs: HOUR_MS });
      expect(idsIn((await there.list()).body)).toHaveLength(2);
      await there.control('PUT', '/questions/move', { questionId, to: 'ANSWERED' });
      expect(idsIn(await listed())).not.toContain(questionId);
    },
  );
});

describe('the pull of questions', () => {
  test('brings what buyers ask, a question once, and its health tells of it', async () => {
    await there.ask({ count: 120, agoMs: HOUR_MS });
    expect(await there.pulled('questions')).toMatchObject({
      kind: 'questions.pull',
      state: 'succeeded',
      progress: { rowsChanged: 120, failed: 0 },
    });
    expect(await there.pulled('questions')).toMatchObject({ progress: { rowsChanged: 0, done: 0 } });
    expect((await cursor())?.success).not.toBeNull();
    const health = (await there.site.call('GET', '/v1/channel/trendyol/health', { token: there.token })).body;
    expect(health.lastSync.questions).not.toBeNull();
    expect(health.groups.map(({ group }: { group: string }) => group)).toContain('questions');
  });

  test('asks for windows that are not cut without a word', async () => {
    await there.control('PUT', '/questions/knobs', { clampKeeps: 'start', scale: 0.001 });
    for (const days of [1, 20, 40]) await there.ask({ agoMs: days * DAY_MS });
    const since = new Date(Date.now() - 60 * DAY_MS).toISOString();
    const call = (body: object) =>
      wholeAnswer((headers) =>
        there.site.call('POST', '/v1/channel/trendyol/sync', { token: there.token, headers, body }),
      );
    const done = await call({ task: 'questions', since });
    expect(done.body).toMatchObject({ state: 'succeeded', result: { rowsChanged: 3 } });
    expect(await cursor()).toBeUndefined();
    expect((await call({ task: 'questions' })).body).toMatchObject({ result: { rowsChanged: 0 } });
  });

  test('is off while the store does not want it', async () => {
    const { world } = there;
    const { held } = (await world.read('store.stockSettings.get')).channels[0];
    await world.done('settings.channel.update', {
      extension: 'trendyol',
      ...held,
      pull: { ...held.pull, questions: false },
    });
    expect(await there.round('questions')).toBe('off');
  });

  test('keeps the word of a state that nobody knows, and tells of it', async () => {
    const { questionId } = await there.ask();
    await there.control('PUT', '/questions/move', { questionId, to: 'ESCALATED' });
    expect(await there.pulled('questions')).toMatchObject({
      state: 'succeeded',
      progress: { rowsChanged: 1, failed: 0 },
      errors: [{ code: 'state_unknown', remoteId: String(questionId), message: expect.stringContaining('ESCALATED') }],
    });
    expect((await there.list('?state=unknown')).body.items).toMatchObject([{ stateWord: 'ESCALATED' }]);
  });

  test.each([
    ['questionNul', 0, 3],
    ['questionNull', 1, 2],
    ['questionText', 1, 2],
    ['questionEnormous', 0, 3],
    ['questionLongIds', 0, 3],
  ] as const)('takes what can be read of a hostile page (%s)', async (kind, failed, rowsChanged) => {
    await there.ask({ count: 3 });
    there.simulator.faults.set({ hostilePage: { rate: 1, kind }, endpoint: FILTER });
    expect(await there.pulled('questions')).toMatchObject({
      state: 'succeeded',
      progress: { failed, rowsChanged },
    });
  });

  test('gives a list up that never ends, with its cursor unmoved', async () => {
    await there.pulled('questions');
    const before = (await cursor())?.until;
    await there.ask({ count: 3 });
    there.simulator.faults.set({ hostilePage: { rate: 1, kind: 'questionEndless' }, endpoint: FILTER });
    expect(await there.pulled('questions')).toMatchObject({
      state: 'failed',
      error: { code: 'provider_answer_invalid' },
    });
    expect((await cursor())?.until).toEqual(before);
  });
});

describe('channel.questions.answer', () => {
  /** A question that the store knows. */
  async function known(more: object = {}): Promise<number> {
    const { questionId } = await there.ask(more);
    await there.pulled('questions');
    return questionId;
  }

  test('answers once, and the question waits no more', async () => {
    const questionId = await known();
    const done = await there.answer(questionId, TEXT);
    expect([done.status, done.body]).toMatchObject([
      200,
      { kind: 'question.answer', state: 'succeeded', result: { questionState: 'answered' }, answerText: TEXT },
    ]);
    expect(idsIn((await there.list()).body)).toEqual([]);
    expect((await there.list('?state=answered')).body.items).toMatchObject([{ answer: { text: TEXT } }]);
    expect(await counted(questionId)).toEqual({ asked: 1, done: 1 });
    const again = await there.answer(questionId, 'Merhaba, yarın kargoda olur.');
    expect(again).toMatchObject({ status: 409, body: { code: 'invalid_state', state: 'answered' } });
  });

  test('whose answer the moderation refuses waits again, and shows the refused one', async () => {
    await there.control('PUT', '/questions/knobs', { reviewMs: 600_000 });
    const questionId = await known();
    const done = await there.answer(questionId, 'Bize WhatsApp üzerinden yazın lütfen.');
    expect(done.body.result).toEqual({ questionState: 'in_review' });
    await there.control('POST', '/questions/hurry');
    expect((await listed()).items).toMatchObject([
      {
        state: 'waiting',
        answer: null,
        refusedAnswer: { text: expect.stringContaining('WhatsApp'), reason: expect.stringContaining('Yasaklı kelime') },
      },
    ]);
    expect((await there.answer(questionId, TEXT)).body.state).toBe('succeeded');
    await there.control('POST', '/questions/hurry');
    expect((await listed('?state=answered')).items).toHaveLength(1);
    // Days later somebody objects.
    await there.control('PUT', '/questions/refuse', { questionId, reason: 'Telefon numarası' });
    expect((await listed()).items).toMatchObject([{ refusedAnswer: { text: TEXT, reason: 'Telefon numarası' } }]);
  });

  test('whose answer is lost is asked once, and read back', async () => {
    const questionId = await known();
    there.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: ANSWER, untilRequests: 1 });
    const done = await there.answer(questionId, TEXT);
    expect([done.status, done.body.state]).toEqual([200, 'succeeded']);
    expect(await counted(questionId)).toEqual({ asked: 1, done: 1 });
    const known2 = await known();
    await there.control('PUT', '/questions/knobs', { bannedWords: ['merhaba'], rejectedAs: 'object' });
    there.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: ANSWER, untilRequests: 1 });
    // It was taken, and refused at once.
    expect((await there.answer(known2, TEXT)).body.result).toEqual({ questionState: 'waiting' });
    expect(await counted(known2)).toEqual({ asked: 1, done: 1 });
  });

  test('that was not done although it was asked for is not asked a second time', async () => {
    const questionId = await known();
    there.simulator.faults.set({ serverError: { rate: 1, status: 503 }, endpoint: ANSWER, untilRequests: 1 });
    const lost = await there.answer(questionId, TEXT);
    expect([lost.status, lost.body.code]).toEqual([502, 'outcome_unknown']);
    expect(await counted(questionId)).toBeUndefined();
    // Nobody knows of it, until the marketplace shows the question once more: then a person may ask again.
    expect(await there.answer(questionId, TEXT)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    await there.pulled('questions');
    expect((await there.answer(questionId, TEXT)).body.state).toBe('succeeded');
  });

  test('is given once, though the marketplace still shows the question as waiting', async () => {
    const questionId = await known();
    const two = await Promise.all([there.answer(questionId, TEXT), there.answer(questionId, `${TEXT} Sevgiler.`)]);
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    // Its list is behind.
    await there.control('PUT', '/questions/move', { questionId, to: 'WAITING_FOR_ANSWER' });
    expect(idsIn(await listed())).toEqual([questionId]);
    expect(await there.answer(questionId, 'Merhaba, yarın kargoda olur.')).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', state: 'answer_given' },
    });
    expect(await counted(questionId)).toEqual({ asked: 1, done: 1 });
    await there.control('PUT', '/questions/refuse', { questionId, reason: 'Telefon numarası' });
    expect((await listed()).items).toMatchObject([{ state: 'waiting', refusedAnswer: { reason: 'Telefon numarası' } }]);
    expect((await there.answer(questionId, 'Merhaba, yarın kargoda olur.')).body.state).toBe('succeeded');
  });

  test('looks first: what was answered or closed there meanwhile is not asked', async () => {
    const questionId = await known();
    await there.control('PUT', '/questions/move', { questionId, to: 'UNANSWERED' });
    const late = await there.answer(questionId, TEXT);
    expect(late.body).toMatchObject({ state: 'failed', error: { code: 'invalid_state' } });
    expect(await counted(questionId)).toBeUndefined();
    there.simulator.faults.set({ hostilePage: { rate: 1, kind: 'refusedIn200' }, endpoint: ONE });
    const odd = await there.answer(await known(), TEXT);
    expect([odd.status, odd.body.code]).toEqual([502, 'provider_refused']);
  });

  test('refuses what cannot be, at the field, before anything is asked', async () => {
    const questionId = await known();
    for (const text of ['123456789', ` ${'a'.repeat(2_001)}`.trim(), '👍👍👍👍👍👍👍👍👍'])
      expect(await there.answer(questionId, text)).toMatchObject({
        status: 422,
        body: { code: 'answer_unfit', errors: [{ pointer: '/text' }] },
      });
    expect(await there.answer(questionId, '  ')).toMatchObject({ status: 400 });
    expect(await there.answer(1, TEXT)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await there.answer('a%00b', TEXT)).toMatchObject({ status: 400 });
    expect(await counted(questionId)).toBeUndefined();
    await there.world.done('extension.disable', { extension: 'trendyol', disconnect: 'freeze' });
    expect(await there.answer(questionId, TEXT)).toMatchObject({
      status: 422,
      body: { code: 'extension_not_enabled' },
    });
  });

  test('that an agent asks for waits for the owner', async () => {
    const { site, world } = there;
    const questionId = await known();
    const { token } = await site.mint('agent', ['orders:write', 'orders:read', 'proposals:write']);
    const path = `/v1/channel/trendyol/questions/${questionId}/answer`;
    const { status, body } = await site.call('POST', path, { token, body: { text: TEXT } });
    expect([status, body.proposed, await counted(questionId)]).toEqual([202, true, undefined]);
    const { proposalId } = body;
    await site.command(token, 'proposal.submit', { proposalId });
    const read = () => world.read('proposals.get', { params: { prp: proposalId }, as: world.owner });
    const [asked] = await site.rows<{ text: string; product: string; buyer: string }>(
      'SELECT text, product_title AS product, buyer_name AS buyer FROM channel_question WHERE question_id = $1',
      [String(questionId)],
    );
    const [{ upon }] = (await read()).list;
    expect(upon).toMatchObject([
      { label: { en: 'Question' }, value: asked?.text },
      { label: { en: 'Goods' }, value: asked?.product },
      { label: { en: 'Asked by' }, value: asked?.buyer },
      { label: { en: 'Deadline' }, kind: 'time' },
    ]);
    const seen = (await site.call('GET', `/v1/proposals/${proposalId}`, { token })).body;
    expect(seen.list[0].upon).toEqual([]);
    await world.done('proposal.approve', { proposalId, hash: (await read()).hash }, { as: world.owner });
    await eventually(async () => (await read()).state === 'applied', 60_000, 50);
    expect(await counted(questionId)).toEqual({ asked: 1, done: 1 });
  });
});
