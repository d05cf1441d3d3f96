import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as jobs from '../../src/channel/job/deadlines';
import { BOOKED_MS } from '../../src/channel/worker/pictures';
import { bounded } from '../../src/provider/bounded';
import * as provider from '../../src/provider/deadlines';
import { ProviderUnavailable } from '../../src/provider/error';

const stays = new AbortController().signal;

describe('deadlines that hold each other up', () => {
  /** Whoever waits must wait longer than what he waits for, with room for the way there and back. */
  const ROOM_MS = 1_000;
  test.each([
    ['a call waits longer than its request', provider.CALL_MS, provider.REQUEST_MS],
    ['who calls waits longer than the call', provider.CALLER_MS, provider.CALL_MS],
    ['a request is asked again after no call can be under way', jobs.UNDER_WAY_MS, provider.CALL_MS],
    ['a step looks alive for longer than a call', jobs.STILL_MS, provider.CALL_MS],
    ['a step looks alive for longer than a statement', jobs.STILL_MS, jobs.DATABASE_MS],
    ['silence is more than two lost heartbeats', jobs.SILENCE_MS, 2 * jobs.HEARTBEAT_MS],
    [
      'a step that hangs is noticed within its attempt',
      jobs.ATTEMPT_MS,
      jobs.STEP_MS + jobs.STILL_MS + jobs.SILENCE_MS,
    ],
    [
      'pictures that hang are booked within the attempt that asked for them',
      jobs.ATTEMPT_MS,
      jobs.STEP_MS + BOOKED_MS + jobs.DATABASE_MS,
    ],
    ['what is but written may take as long as Postgres', jobs.WORD_MS, jobs.DATABASE_MS],
  ])('%s', (_, above, below) => {
    expect(above).toBeGreaterThanOrEqual(below + ROOM_MS);
  });

  test.each(['workflows/channel.job.ts', 'activities/channel.job.ts'])('are stated nowhere else: %s', (file) => {
    const text = readFileSync(path.join(__dirname, '../..', file), 'utf8');
    expect(text.match(/(startToCloseTimeout|heartbeatTimeout): ['\d]|const (STILL|STEP|HEARTBEAT)_MS/g)).toBeNull();
  });
});

describe('a call of an adapter', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('that does not hear of being late is waited for no longer than any other', async () => {
    let told: AbortSignal | undefined;
    const deaf = bounded('Bazaar', stays, (signal) => {
      told = signal;
      return new Promise<never>(() => {});
    });
    const failure = deaf.catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(provider.CALL_MS - 1);
    expect(told?.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await failure).toEqual(new ProviderUnavailable('Bazaar did not answer: no answer came within 11 s.'));
    expect(told?.aborted).toBe(true);
  });

  test('ends as it does otherwise, and hears of its caller', async () => {
    const caller = new AbortController();
    const hearing = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const answered = bounded('Bazaar', caller.signal, hearing);
    const gone = new Error('gone');
    caller.abort(gone);
    await expect(answered).rejects.toBe(gone);
    expect(await bounded('Bazaar', stays, async () => 7)).toBe(7);
    expect(jest.getTimerCount()).toBe(0);
  });
});
