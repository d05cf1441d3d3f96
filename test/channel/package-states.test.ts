import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isGoneInSql } from '../../src/order/package/gone-store';
import { isGone, isOver, packageStates } from '../../src/provider/channel/package';
import { createWorld } from '../world/world';

const SOURCE = path.join(__dirname, '../../src');

describe('packages that are gone', () => {
  test('are the same to statements as to the program', async () => {
    const world = await createWorld();
    try {
      const rows = await world.database
        .reader(world.storeId)
        .query<{ state: string; gone: boolean }>(
          `SELECT state, ${isGoneInSql('state')} AS gone FROM unnest('{${packageStates.join(',')}}'::text[]) state`,
        );
      expect(rows.map(({ state, gone }) => [state, gone])).toEqual(
        packageStates.map((state) => [state, isGone({ state })]),
      );
      expect(packageStates.filter((state) => isOver({ state }) && !isGone({ state }))).toEqual(['returned']);
    } finally {
      await world.close();
    }
  });

  test('are listed in one place', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const listing = files.filter((name) =>
      /'cancelled',\s*'unsupplied'/.test(readFileSync(path.join(SOURCE, name), 'utf8')),
    );
    expect(listing).toEqual(['provider/channel/package.ts']);
  });
});
