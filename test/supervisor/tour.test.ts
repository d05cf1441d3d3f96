// tier: all
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { readRunFile } from '../../src/supervisor/run-file';
import { eventually } from '../world/eventually';
import { dataFolder, start } from './started';
import { root, temporaryFolder } from './support';

jest.setTimeout(400_000);

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const [, section = ''] = /\n## Five minutes\n([\s\S]*?)\n## /.exec(readme) ?? [];
const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');

const PRODUCTS = 5_000;
const END = '--- end of a block ---';

/** A clone as its user has it: everything of ours, packages and what was compiled, and a data folder of its own. */
function cloneWith(data: string): string {
  const folder = temporaryFolder();
  for (const name of readdirSync(root).filter((each) => !each.startsWith('.')))
    symlinkSync(path.join(root, name), path.join(folder, name));
  symlinkSync(data, path.join(folder, '.data'));
  return folder;
}

/** Who sits at the terminal answers the question of `approve`; here nobody does, so the hash of what it shows is stated. */
const ATTENDED = `npx() {
  if [ "$2 $3" = "proposals approve" ]; then
    command npx "$@" --hash "$(command npx tezgah proposals get "$4" --json | node -p 'JSON.parse(require("fs").readFileSync(0)).hash')"
  else command npx "$@"; fi
}`;

/** Between two looks at a job a person waits a second; what is to be seen is there sooner. */
const IMPATIENT = `sleep() { if [ "$1" = 1 ]; then command sleep 0.3; else command sleep "$1"; fi; }`;

test('the tour of the README does, line by line, what it says', async () => {
  const data = dataFolder();
  const product = start(data, { TEZGAH_DEMO_PRODUCTS: String(PRODUCTS) });
  const before = await product.ready();
  const folder = cloneWith(data);
  const home = path.join(folder, 'home');
  mkdirSync(home);
  expect(blocks).toHaveLength(6);
  const script = [ATTENDED, IMPATIENT, ...blocks.flatMap((block) => [block, `echo; echo '${END}'`])].join('\n');
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, TEZGAH_DATA: data, npm_config_cache: home },
    maxBuffer: 16 * 1024 * 1024,
  });
  const said = stdout.split(END).map((part) => part.trim());
  const [setUp, looked, ran, imported, proposed, approved] = said as [string, string, string, string, string, string];
  expect({ setUp, stderr: stderr.includes('command not found') }).toEqual({ setUp: '', stderr: false });

  // Look first: nothing has changed.
  expect(JSON.parse(looked)).toMatchObject({ dryRun: true, preview: { result: { handle: expect.any(String) } } });
  // The same key answers the same outcome.
  const [first, again, list] = ran.split('\n').map((line) => JSON.parse(line));
  expect(first).toMatchObject({ command: 'catalog.product.create', auditId: expect.stringMatching(/^aud_/) });
  expect(again).toEqual(first);
  expect(list.items).toMatchObject([{ title: 'Közde Türk Kahvesi', price: 18_990 }]);

  // The killed worker has a successor, and the job goes on where it was.
  const states = imported.split('\n').map((line) => /^(\w+) (\{.*\})$/.exec(line));
  expect(states).toHaveLength(30);
  const done = states.map((state) => JSON.parse(state?.[2] as string).done as number);
  expect(done).toEqual(done.toSorted((left, right) => left - right));
  expect(readRunFile(data)?.pids.worker).not.toBe(before.pids.worker);
  // Jobs that the product asks for by the clock stand above it.
  const newest = async () => {
    const headers = { Authorization: `Bearer ${before.tokens?.developer}` };
    const answer = await fetch(`${before.api}/v1/channel/trendyol/jobs?limit=100`, { headers });
    const { items } = (await answer.json()) as { items: { kind: string; state: string; progress: object }[] };
    return items.find(({ kind }) => kind === 'catalog.pull');
  };
  await eventually(async () => (await newest())?.state === 'succeeded', 200_000, 1_000);
  expect((await newest())?.progress).toMatchObject({ total: PRODUCTS, done: PRODUCTS, failed: 0 });

  // What an agent does is only proposed; the owner decides.
  const [submitted, panel, ...owner] = proposed.split('\n') as [string, string, ...string[]];
  expect(JSON.parse(submitted).result).toMatchObject({ state: 'submitted', note: 'Second coffee' });
  expect(panel).toBe(`${before.api}/panel`);
  expect((await fetch(panel)).status).toBe(200);
  expect(owner.join('\n')).toContain('@');
  expect(approved).toMatch(/prp_\w+ is applied\.$/);
  product.child.kill('SIGTERM');
  await product.exited;
});
