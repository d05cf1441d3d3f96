import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The oldest command line that understands this build. */
export const minCli = '0.1.0';

/** Storefront generations that this build can serve; a store is pinned to one of them (spec §9.4). */
export const storefrontGenerations = [1];

/** The parts of a build, below the folder of the compiled files or, where nothing was compiled, of the sources. */
const PARTS = ['src', 'workflows', 'activities', 'migrations', 'panel'];
const PROGRAM_FILE = /(?<!\.d)\.(js|mjs|ts|mts|tsx|css|html|svg)$/;
const DIGEST_LENGTH = 12;

let known: string | undefined;

/** Version and digest of this build, e.g. `0.1.0+3f9a1c02b7de`: equal programs have equal ids, whoever compiled them. */
export function buildId(): string {
  known ??= buildIdOf(path.join(__dirname, '../..'));
  return known;
}

/**
 * Read from the program itself: a commit is missing in an image and in a downloaded archive, and does not know of edits.
 * @param program the folder that holds the parts; package.json lies there or above
 */
export function buildIdOf(program: string): string {
  const home = homeOf(program);
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string };
  const digest = createHash('sha256');
  const include = (folder: string, file: string): void => {
    digest
      .update(`${file}\0`)
      .update(readFileSync(path.join(folder, file)))
      .update('\0');
  };
  if (existsSync(path.join(home, 'package-lock.json'))) include(home, 'package-lock.json');
  for (const file of PARTS.flatMap((part) => programFiles(program, part))) include(program, file);
  return `${version}+${digest.digest('hex').slice(0, DIGEST_LENGTH)}`;
}

function programFiles(program: string, part: string): string[] {
  const folder = path.join(program, part);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => PROGRAM_FILE.test(file))
    .map((file) => path.join(part, file).replaceAll(path.sep, '/'))
    .sort();
}

function homeOf(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : homeOf(path.dirname(folder));
}
