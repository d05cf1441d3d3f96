import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder that the user may enter as whom work runs: of a superuser, the folder of a run of tests is closed to all others. */
export async function passableFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), `tezgah-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}
