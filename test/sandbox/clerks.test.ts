import { pids, read } from '../../src/sandbox/driver/tree';
import { eventually } from '../world/eventually';
import { neighbour, type Opened, openWith, place } from './drivers';

/** Processes of the interpreter of a host. */
const interpreters = (folder: string): number[] =>
  pids().filter((pid) => read(`/proc/${pid}/cmdline`).includes(folder) && read(`/proc/${pid}/stat`).includes('(node)'));

describe('a process of builtin', () => {
  let here: Opened;
  beforeAll(async () => {
    const opened = await openWith('builtin');
    if (typeof opened === 'string') throw new Error(opened);
    here = opened;
  });
  afterAll(() => here?.close());

  const write = (where: typeof place, text: string) =>
    here.host.run(where, { do: 'write', path: '/workspace/x', content: Buffer.from(text) });
  const content = async (where: typeof place): Promise<string> =>
    (await here.host.run(where, { do: 'read', path: '/workspace/x', bytesMax: 4_000_000 })).content.toString();

  test('works on files of all workspaces, one after another', async () => {
    await write(place, 'mine');
    const before = interpreters(here.folder);
    for (let round = 0; round < 5; round += 1) {
      await write(neighbour, `theirs ${round}`);
      expect([await content(place), await content(neighbour)]).toEqual(['mine', `theirs ${round}`]);
      await here.host.run(place, { do: 'list', path: '/workspace', most: 10 });
      const gone = here.host.run(place, { do: 'read', path: '/workspace/none', bytesMax: 10 });
      await expect(gone).rejects.toMatchObject({ fault: 'file_not_found' });
    }
    expect(interpreters(here.folder)).toEqual(before);
  });

  test('is another one after it has ended unasked', async () => {
    const all = interpreters(here.folder);
    for (const pid of all) process.kill(pid, 'SIGKILL');
    await eventually(() => all.every((pid) => read(`/proc/${pid}/stat`) === ''));
    await write(place, 'again');
    expect(await content(place)).toBe('again');
  });

  test('that has worked on a large file is let go', async () => {
    const clerks = interpreters(here.folder);
    await write(place, 'x'.repeat(3_000_000));
    expect(await content(place)).toHaveLength(3_000_000);
    expect(clerks.filter((pid) => interpreters(here.folder).includes(pid)).length).toBeLessThan(clerks.length);
  });
});
