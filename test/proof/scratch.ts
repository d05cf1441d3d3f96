import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at } from '../../src/build/project';
import type { Mutant } from './mutants';

/** A copy of the project as it stands, committed or not, in which mechanisms are broken: nobody's work is touched. */
export class Scratch {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'tezgah-proof-'));

  constructor() {
    for (const file of filesOfProject()) {
      mkdirSync(path.dirname(this.at(file)), { recursive: true });
      copyFileSync(at(file), this.at(file));
    }
    // Compiled programs and the panel, which some tests start or serve. The lock of a build is of no use to a copy.
    cpSync(at('dist'), this.at('dist'), { recursive: true, filter: (source) => path.basename(source) !== '.lock' });
    symlinkSync(at('node_modules'), this.at('node_modules'));
  }

  at(file: string): string {
    return path.join(this.folder, file);
  }

  /** Runs work while a mechanism is broken. @throws where the text that is to be replaced does not occur once */
  async broken<T>({ file, find, put }: Mutant, work: () => Promise<T>): Promise<T> {
    const whole = readFileSync(this.at(file), 'utf8');
    const parts = whole.split(find);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
    writeFileSync(this.at(file), parts.join(put));
    try {
      return await work();
    } finally {
      writeFileSync(this.at(file), whole);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What git tracks, and what is new and not ignored. */
function filesOfProject(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: at(), encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`git ls-files failed: ${stderr.trim()}`);
  return stdout.split('\0').filter((file) => file !== '' && existsSync(at(file)));
}
