import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { FlatPayload1763871400000 } from '../../migrations/1763871400000-flat-payload';
import { newUlid } from '../../src/kernel/ids';
import { connectTrendyol } from '../channel/marketplace';
import { eventually } from '../world/eventually';
import { worldWithAgents } from './agents';

test('what was recorded of a route when its payload had the parts of a request is run as it was meant', async () => {
  const agents = await worldWithAgents();
  const { world, agent: as } = agents;
  await connectTrendyol(world);
  const { proposalId } = await world.read('channel.catalog.pull', {
    as,
    params: { ext: 'trendyol' },
    body: { mode: 'preview' },
  });
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  const runner = { query: (text: string) => client.query(text) } as unknown as QueryRunner;
  // A role that owns the tables and is no superuser: isolation is forced on it as well.
  const owner = `owner_${newUlid().toLowerCase()}`;
  await client.query(`
    CREATE ROLE ${owner}; GRANT USAGE, CREATE ON SCHEMA public TO ${owner};
    ALTER TABLE proposal_item OWNER TO ${owner}; SET ROLE ${owner}`);
  const payload = async () => {
    await client.query('RESET ROLE');
    const { rows } = await client.query('SELECT payload FROM proposal_item');
    await client.query(`SET ROLE ${owner}`);
    return rows[0].payload;
  };
  const flat = { ext: 'trendyol', mode: 'preview' };
  expect(await payload()).toEqual(flat);
  const migration = new FlatPayload1763871400000();
  await migration.down(runner);
  expect(await payload()).toEqual({ params: { ext: 'trendyol' }, body: { mode: 'preview' } });
  for (const _ of [1, 2]) {
    await migration.up(runner);
    expect(await payload()).toEqual(flat);
  }
  await client.end();
  await agents.startWorker();
  await agents.submit(proposalId, as);
  await agents.approve(proposalId);
  // Its command has run; whether the marketplace answers the job is another matter.
  const isStarted = async () => (await agents.get(proposalId)).list[0].state === 'started';
  expect(await eventually(isStarted)).toBe(true);
  expect(await world.read('channel.jobs.list', { params: { ext: 'trendyol' } })).toMatchObject({
    items: [{ mode: 'preview' }],
  });
  await agents.close();
});
