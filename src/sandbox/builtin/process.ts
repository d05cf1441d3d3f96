import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { SandboxError } from '../../kernel/declaration/sandbox';
import type { HostMemory, Room } from '../driver/memory';
import { ownIds } from '../driver/port';
import { giveWay, kill } from '../driver/tree';
import { CHANNEL, READY, type WorkAnswer, type WorkRequest } from './message';

/** An answer has the output of a command or a file, in base64. */
const TOLD_BYTES_MAX = 4 * 1024 * 1024;
/** The longest start of a process, in ms: it starts behind everything else that a busy machine does. */
const READY_WITHIN_MS = 120_000;
const WORDS_MAX = 2_000;

/** One process of the interpreter. It runs one command, or moves one archive, or works on files one after another. */
export class Interpreter {
  private readonly child: ChildProcess;
  private text = '';
  private words = '';
  private readonly ended: Promise<void>;
  /** Settles when it can take work. */
  readonly ready: Promise<void>;
  private heard: () => void = () => {};
  private hasEnded = false;

  readonly room: Room;

  /**
   * @param program the compiled program @param readable the paths that it may read @param writable the folder that it may read and write
   */
  constructor(memory: HostMemory, program: string, readable: readonly string[], writable: string) {
    this.room = memory.room();
    const reads = [...readable, path.join(writable, '*')].map((place) => `--allow-fs-read=${place}`);
    const node = [permission, ...reads, writesIn(writable), '--max-old-space-size=128'];
    this.child = spawn(process.execPath, [...node, program], {
      ...ownIds(),
      cwd: '/',
      env: {},
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    giveWay(this.child.pid);
    // It runs nothing of a command yet.
    if (this.child.pid !== undefined) this.room.take([this.child.pid]);
    this.ended = new Promise<void>((resolve) => {
      this.child.once('close', () => resolve());
      this.child.once('error', (error) => {
        this.words += error.message;
        resolve();
      });
    }).then(() => {
      this.hasEnded = true;
      this.heard();
    });
    this.child.stdin?.on('error', () => {});
    (this.child.stdio[CHANNEL] as Duplex | undefined)?.on('error', () => {});
    this.child.stderr?.on('data', (chunk: Buffer) => {
      if (this.words.length < WORDS_MAX) this.words += chunk.toString('utf8');
    });
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.text += chunk.toString('latin1');
      if (this.text.length > TOLD_BYTES_MAX) this.end();
      this.heard();
    });
    const late = setTimeout(() => this.end(), READY_WITHIN_MS);
    this.ready = this.line().then((line) => {
      clearTimeout(late);
      if (line !== READY)
        throw new SandboxError('sandbox_unavailable', `The interpreter does not start. ${this.words}`);
    });
    // The next user of it hears of it.
    this.ready.catch(() => {});
  }

  /** The channel by which an archive comes or goes, or by which a command reaches the API. */
  get channel(): Duplex {
    return this.child.stdio[CHANNEL] as Duplex;
  }

  /** False once the process has ended, also when it was ended from outside. */
  get lives(): boolean {
    return !this.hasEnded;
  }

  /** @returns undefined when it ended without an answer */
  async answer(asked: WorkRequest): Promise<WorkAnswer | undefined> {
    // It stays open: its end tells the interpreter that this process is gone.
    this.child.stdin?.write(`${JSON.stringify(asked)}\n`);
    const line = await this.line();
    return line === undefined ? undefined : (JSON.parse(Buffer.from(line, 'latin1').toString('utf8')) as WorkAnswer);
  }

  /** Ends the process at once. */
  end(): void {
    kill(this.child.pid);
  }

  async gone(): Promise<void> {
    this.end();
    await this.ended;
    this.room.leave();
  }

  /** The next line that it says. */
  private async line(): Promise<string | undefined> {
    for (;;) {
      const at = this.text.indexOf('\n');
      if (at >= 0) {
        const line = this.text.slice(0, at);
        this.text = this.text.slice(at + 1);
        return line;
      }
      if (this.hasEnded) return undefined;
      await new Promise<void>((resolve) => {
        this.heard = resolve;
      });
    }
  }
}

/** The argument by which an interpreter may write in a folder. */
export const writesIn = (folder: string): string => `--allow-fs-write=${path.join(folder, '*')}`;

/** Node's own permissions, under the name that this version knows: a second line behind the interpreter. */
const permission = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';
