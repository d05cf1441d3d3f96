import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = projectAbove(__dirname);

/** Compiled, this file lies a folder deeper. */
function projectAbove(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : projectAbove(path.dirname(folder));
}

/** A path in the project. */
export const at = (...parts: readonly string[]): string => path.join(root, ...parts);

/** A failure that is told in one sentence. */
export class Complaint extends Error {}

export const say = (line: string): void => console.log(`tezgah    | ${line}`);

export const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** @returns undefined when it cannot be read */
export function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

/** Runs a tool of a package in the foreground, in the project's folder. @returns true when it succeeded */
export function tool(script: string, ...args: readonly string[]): boolean {
  return spawnSync(process.execPath, [at(script), ...args], { cwd: root, stdio: 'inherit' }).status === 0;
}

interface Work {
  /** Name of the file in dist/ that remembers the sources. */
  readonly stamp: string;
  /** A hash of all that the work depends on. */
  readonly sources: string;
  /** A file in dist/ that it makes. */
  readonly makes?: string;
}

/** Does the work unless it has succeeded with these sources before. @returns true when it has succeeded, now or then */
export function onceFor({ stamp: name, sources, makes }: Work, work: () => boolean): boolean {
  const stamp = at('dist', name);
  if (read(stamp) === sources && (makes === undefined || existsSync(at('dist', makes)))) return true;
  rmSync(stamp, { force: true });
  const worked = work();
  if (worked) writeFileSync(stamp, sources);
  return worked;
}

/** As {@link onceFor}, and says how long it took. */
export function make(what: string, work: Work, script: string, ...args: readonly string[]): void {
  const since = performance.now();
  let ran = false;
  const made = onceFor(work, () => {
    ran = true;
    return tool(script, ...args);
  });
  if (!made) throw new Complaint(`${what} could not be made, see above.`);
  if (ran) say(`${what} made in ${((performance.now() - since) / 1000).toFixed(1)} s.`);
}
