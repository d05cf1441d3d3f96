import { brandCreate } from '../../src/channel/brand/declaration';
import { actSteps } from '../../src/channel/job/act';
import { wasAsked } from '../../src/channel/job/once';
import type { JobSteps } from '../../src/channel/job/steps';
import { endJob } from '../../src/channel/worker/ending';
import { refuse } from '../../src/kernel/errors';
import { done, MISSING } from '../../src/provider/conversation/found';
import {
  ProviderAnswerInvalid,
  ProviderAnswerTooLarge,
  ProviderRefused,
  ProviderUnavailable,
  ProviderUnclear,
} from '../../src/provider/error';
import { eventually } from '../world/eventually';
import { sideBySide } from '../world/side-by-side';
import { drivenJobs } from './driven-jobs';

type Answer = () => string | undefined | Promise<string | undefined>;

const there: Answer = () => 'b1';
const missing: Answer = () => undefined;
const fails =
  (error: Error): Answer =>
  () => {
    throw error;
  };
const silent = fails(new ProviderUnavailable('The marketplace did not answer.'));
const refused = fails(new ProviderRefused(400, 'brand.invalid', 'No.'));
const unclear = fails(new ProviderUnclear(400, 'No.'));

/** A marketplace that answers so, the last answer for ever. */
function marketplace(looks: readonly Answer[], asks: readonly Answer[]) {
  const count = { looks: 0, asks: 0 };
  const next = async (which: 'looks' | 'asks', answers: readonly Answer[]) => {
    const answer = answers[Math.min(count[which], answers.length - 1)] as Answer;
    count[which] += 1;
    const brandId = await answer();
    return brandId === undefined ? undefined : { brandId };
  };
  const steps = actSteps({
    kind: brandCreate,
    async look({ job: { progress } }) {
      const found = await next('looks', looks);
      if (found && !wasAsked(progress)) refuse('brand_taken', `There is ${found.brandId}.`);
      return found ? done(found) : MISSING;
    },
    ask: async () => (await next('asks', asks)) ?? { brandId: null },
  });
  return { count, steps: { 'brand.create': steps as unknown as JobSteps } };
}

/** Jobs that ask so, in a store of their own. */
async function jobsOfBrands() {
  const jobs = await drivenJobs();
  const begin = (brand: string, digest = 'd') =>
    jobs.asked(
      brandCreate.begins({ brand, logos: [{ digest: digest.repeat(64), size: 1, type: 'image/png' }] }) as never,
    );
  const sql = (text: string) => jobs.shop.world.sql(text);
  /** As if the marketplace had answered for long that nothing is there. */
  const age = () =>
    sql(
      `UPDATE channel_job SET progress = progress || jsonb_build_object('missingSince', (progress ->> 'missingSince')::float8 - 60000)
       WHERE finished_at IS NULL`,
    );
  const aged =
    (answer: Answer): Answer =>
    async () => {
      await age();
      return answer();
    };

  async function ended(jobId: string, { steps }: ReturnType<typeof marketplace>) {
    let row = await jobs.find(jobId);
    await jobs.driving(steps, async () => {
      ({ row } = await jobs.ends(await jobs.start(jobId), jobId));
    });
    return row;
  }

  /** Ends a job as one that has asked and waited in vain. */
  async function leftUnknown(brand: string) {
    const jobId = await begin(brand);
    const market = marketplace([missing], [silent]);
    await jobs.driving(market.steps, async () => {
      const handle = await jobs.start(jobId);
      await eventually(async () => market.count.looks > 1);
      await sql(`UPDATE channel_job SET waited_ms = 3600000 WHERE id = '${jobId}'`);
      await jobs.ends(handle, jobId);
    });
    return jobs.find(jobId);
  }

  return { jobs, sql, begin, aged, ended, leftUnknown, close: () => jobs.close() };
}

