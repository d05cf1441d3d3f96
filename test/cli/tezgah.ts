import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const program = path.join(__dirname, '../../dist/src/cli/main.js');

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  /** Of the same. */
  readonly bytes: Buffer;
  readonly stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  readonly json: any;
}

/** The compiled program as a user runs it: a process of its own, with folders of its own. */
export class Tezgah {
  readonly home = mkdtempSync(path.join(tmpdir(), 'tezgah-cli-'));

  constructor(private readonly environment: Readonly<Record<string, string>> = {}) {}

  /** The same folders, other settings. */
  with(environment: Readonly<Record<string, string>>): Tezgah {
    const other = new Tezgah({ ...this.environment, ...environment });
    rmSync(other.home, { recursive: true, force: true });
    return Object.assign(other, { home: this.home });
  }

  async run(args: readonly string[], input = ''): Promise<Ran> {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: this.home,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: this.home,
        XDG_CACHE_HOME: path.join(this.home, 'cache'),
        XDG_CONFIG_HOME: path.join(this.home, 'config'),
        ...this.environment,
      },
    });
    child.stdin.on('error', () => undefined).end(input);
    const chunks: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? -1)));
    const bytes = Buffer.concat(chunks);
    const stdout = bytes.toString('utf8');
    return { code, stdout, bytes, stderr, json: jsonOf(stdout) };
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
