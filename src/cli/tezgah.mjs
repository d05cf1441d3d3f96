#!/usr/bin/env node
// `npx tezgah` in the repository: compiles first when that was never done or the program's sources are newer. A warm start
// looks at a dozen file times and goes on; everything that this says goes to stderr, stdout belongs to the answer.

import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(sources, '../..');
const program = path.join(root, 'dist/src/cli/main.js');

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(
  ...readdirSync(sources).flatMap((name) => (name.endsWith('.ts') ? [timeOf(path.join(sources, name))] : [])),
);

if (newest > timeOf(program)) {
  process.stderr.write('tezgah: compiling, once.\n');
  const { status } = spawnSync(process.execPath, [path.join(root, 'src/bootstrap.mjs'), 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(2);
}
createRequire(import.meta.url)(program);
