import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The oldest command line that understands this build. */
export const minCli = '0.1.0';

/** Storefront generations that this build can serve; a store is pinned to one of them (spec §9.4). */
export const storefrontGenerations = [1];

let known: string | undefined;

/** Version and, when the build names one, the commit: `0.1.0+abc1234`. */
export function buildId(): string {
  known ??= readBuildId();
  return known;
}

function readBuildId(): string {
  const { version } = JSON.parse(readFileSync(packageFile(__dirname), 'utf8')) as { version: string };
  const commit = process.env.TEZGAH_COMMIT;
  return commit ? `${version}+${commit}` : version;
}

/** The sources and the compiled files lie at different depths. */
function packageFile(folder: string): string {
  const file = path.join(folder, 'package.json');
  try {
    readFileSync(file);
    return file;
  } catch {
    return packageFile(path.dirname(folder));
  }
}
