import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { openSite } from './site';

const root = path.join(__dirname, '../..');

test('the last calls of the tour in the README propose a change and hand it to the owner', async () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const [, create = ''] = /^(CREATE=.*)$/m.exec(readme) ?? [];
  const [, calls = ''] = /```sh\n(AGENT=[\s\S]*?)```/.exec(readme) ?? [];
  const [, ulid = ''] = /^(ulid\(\) .*)$/m.exec(readme) ?? [];
  const site = await openSite();
  const { token } = await site.mint('agent');
  const given = `API=${site.url} STORE=${site.world.storeId}\nrun() { echo ${token}; }`;
  await promisify(execFile)('bash', ['-c', [given, ulid, create, calls].join('\n')], { cwd: root });
  const { body } = await site.call('GET', '/v1/proposals', { token });
  expect(body.items).toEqual([expect.objectContaining({ state: 'submitted', note: 'Second coffee' })]);
  await site.close();
});
