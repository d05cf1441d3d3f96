import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { ItemStates1763876400000 } from '../../migrations/1763876400000-item-states';
import { newUlid } from '../../src/kernel/ids';
import { worldWithAgents } from './agents';

test('items that an earlier release left waiting in proposals that are over are dropped, or left to their work', async () => {
  const agents = await worldWithAgents();
  const { world } = agents;
  const going = await agents.proposedPrice();
  const over = await agents.proposedPrice();
  const begun = await agents.proposedPrice();
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  const run = (text: string) => client.query(text);
  const runner = { query: run } as unknown as QueryRunner;
  const migration = new ItemStates1763876400000();
  // A role that owns the tables and is no superuser: isolation is forced on it as well.
  const owner = `owner_${newUlid().toLowerCase()}`;
  await run(`
    CREATE ROLE ${owner};
    ALTER TABLE proposal OWNER TO ${owner}; ALTER TABLE proposal_item OWNER TO ${owner};
    GRANT USAGE, CREATE ON SCHEMA public TO ${owner}; SET ROLE ${owner}`);
  await migration.down(runner);
  await run('RESET ROLE');
  const ended = [over, begun].map(({ proposalId }) => `'${proposalId}'`).join(', ');
  await run(`
    UPDATE proposal SET state = 'withdrawn', finished_at = now() WHERE id IN (${ended});
    UPDATE proposal_item SET state = 'failed', awaited = '{"auditId": "aud_1", "result": {}}'
    WHERE proposal_id = '${begun.proposalId}'`);
  await run(`SET ROLE ${owner}`);
  await migration.up(runner);
  await run('RESET ROLE');
  const states = await Promise.all(
    [going, over, begun].map(async ({ proposalId }) => (await agents.get(proposalId)).list[0].state),
  );
  expect(states).toEqual(['pending', 'dropped', 'left_running']);
  await expect(
    run(`UPDATE proposal_item SET state = 'started' WHERE proposal_id = '${going.proposalId}'`),
  ).rejects.toThrow('proposal_item_awaited_check');
  await client.end();
  await agents.close();
});
