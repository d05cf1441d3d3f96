import { Client } from 'pg';
import type { Reply } from '../../src/kernel/call/dispatch';
import { newUlid } from '../../src/kernel/ids';
import { applyNextItem } from '../../src/proposal/apply';
import { slowTest } from '../world/slow-test';
import { type Agents, worldWithAgents } from './agents';

// Each application runs on a worker of its own, through five tries that wait for one another.

describe('an item that fails with anything but a refusal', () => {
  let agents: Agents;
  beforeEach(async () => {
    agents = await worldWithAgents();
  });
  afterEach(() => agents.close());

  const product = (title: string): Promise<{ id: string }> =>
    agents.world.done('catalog.product.create', { title, price: 100, stock: 5 });
  const read = (productId: string) => agents.world.read('catalog.products.get', { params: { prd: productId } });
  const withdraw = (proposalId: string, as = agents.world.owner): Promise<Reply> =>
    agents.world.run('proposal.withdraw', { proposalId }, { as });
  /** As often as the API says that no worker has taken it up yet. */
  const resume = async (proposalId: string): Promise<void> => {
    const key = newUlid();
    for (;;) {
      const answer = await agents.route('proposals.resume', proposalId, {}, key).catch((error) => error);
      if (answer.status !== 503) return expect(answer.status).toBe(200);
    }
  };
  const generation = async (): Promise<number> => (await agents.world.read('tokens.whoami')).store.generation;
  const audit = async (query: object) => (await agents.world.read('audit.list', { query: query as never })).items;

  /** A price, a title that may collide, and another price. */
  const threeChanges = async () => {
    const [cezve, fincan] = [await product('Cezve'), await product('Fincan')];
    const { proposalId } = await agents.propose('catalog.price.set', { targetId: cezve.id, price: 200 });
    const { itemId } = await agents.propose('catalog.product.update', { productId: cezve.id, title: 'Tepsi' });
    await agents.propose('catalog.price.set', { targetId: cezve.id, price: 300 });
    await agents.submit(proposalId);
    return { cezve: cezve.id, fincan: fincan.id, proposalId, itemId };
  };

  const faults: Record<string, { break(itemId: string): Promise<void>; says: RegExp }> = {
    'the database refuses what it writes': {
      says: /it collides with what the shop holds/,
      async break() {
        await agents.world.sql(
          `CREATE UNIQUE INDEX one_title ON catalog_product ((title = 'Tepsi')) WHERE title = 'Tepsi'`,
        );
        await product('Tepsi');
      },
    },
    'its key was used by somebody else': {
      says: /it collides with what the shop holds/,
      async break(itemId) {
        await agents.world.sql(
          `INSERT INTO command_outcome (store_id, key, fingerprint, status, body, audit_id)
           SELECT store_id, key, 'of another call', 200, 'null', 'aud_of_another_call' FROM proposal_item WHERE id = '${itemId}'`,
        );
      },
    },
    'its payload cannot be opened': {
      says: /it failed on our side/,
      async break(itemId) {
        // As a damaged disk would: the database itself keeps nothing under a key that it does not know.
        await agents.world.sql(
          `SET session_replication_role = replica; UPDATE proposal_item SET sealed_payload = '\\x00' WHERE id = '${itemId}'`,
        );
      },
    },
  };

  test.each(Object.keys(faults))('because %s pauses the proposal, which its owner can leave', async (name) => {
    const fault = faults[name] as (typeof faults)[string];
    await agents.startWorker();
    const { proposalId, itemId, cezve } = await threeChanges();
    await fault.break(itemId);
    const before = await generation();
    await agents.approve(proposalId);
    const paused = await agents.until(proposalId, 'paused');
    expect(paused).toMatchObject({
      items: { applied: 1, pending: 2, skipped: 0 },
      pause: { itemId, seq: 2, reason: 'failed', message: expect.stringMatching(fault.says) },
    });
    const { state, problem } = paused.list[1];
    expect([state, problem.code]).toEqual(['failed', 'internal']);
    expect(JSON.stringify(problem)).not.toMatch(/one_title|command_outcome|duplicate key|cipher|authenticate/i);
    expect(await read(cezve)).toMatchObject({ title: 'Cezve', price: 200 });
    // What was applied is seen by the storefront although the rest waits.
    expect(await generation()).toBe(before + 1);
    const [row] = await audit({ command: 'proposal.pause' });
    expect(row).toMatchObject({
      outcome: 'done',
      actor: { kind: 'system', id: `proposal/${proposalId}` },
      requestId: problem.requestId,
      cause: { proposalId, itemId, approvedBy: agents.world.owner.id },
      entityId: proposalId,
    });
    expect(await withdraw(proposalId)).toMatchObject({ status: 200, body: { result: { state: 'withdrawn' } } });
    const handle = agents.world.platform.temporal.workflow.getHandle(`proposal/${proposalId}`);
    expect(await handle.result()).toBe('withdrawn');
  });

  test('it is tried again when its owner resumes', async () => {
    await agents.startWorker();
    const { proposalId, itemId, cezve } = await threeChanges();
    await faults['the database refuses what it writes']?.break(itemId);
    await agents.approve(proposalId);
    const { rev } = await agents.until(proposalId, 'paused');
    await resume(proposalId);
    const again = await agents.until(proposalId, 'paused');
    expect(again).toMatchObject({ pause: { seq: 2, reason: 'failed' } });
    expect(again.rev).toBeGreaterThan(rev);
    await agents.world.sql('DROP INDEX one_title');
    await resume(proposalId);
    const applied = await agents.until(proposalId, 'applied');
    expect(applied.list[1]).toMatchObject({ state: 'applied', problem: null });
    expect(await read(cezve)).toMatchObject({ title: 'Tepsi', price: 300 });
    const [row] = await audit({ command: 'proposal.finish' });
    expect(row).toMatchObject({
      actor: { kind: 'system' },
      cause: { proposalId, approvedBy: agents.world.owner.id },
      entityId: proposalId,
    });
  });

  test.each([1, 100])('while Postgres is away the application waits, be it at try %i', async (attempt) => {
    const { proposalId, cezve } = await threeChanges();
    await agents.approve(proposalId);
    const { world } = agents;
    const client = new Client({ connectionString: world.superuserUrl });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM catalog_product WHERE id = $1 FOR UPDATE', [cezve]);
    const step = applyNextItem(
      { bus: world.bus, services: world.platform.services, report: () => {} },
      { storeId: world.storeId, proposalId, attempt },
    ).catch((error) => error.code);
    let answer: unknown;
    void step.then((came) => {
      answer = came;
    });
    // Each time it waits for the locked product, its connection is cut.
    while (answer === undefined) {
      await world.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await client.end();
    expect(answer).toMatchObject({ status: 'waiting', line: expect.stringContaining('the database is away') });
    expect(await agents.get(proposalId)).toMatchObject({ state: 'applying', items: { applied: 0, pending: 3 } });
    await agents.startWorker();
    await agents.until(proposalId, 'applied');
  });

  /** What the writes of the price 200 are told, one after the other; those that follow succeed. */
  const failing = (codes: readonly string[]) =>
    agents.world.sql(`
      CREATE SEQUENCE told;
      CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        DECLARE code text := ('{${codes.join()}}'::text[])[nextval('told')];
        BEGIN
          IF code IS NOT NULL THEN RAISE EXCEPTION 'as Postgres would say' USING ERRCODE = code; END IF;
          RETURN NEW;
        END $$;
      CREATE TRIGGER tell BEFORE UPDATE ON catalog_product FOR EACH ROW WHEN (NEW.price = 200) EXECUTE FUNCTION tell()`);

  slowTest('an outage uses up no try: what fails after it is the first of five', async () => {
    const { proposalId, cezve } = await threeChanges();
    await agents.approve(proposalId);
    const [SHUTDOWN, LOCKED] = ['57P01', '55P03'];
    // A step asks four times before it says that Postgres is away.
    await failing([...Array<string>(4 * 4).fill(SHUTDOWN), LOCKED, LOCKED]);
    await agents.startWorker();
    expect(await agents.until(proposalId, 'applied', 'paused')).toMatchObject({ state: 'applied', pause: null });
    expect(await read(cezve)).toMatchObject({ title: 'Tepsi', price: 300 });
  });

  describe('withdrawing what is being applied', () => {
    test('needs no worker, and the application ends when one is back', async () => {
      const { proposalId, cezve } = await threeChanges();
      await agents.approve(proposalId);
      expect(await withdraw(proposalId, agents.agent)).toMatchObject({
        status: 200,
        body: { result: { state: 'withdrawn', items: { applied: 0 } } },
      });
      await agents.startWorker();
      const handle = agents.world.platform.temporal.workflow.getHandle(`proposal/${proposalId}`);
      expect(await handle.result()).toBe('withdrawn');
      expect(await read(cezve)).toMatchObject({ title: 'Cezve', price: 100 });
    });

    test('leaves what was applied and drops the rest, wherever it falls', async () => {
      await agents.startWorker();
      const { id } = await product('Cezve');
      const prices = Array.from({ length: 12 }, (_, index) => 1_000 + index);
      let proposalId = '';
      for (const price of prices) ({ proposalId } = await agents.propose('catalog.price.set', { targetId: id, price }));
      await agents.submit(proposalId);
      const before = await generation();
      await agents.approve(proposalId);
      while ((await agents.get(proposalId)).items.applied === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const reply = await withdraw(proposalId);
      const { items, state } = await agents.get(proposalId);
      if (reply.status === 409) expect([state, items.applied]).toEqual(['applied', prices.length]);
      else expect(reply).toMatchObject({ status: 200, body: { result: { state: 'withdrawn' } } });
      const handle = agents.world.platform.temporal.workflow.getHandle(`proposal/${proposalId}`);
      expect(await handle.result()).toBe(state);
      expect((await agents.get(proposalId)).items).toEqual(items);
      expect((await read(id)).price).toBe(prices[items.applied - 1]);
      expect(await generation()).toBe(before + 1);
    });
  });
});
