import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { SandboxError } from '../../kernel/declaration/sandbox';
import { prepare } from './folder';
import type { Driver, Probed } from './port';

/** A probe that hangs takes this long. A slow one must not count as a failure: that would stand until the next start. */
const TIMEOUT_MS = 120_000;

/** Runs each kind of work in a folder for that. @param checks commands that must succeed inside */
export async function probeWith(driver: Driver, folder: string, checks: readonly string[]): Promise<Probed> {
  const disk = await mkdtemp(path.join(folder, 'probe-'));
  try {
    await prepare(disk);
    const gone = new AbortController().signal;
    for (const command of [...checks, 'printf works > made']) {
      const ended = await driver.run(disk, { do: 'exec', command, cwd: '/workspace', timeoutMs: TIMEOUT_MS }, gone);
      if (ended.exitCode !== 0)
        return { works: false, reason: `Inside, this does not hold: ${command}. ${ended.stderr}`.trim() };
    }
    await driver.run(disk, { do: 'write', path: '/workspace/a/b', content: Buffer.from('works') }, gone);
    const { content } = await driver.run(disk, { do: 'read', path: '/workspace/made', bytesMax: 10 }, gone);
    const { entries } = await driver.run(disk, { do: 'list', path: '/workspace/a', most: 10 }, gone);
    const copy = await copied(driver, folder, disk);
    if (copy !== 'works') return { works: false, reason: 'A backup of a file reads back otherwise.' };
    const isTrue = content.toString() === 'works' && entries[0]?.name === 'b' && entries[0].size === 5;
    return isTrue ? { works: true } : { works: false, reason: 'A file that was written reads back otherwise.' };
  } catch (error) {
    return { works: false, reason: error instanceof SandboxError ? error.message : String(error) };
  } finally {
    await rm(disk, { recursive: true, force: true });
  }
}

/** The file as it is in a folder that was made of an archive of the first. */
async function copied(driver: Driver, folder: string, disk: string): Promise<string> {
  const second = await mkdtemp(path.join(folder, 'probe-'));
  try {
    await prepare(second);
    const gone = new AbortController().signal;
    const archive = new PassThrough();
    await Promise.all([
      driver.pack(disk, archive, gone).catch((error: Error) => archive.destroy(error)),
      driver.unpack(second, archive, gone),
    ]);
    const read = { do: 'read', path: '/workspace/made', bytesMax: 10 } as const;
    return (await driver.run(second, read, gone)).content.toString();
  } finally {
    await rm(second, { recursive: true, force: true });
  }
}
