import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitOf } from '../../src/embedded/process';

export { sleep };

export const root = path.resolve(__dirname, '..', '..');
export const program = (name: string): string => path.join(__dirname, 'programs', name);

const folders: string[] = [];
const children: ChildProcess[] = [];

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tezgah-'));
  folders.push(folder);
  return folder;
}

/** A child that does not outlive the test. */
export function launch(command: string, args: string[], options: Parameters<typeof spawn>[2] = {}): ChildProcess {
  const child = spawn(command, args, options);
  children.push(child);
  return child;
}

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
    const exited = exitOf(child);
    child.kill('SIGKILL');
    await exited;
  }
});

afterAll(() => {
  // The children of a supervisor that was killed write a moment longer.
  for (const folder of folders.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

/** Everything that a process writes, as it comes. */
export function outputOf(child: ChildProcess): () => string {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return () => text;
}
