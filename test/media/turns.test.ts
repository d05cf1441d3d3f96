// tier: all
import { Client } from 'pg';
import { mediaVariants } from '../../src/media/image/contract';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { committed } from './committed';
import { plain } from './pictures';

const WITHIN_MS = 120_000;
/** More than wait in a worker. */
const PICTURES = 14;

const STARTED = 2;

test('a store with many pictures keeps no other one’s from being drawn', async () => {
  const world = await createWorld();
  const held = new Client({ connectionString: world.superuserUrl });
  await held.connect();
  const many: string[] = [];
  for (let width = 1; width <= PICTURES; width += 1) many.push(await committed(world, await plain(width, 9)));
  // What is drawn cannot be written down as long as somebody holds the rows.
  await held.query('BEGIN');
  await held.query('SELECT 1 FROM media FOR UPDATE');
  const worker = await startTestWorker(world);
  try {
    const areInLine = async (ids: readonly string[]): Promise<boolean> =>
      (await Promise.all(ids.map((id) => isInLine(world, id)))).filter(Boolean).length >= Math.min(ids.length, 10);
    await eventually(() => areInLine(many), WITHIN_MS, 250);
    const one = await committed(world, await plain(20, 9), world.other);
    // A lock that is waited for too long passes the turn on: it may be drawn by now.
    await eventually(async () => (await areInLine([one])) || (await ready(held)).includes(one), WITHIN_MS, 250);
    await held.query('ROLLBACK');
    await eventually(async () => (await ready(held)).includes(one), WITHIN_MS, 100);
    // The one that was being drawn, and at most the one whose turn was next.
    const before = (await ready(held)).indexOf(one);
    expect(before).toBeLessThanOrEqual(2);
    await eventually(async () => (await ready(held)).length === PICTURES + 1, WITHIN_MS, 250);
  } finally {
    await worker.stop();
    await held.end();
    await world.close();
  }
});

async function isInLine({ platform }: World, mediaId: string): Promise<boolean> {
  const workflow = platform.temporal.workflow.getHandle(mediaVariants.workflowId(mediaId));
  const { raw } = await workflow.describe().catch(() => ({ raw: { pendingActivities: [] } }));
  return raw.pendingActivities?.[0]?.state === STARTED;
}

/** In the order in which they became so. */
async function ready(db: Client): Promise<string[]> {
  const { rows } = await db.query(
    `SELECT DISTINCT ON (m.id) m.id, a.id AS at FROM media m JOIN audit_entity e ON e.entity_id = m.id JOIN audit_row a ON a.id = e.audit_id
     WHERE a.command = 'media.process' ORDER BY m.id, a.id`,
  );
  return rows.toSorted((left, right) => (left.at < right.at ? -1 : 1)).map(({ id }) => id);
}
