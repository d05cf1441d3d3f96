import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { Recording1763700610000 } from '../../migrations/1763700610000-recording';
import type { Command } from '../../src/kernel/declaration/declare';
import { newUlid } from '../../src/kernel/ids';
import { images } from '../../src/nouns';
import { Chains } from '../../src/proposal/recording/chains';
import { createProposalGate } from '../../src/proposal/recording/gate';
import { worldWithAgents } from './agents';

test('items recorded before the release keep their order, are counted, and get keys that nobody can state', async () => {
  const agents = await worldWithAgents();
  const { world, propose } = agents;
  const [one, other] = await Promise.all(
    ['Cezve', 'Fincan'].map(async (title) => (await world.done('catalog.product.create', { title, price: 100 })).id),
  );
  await propose('catalog.price.set', { targetId: one, price: 200 });
  const { proposalId } = await propose('catalog.price.set', { targetId: other, price: 300 });
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  await client.query(`
    ALTER TABLE proposal DROP COLUMN recorded_items, DROP COLUMN recorded_bytes;
    ALTER TABLE proposal_item DROP COLUMN writes, DROP COLUMN builds_on;
    UPDATE proposal_item SET key = '${newUlid()}'`);
  // A role that owns the tables and is no superuser: isolation is forced on it as well.
  const owner = `owner_${newUlid().toLowerCase()}`;
  await client.query(`
    CREATE ROLE ${owner};
    ALTER TABLE proposal OWNER TO ${owner};
    ALTER TABLE proposal_item OWNER TO ${owner};
    GRANT USAGE, CREATE ON SCHEMA public TO ${owner};
    SET ROLE ${owner}`);
  await new Recording1763700610000().up({ query: (text: string) => client.query(text) } as unknown as QueryRunner);
  const { rows } = await client.query('SELECT count(*)::int AS seen FROM proposal_item');
  expect(rows).toEqual([{ seen: 0 }]);
  await client.query('RESET ROLE');

  // A process of the release, which knows nothing of those before it.
  const { capabilities } = world.platform.services;
  const gate = createProposalGate({ bus: world.bus, capabilities, chains: new Chains(images) });
  const mutation = capabilities.command('catalog.stock.set') as Command;
  const call = { principal: agents.agent, mutation, payload: { targetId: one, stock: 4 }, key: newUlid() };
  const { body: third } = await gate.record(call);
  expect(third).toMatchObject({ proposalId, seq: 3 });
  const items = await client.query('SELECT id, key, builds_on, writes FROM proposal_item ORDER BY seq');
  expect(items.rows.map(({ id, key }) => key === `item/${id}`)).toEqual([true, true, true]);
  expect(items.rows.map(({ builds_on }) => builds_on)).toEqual([[], [1], [1, 2]]);
  expect(items.rows[0].writes).toEqual(['*']);
  const [proposal] = (await client.query('SELECT recorded_items, recorded_bytes FROM proposal')).rows;
  expect(proposal.recorded_items).toBe(3);
  expect(proposal.recorded_bytes).toBeGreaterThan(500);

  await agents.startWorker();
  await agents.submit(proposalId);
  await agents.approve(proposalId);
  expect(await agents.until(proposalId, 'applied', 'paused')).toMatchObject({ items: { applied: 3 } });
  await client.end();
  await agents.close();
});
