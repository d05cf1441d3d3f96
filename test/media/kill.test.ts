// tier: all
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import { Client } from 'pg';
import { mediaVariants } from '../../src/media/image/contract';
import { exampleImage } from '../../src/media/image/example';
import type { RunningWorker } from '../../src/worker';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { untilWaiting } from '../world/held';
import { silencesOf } from '../world/history';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { committed } from './committed';

test('a picture whose worker was killed while it drew is drawn by another one, once', async () => {
  const world = await createWorld();
  const doomed = startCompiledWorker(world);
  const held = new Client({ connectionString: world.superuserUrl });
  await held.connect();
  let heir: RunningWorker | undefined;
  try {
    const id = await committed(world, exampleImage());
    // What is drawn cannot be written down as long as somebody holds the row.
    await held.query('BEGIN');
    await held.query('SELECT 1 FROM media WHERE id = $1 FOR UPDATE', [id]);
    await untilWaiting(world);
    const folders = async (): Promise<string[]> =>
      (await readdir(os.tmpdir())).filter((name) =>
        name.startsWith(`tezgah-draw-${os.hostname()}-${doomed.process.pid}-`),
      );
    expect(await folders()).toHaveLength(1);
    await doomed.kill();
    await held.query('ROLLBACK');
    heir = await startTestWorker(world);
    expect(await folders()).toEqual([]);
    await eventually(async () => (await variants(world)).length === 2);
    expect((await variants(world)).map(({ format }) => format)).toEqual(['webp', 'avif']);
    expect(await silencesOf(world, mediaVariants.workflowId(id))).toBeGreaterThan(0);
  } finally {
    await doomed.kill();
    await held.end();
    await heir?.stop();
    await world.close();
  }
});

const variants = async (world: World): Promise<{ format: string }[]> =>
  (await world.read('media.list')).items[0].variants;
