import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { ConfigError } from '../../src/kernel/declaration/setting';
import { LostError, OwnProcess } from '../../src/supervisor/preparer';
import { temporalNamespaceOf } from '../world/temporal';
import { testServices } from '../world/world';
import { root } from './support';

const supervisor = path.join(root, 'dist', 'src', 'supervisor');
const nowhere = 'postgres://nobody:x@127.0.0.1:1/none';

describe('the preparation', () => {
  const preparer = new OwnProcess(path.join(supervisor, 'preparing.js'));
  afterAll(() => preparer.end());

  test('does several pieces of work at once, and failures keep their words and their kind', async () => {
    const prepared = preparer.prepareTemporal(testServices().temporalAddress, temporalNamespaceOf(), true);
    const failure = await preparer.migrate(nowhere, nowhere, '').catch((error: unknown) => error);
    expect((failure as Error).message).toContain('ECONNREFUSED');
    const seed = (key: string) =>
      preparer.seedDemo({ databaseUrl: nowhere, keys: { TEZGAH_SECRET_KEY: key }, dataFolder: '/nowhere' });
    await expect(seed(randomBytes(32).toString('base64'))).rejects.toThrow(LostError);
    await expect(seed('short')).rejects.toThrow(ConfigError);
    await expect(prepared).resolves.toBeUndefined();
  });

  test('that ends by itself fails what waits for it', async () => {
    const broken = new OwnProcess(path.join(__dirname, 'programs', 'broken.cjs'));
    await expect(broken.migrate(nowhere, nowhere, '')).rejects.toThrow(
      'The preparation of database and Temporal ended: exit code 3.',
    );
  });
});

test('whoever supervises holds none of the modules of what it starts', () => {
  const script = `require(${JSON.stringify(path.join(supervisor, 'supervisor.js'))});
    console.log(JSON.stringify(Object.keys(require.cache)))`;
  const loaded = JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })) as string[];
  expect(loaded.some((file) => file.endsWith('/supervisor/supervisor.js'))).toBe(true);
  expect(loaded.filter((file) => /node_modules\/(pg|typeorm|@temporalio|koa)\//.test(file))).toEqual([]);
});
