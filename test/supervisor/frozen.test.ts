// tier: all
import { rm } from 'node:fs/promises';
import { passableFolder } from '../sandbox/passable';
import { eventually } from '../world/eventually';
import { dataFolder, start } from './started';

/** Two silences of 15 s with their pauses, a start, and what a busy machine takes. */
const WITHIN_MS = 90_000;

test('a sandbox that is frozen is told of, ended and started again, and its files are there', async () => {
  const sandboxes = await passableFolder('frozen');
  const { child, output, exited, ready } = start(dataFolder(), { TEZGAH_SANDBOX_FOLDER: sandboxes });
  const run = await ready();
  const call = async (method: string, at: string, body?: object) => {
    const answer = await fetch(run.api + at, {
      method,
      headers: { Authorization: `Bearer ${run.tokens?.agent}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const { body: me } = await call('GET', '/v1/tokens/me');
  const exec = (command: string) => call('POST', `/v1/workspaces/${me.workspaceId}/exec`, { command });
  await eventually(async () => (await exec('echo kalan > kalan')).status === 200, WITHIN_MS);
  process.kill(run.pids.sandbox as number, 'SIGSTOP');
  const since = Date.now();
  const lost = exec('echo yeni > yeni');
  await eventually(async () => {
    const { body } = await call('GET', '/v1/health');
    return body.sandbox.driver === null && /does not answer/.test(body.sandbox.reason);
  });
  expect(await lost).toMatchObject({ status: 502, body: { code: 'exec_lost' } });
  expect(Date.now() - since).toBeLessThan(WITHIN_MS);
  await eventually(
    async () => (await exec('cat kalan; ls')).body.stdout === 'kalan\nREADME.md\nkalan\nzararina.sh\n',
    WITHIN_MS,
  );
  expect(output()).toContain('sandbox does not answer any more: it is ended.');
  // Each call while it started anew stands there as well.
  const outcomes: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const at = `/v1/workspaces/${me.workspaceId}/activity?limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const feed = await eventually(async () => {
      const { status, body } = await call('GET', at);
      // So many calls may be more than its token has in a minute.
      if (status !== 200 && status !== 429) throw new Error(JSON.stringify(body));
      return status === 200 ? body : undefined;
    }, WITHIN_MS);
    outcomes.push(...feed.items.map(({ outcome }: { outcome: string }) => outcome));
    cursor = feed.nextCursor;
  }
  expect(outcomes).toContain('exec_lost');
  child.kill('SIGTERM');
  await exited;
  await rm(sandboxes, { recursive: true, force: true });
}, 600_000);
