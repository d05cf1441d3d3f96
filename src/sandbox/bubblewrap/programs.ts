import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { above } from '../driver/compiled';
import { TEZGAH_SCRIPT, type Tezgah } from './arguments';

/** Makes the script by which `tezgah` starts inside. @param folder the folder of the sandbox program */
export async function makeTezgah(folder: string): Promise<Tezgah> {
  const bin = path.join(folder, 'bin');
  await rm(bin, { recursive: true, force: true });
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, 'tezgah'), TEZGAH_SCRIPT);
  await chmod(path.join(bin, 'tezgah'), 0o755);
  await chmod(bin, 0o755);
  const parts = ['dist', 'node_modules', 'package.json'].map((name) => [name, path.join(above, name)] as const);
  return { bin, node: process.execPath, parts: Object.fromEntries(parts) };
}
