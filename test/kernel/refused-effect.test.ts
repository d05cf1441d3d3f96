import { defineSearchAttributeKey, SearchAttributeType, type TypedSearchAttributes } from '@temporalio/common';
import { healthOf } from '../../src/health';
import type { Principal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import { isRefusedForGood, temporalClient } from '../../src/kernel/work/temporal';
import type { RunningWorker } from '../../src/worker';
import { connectedMarketplace, type Marketplace } from '../channel/marketplace';
import { mintAgent } from '../proposal/agents';
import { patient } from '../world/patience';
import { startTestWorker } from '../world/worker';

/** More than Temporal takes of one input, and more than it takes of one call. */
const TOO_LARGE = { input: 3_000_000, call: 5_000_000 };
const UNTIL_MS = 90_000;

// Megabytes go to Temporal many times over.
jest.setTimeout(240_000);

describe('an effect that Temporal refuses', () => {
  let shop: Marketplace;
  let worker: RunningWorker;
  let agent: Principal;
  beforeEach(async () => {
    shop = await connectedMarketplace({ products: 5 });
    agent = await mintAgent(shop.world);
    worker = await startTestWorker(shop.world);
  });
  afterEach(async () => {
    await worker.stop();
    await shop.close();
  });

  const swell = (bytes: number): Promise<void> =>
    shop.world.sql(`
      CREATE FUNCTION swell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.message := jsonb_set(NEW.message, '{input,pad}', to_jsonb(repeat('x', ${bytes})));
        RETURN NEW;
      END $$;
      CREATE TRIGGER swell BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION swell();`);
  const shrink = (): Promise<void> => shop.world.sql('DROP TRIGGER swell ON outbox');
  const rows = <Row>(sql: string): Promise<Row[]> => shop.world.database.reader(shop.world.storeId).query<Row>(sql);

  /** Does not sit through the waits between tries, which are shorter than the lease of a try that is under way. */
  async function until<T>(look: () => Promise<T>, reached: (seen: T) => boolean): Promise<T> {
    const end = Date.now() + patient(UNTIL_MS);
    for (;;) {
      const seen = await look();
      if (reached(seen)) return seen;
      if (Date.now() > end) throw new Error(`not reached: ${JSON.stringify(seen)}`);
      await shop.world.sql(
        "UPDATE outbox SET next_at = now() WHERE refusals > 0 AND done_at IS NULL AND next_at < now() + interval '12 seconds'",
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  const proposal = (prp: string) => shop.world.read('proposals.get', { params: { prp } });
  const route = async (id: string, prp: string, body: unknown): Promise<void> => {
    const { owner, dispatcher, platform } = shop.world;
    const found = platform.services.capabilities.routes.find((each) => each.id === id);
    if (!found) throw new Error(`no route ${id}`);
    const input = { params: { prp }, query: {}, body, idempotencyKey: newUlid() };
    for (;;) {
      const reply = await dispatcher.route(found, owner, input).catch((error) => error);
      if (reply.status !== 503) return expect(reply.status).toBe(200);
    }
  };

  test('ends the job, and the next one runs', async () => {
    await swell(TOO_LARGE.input);
    const refused = await shop.pull();
    const job = await until(
      () => shop.job(refused),
      ({ finishedAt }) => finishedAt !== null,
    );
    expect(job).toMatchObject({
      state: 'failed',
      error: { code: 'not_started', message: expect.stringMatching(/size/) },
    });
    const health = healthOf(shop.world.platform, shop.world.config).ask;
    await until(health, ({ parts }) => parts.effects === 'failing' && parts.outbox === 'ok');
    expect(
      await rows("SELECT refusals, failed_at IS NOT NULL AS failed FROM outbox WHERE workflow_id LIKE 'job/%'"),
    ).toEqual([{ refusals: 5, failed: true }]);
    await shrink();
    expect(await shop.ended(await shop.pull())).toMatchObject({ state: 'succeeded', progress: { created: 5 } });
  });

  test('pauses the proposal, which its owner resumes, and tells of the mail', async () => {
    const { world } = shop;
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 100 });
    const proposed = await world.run('catalog.price.set', { targetId: id, price: 200 }, { as: agent });
    const { proposalId } = proposed.body as { proposalId: string };
    await swell(TOO_LARGE.input);
    await world.done('proposal.submit', { proposalId }, { as: agent });
    const { hash } = await proposal(proposalId);
    await route('proposals.apply', proposalId, { hash });
    const paused = await until(
      () => proposal(proposalId),
      ({ state }) => state === 'paused',
    );
    expect(paused).toMatchObject({
      pause: { seq: 1, reason: 'failed', message: expect.stringContaining('could not be started') },
    });
    const [mail] = await until(
      () => rows<{ state: string; reason: string }>('SELECT state, last_error AS reason FROM mail'),
      ([first]) => first?.state === 'failed',
    );
    expect(mail?.reason).toContain('Temporal refused it');
    await shrink();
    await route('proposals.resume', proposalId, {});
    await until(
      () => proposal(proposalId),
      ({ state }) => state === 'applied',
    );
    expect(await world.read('catalog.products.get', { params: { prd: id } })).toMatchObject({ price: 200 });
  });

  test('is told from one that may go through later', async () => {
    const { config, platform } = shop.world;
    const start = (options: { args?: unknown[]; typedSearchAttributes?: unknown }, client = platform.temporal) =>
      client.workflow
        .start('channelJob', {
          workflowId: `test/${newUlid()}`,
          taskQueue: 'nobody',
          args: options.args ?? [],
          ...(options.typedSearchAttributes
            ? { typedSearchAttributes: options.typedSearchAttributes as TypedSearchAttributes }
            : {}),
        })
        .then(
          () => undefined,
          (error: unknown) => error,
        );
    for (const bytes of Object.values(TOO_LARGE)) {
      const refused = await start({ args: ['x'.repeat(bytes)] });
      expect(refused).toBeInstanceOf(Error);
      expect(isRefusedForGood(refused)).toBe(true);
    }
    const key = defineSearchAttributeKey('NobodyRegistered', SearchAttributeType.KEYWORD);
    const unknown = await start({ typedSearchAttributes: [{ key, value: 'x' }] });
    expect(unknown).toBeInstanceOf(Error);
    expect(isRefusedForGood(unknown)).toBe(false);
    const nobody = temporalClient({ address: '127.0.0.1:1', namespace: config.temporalNamespace });
    const away = await nobody.withDeadline(Date.now() + 2_000, () => start({}, nobody));
    await nobody.connection.close();
    expect(away).toBeInstanceOf(Error);
    expect(isRefusedForGood(away)).toBe(false);
  });
});