describe('what is asked for once', () => {
  const alone = sideBySide(jobsOfBrands);

  for (const [name, answer] of [
    ['a search that is refused', refused],
    ['one that nobody is let in for', fails(new ProviderUnclear(401, 'Who are you?'))],
    ['an answer that is too large', fails(new ProviderAnswerTooLarge('Too much.'))],
    ['an answer that means nothing', fails(new ProviderAnswerInvalid('What?'))],
    ['a secret that is gone', () => refuse('extension_not_ready', 'apiKey')],
    ['a fault of ours', fails(new TypeError('undefined is not a function'))],
  ] as const satisfies readonly (readonly [string, Answer])[])
    alone(`is waited for beyond ${name}`, async ({ begin, ended }) => {
      const market = marketplace([missing, answer, answer, there], [silent]);
      const row = await ended(await begin(name), market);
      expect([row.state, row.error, row.progress, market.count.asks]).toMatchObject([
        'succeeded',
        null,
        { brandId: 'b1' },
        1,
      ]);
    });

  alone('is refused by the answer to the first request alone', async ({ begin, aged, ended }) => {
    const first = marketplace([missing], [refused]);
    expect(await ended(await begin('Reddedilen'), first)).toMatchObject({
      state: 'failed',
      error: { code: 'provider_refused', message: 'No.' },
    });
    expect(first.count).toEqual({ looks: 1, asks: 1 });
    const second = marketplace([missing, missing, aged(missing), there], [silent, refused]);
    expect(await ended(await begin('Sonra Reddedilen'), second)).toMatchObject({
      state: 'succeeded',
      progress: { brandId: 'b1' },
    });
    expect(second.count).toEqual({ looks: 4, asks: 2 });
  });

  alone(
    'is looked for where nobody knows who has refused it: a proxy may, and the provider have done it',
    async (shop) => {
      const market = marketplace([missing, there], [unclear]);
      expect(await shop.ended(await shop.begin('Vekil'), market)).toMatchObject({
        state: 'succeeded',
        progress: { brandId: 'b1' },
      });
      expect(market.count).toEqual({ looks: 2, asks: 1 });
    },
  );

  alone(
    'is asked for again on two answers that it is not there, with no silence between them',
    async ({ begin, aged, ended }) => {
      const market = marketplace([missing, missing, aged(silent), missing, there], [silent]);
      expect((await ended(await begin('Sessizlik'), market)).state).toBe('succeeded');
      expect(market.count).toEqual({ looks: 5, asks: 1 });
      const heard = marketplace([missing, missing, aged(missing)], [silent, () => 'b2']);
      expect((await ended(await begin('Uzun Bekleyiş'), heard)).state).toBe('succeeded');
      expect(heard.count).toEqual({ looks: 3, asks: 2 });
    },
  );

  alone(
    'has an end of its own when it is not known what came of it, and is looked for as its own then',
    async ({ begin, ended, leftUnknown }) => {
      expect(await leftUnknown('Bilinmeyen')).toMatchObject({
        state: 'failed',
        error: { code: 'outcome_unknown', message: expect.stringContaining('whether it has done it is not known') },
      });
      const another = marketplace([there], [there]);
      expect(await ended(await begin('Bilinmeyen', 'e'), another)).toMatchObject({ error: { code: 'brand_taken' } });
      const again = marketplace([there], [there]);
      expect(await ended(await begin('Bilinmeyen'), again)).toMatchObject({
        state: 'succeeded',
        progress: { brandId: 'b1' },
      });
      const third = marketplace([there], [there]);
      expect(await ended(await begin('Bilinmeyen'), third)).toMatchObject({ error: { code: 'brand_taken' } });
      expect([another, again, third].map(({ count }) => count.asks)).toEqual([0, 0, 0]);
    },
  );

  alone(
    'is not asked for at once where another job may have asked for it just now',
    async ({ begin, aged, ended, leftUnknown }) => {
      await leftUnknown('Az Önce');
      const market = marketplace([missing, missing, aged(missing), there], [() => 'b2']);
      expect(await ended(await begin('Az Önce'), market)).toMatchObject({ progress: { brandId: 'b2' } });
      expect(market.count).toEqual({ looks: 3, asks: 1 });
    },
  );

  alone(
    'may be waited for no longer, which is neither cancelled nor failed for a known reason',
    async ({ jobs, begin }) => {
      const { world } = jobs.shop;
      const cancel = (cjb: string) =>
        world.read('channel.jobs.cancel', { as: world.developer, params: { ext: 'trendyol', cjb } });
      const jobId = await begin('Bırakılan');
      const market = marketplace([missing, silent], [silent]);
      await jobs.driving(market.steps, async () => {
        const handle = await jobs.start(jobId);
        await eventually(async () => market.count.asks > 0 && (await jobs.find(jobId)).waitingReason !== null);
        expect(await cancel(jobId)).toMatchObject({ state: 'failed', error: { code: 'outcome_unknown' } });
        expect(await jobs.ends(handle, jobId)).toMatchObject({ status: 'FAILED', row: { state: 'failed' } });
      });
    },
  );

  alone(
    'and was found has succeeded, although its workflow was gone before it said so',
    async ({ jobs, sql, begin }) => {
      const jobId = await begin('Bulunan');
      await sql(
        `UPDATE channel_job SET state = 'running', exhausted = true, done = 1, total = 1,
         progress = progress || '{"asked": 1, "brandId": "b1"}' WHERE id = '${jobId}'`,
      );
      const { platform, storeId } = jobs.shop.world;
      const said = { state: 'failed', error: { code: 'not_finished', message: 'Its workflow was gone.' } } as const;
      expect(await endJob(platform.bus, { storeId, jobId }, said)).toEqual({ state: 'succeeded', error: null });
    },
  );
});
