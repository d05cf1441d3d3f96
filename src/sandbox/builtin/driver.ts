import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { DoneOf, FileEntry, SandboxFault, Stop, Work } from '../../kernel/declaration/sandbox';
import { SandboxError } from '../../kernel/declaration/sandbox';
import { Door } from '../door/door';
import { assertPacked, assertUnpacked } from '../driver/archived';
import { compiled } from '../driver/compiled';
import { limits } from '../driver/limits';
import { type HostMemory, lacksOf } from '../driver/memory';
import type { Driver, Probed } from '../driver/port';
import { probeWith } from '../driver/probe';
import { watch } from '../driver/watched';
import type { WorkAnswer, WorkRequest } from './message';
import { Interpreter } from './process';

const WARM = 2;
const KEPT_BYTES_MAX = 1024 * 1024;
/** The time that an interpreter has beyond that of its command, to end it itself. */
const ITSELF_MS = 1_000;
const EARLY = 'The interpreter ended early.';

/** A bash in a process of Node that starts no program of the machine. It runs everywhere. */
export class Builtin implements Driver {
  readonly name = 'builtin';
  readonly lacks: readonly string[];
  private readonly warm: Interpreter[] = [];
  /** Interpreters that have worked on files, and wait for more of it. They run no command. */
  private readonly clerks: Interpreter[] = [];
  private closed = false;

  /** @param folder the folder of the sandbox program @param program the compiled program, with its packages beside it */
  constructor(
    private readonly folder: string,
    private readonly memory: HostMemory,
    private readonly program = compiled('sandbox/builtin/child.js'),
  ) {
    this.lacks = [
      'An interpreter stands between a command and the machine, and no wall of the kernel.',
      'There is no node, no git, no python3 and no other program of the machine: bash and some 90 of its usual programs are imitated.',
      'curl, bc, perl, sqlite3, zip and unzip are missing. trap knows EXIT alone, awk neither RS nor FPAT, and sed changes no case: they say so.',
      'Links are not followed, a backup leaves them out, and the output of a loop that reaches a bound is lost.',
      'Commands run in turn: one that is put into the background is waited for.',
      ...lacksOf(memory),
      'The permission of its process covers the disks of all workspaces: the interpreter alone keeps them apart.',
    ];
  }

  async probe(folder: string): Promise<Probed> {
    return probeWith(this, folder, ['echo a b | awk \'{ exit $2 != "b" }\'', '! cat /etc/hostname 2>/dev/null']);
  }

  async run<W extends Work>(folder: string, work: W, gone: AbortSignal, isFull = false): Promise<DoneOf<W>> {
    const since = performance.now();
    const isCommand = work.do === 'exec';
    const interpreter = isCommand ? this.take() : this.clerk();
    // A command that waits is ended from within, and keeps what it has printed.
    const timeoutMs = work.do === 'exec' ? work.timeoutMs + ITSELF_MS : limits.fileWorkMs;
    // A full disk is read and listed like any other.
    const diskTimes = isFull || work.do === 'list' || work.do === 'read' ? 0 : 1;
    const door = work.do === 'exec' && work.way ? new Door(work.way) : undefined;
    let isKept = false;
    try {
      await interpreter.ready;
      door?.take(interpreter.channel);
      const over = watch({ room: interpreter.room, folder, timeoutMs, gone, diskTimes }, () => interpreter.end());
      const told = await interpreter.answer(askedOf(folder, work)).finally(over);
      isKept = !isCommand && over() === null && isSmall(work, told);
      // All processes of the command are gone before its answer is known.
      if (!isKept) await interpreter.gone();
      const durationMs = Math.round(performance.now() - since);
      return doneOf(work, told, { stoppedBy: over(), isCalledOff: gone.aborted, durationMs }) as DoneOf<W>;
    } finally {
      await door?.close();
      if (isKept) await this.keep(interpreter);
      else await interpreter.gone();
    }
  }

  pack(folder: string, output: Writable, gone: AbortSignal): Promise<void> {
    return this.archived(folder, 'pack', gone, async ({ channel }) => {
      channel.pipe(output, { end: false });
      await new Promise<void>((resolve) => channel.once('close', resolve).once('end', resolve));
      return () => void output.end();
    });
  }

  unpack(folder: string, archive: Readable, gone: AbortSignal): Promise<void> {
    return this.archived(folder, 'unpack', gone, async (interpreter) => {
      // One that breaks off is no archive, though what came of it may look like one.
      archive.once('error', () => interpreter.end());
      archive.pipe(interpreter.channel);
      return () => {};
    }).catch((error: unknown) => {
      throw archive.errored ? new SandboxError('archive_failed', archive.errored.message) : error;
    });
  }

  /** @param move moves the archive @returns the last step, for when the interpreter has said that all is well */
  private async archived(
    folder: string,
    how: 'pack' | 'unpack',
    gone: AbortSignal,
    move: (interpreter: Interpreter) => Promise<() => void>,
  ): Promise<void> {
    const interpreter = this.take();
    try {
      await interpreter.ready;
      const diskTimes = how === 'pack' ? 0 : limits.unpackedTimes;
      const bounds = { room: interpreter.room, folder, timeoutMs: limits.archiveMs, gone, diskTimes };
      const over = watch(bounds, () => interpreter.end());
      const moving = move(interpreter);
      moving.catch(() => {});
      const told = await interpreter.answer({ do: how, disk: folder }).finally(over);
      await interpreter.gone();
      const stoppedBy = over();
      const failed = told !== undefined && 'fault' in told ? told.message : undefined;
      const ended = { exitCode: !told ? null : failed === undefined ? 0 : 1, stoppedBy, words: failed ?? EARLY };
      if (how === 'pack') assertPacked(ended);
      else await assertUnpacked(folder, ended);
      (await moving)();
    } finally {
      await interpreter.gone();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.warm.splice(0), ...this.clerks.splice(0)].map((interpreter) => interpreter.gone()));
  }

  /** One that works on files: no code of a workspace has run in it, so it serves all of them, one work after another. */
  private clerk(): Interpreter {
    return living(this.clerks) ?? this.take();
  }

  private async keep(interpreter: Interpreter): Promise<void> {
    if (this.closed || this.clerks.length >= WARM || !interpreter.lives) await interpreter.gone();
    else this.clerks.push(interpreter);
  }

  /** One that is warm, if there is one; others are warmed up for those who come next. */
  private take(): Interpreter {
    const taken = living(this.warm) ?? this.start();
    while (!this.closed && this.warm.length < WARM) this.warm.push(this.start());
    return taken;
  }

  private start(): Interpreter {
    const root = path.resolve(path.dirname(this.program), '..', '..', '..', '..');
    const readable = ['dist/*', 'node_modules/*', 'package.json'].map((place) => path.join(root, place));
    return new Interpreter(this.memory, this.program, readable, this.folder);
  }
}

/** Takes the first one that has not ended meanwhile, as of want of memory. */
function living(waiting: Interpreter[]): Interpreter | undefined {
  for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
    if (first.lives) return first;
    void first.gone();
  }
  return undefined;
}

/** A large file leaves a large heap behind, which would count against the next work. */
const isSmall = (work: Work, told: WorkAnswer | undefined): boolean =>
  told !== undefined &&
  (work.do !== 'write' || work.content.length <= KEPT_BYTES_MAX) &&
  (!('content' in told) || told.content.length <= KEPT_BYTES_MAX);

const askedOf = (disk: string, work: Work): WorkRequest =>
  work.do === 'write'
    ? { ...work, disk, content: work.content.toString('base64') }
    : work.do === 'exec'
      ? {
          do: 'exec',
          disk,
          command: work.command,
          cwd: work.cwd,
          timeoutMs: work.timeoutMs,
          reaches: work.way !== undefined,
        }
      : { ...work, disk };

interface How {
  readonly stoppedBy: Stop | null;
  readonly isCalledOff: boolean;
  readonly durationMs: number;
}

function doneOf(work: Work, told: WorkAnswer | undefined, { stoppedBy, isCalledOff, durationMs }: How) {
  if (told && 'fault' in told)
    throw new SandboxError(told.fault as SandboxFault, told.fault === 'sandbox_unavailable' ? told.message : undefined);
  if (work.do === 'exec') {
    const none = { exitCode: null, signal: 'SIGKILL', stdout: '', stderr: '', stdoutCut: null, stderrCut: null };
    const isTold = told && 'exitCode' in told;
    const ended = isTold ? { ...told, signal: told.exitCode === null ? 'SIGKILL' : null } : none;
    // Its own heap is full before the bound of all its memory is reached.
    const unnamed = isTold ? 'time' : isCalledOff ? null : 'memory';
    const bound = ended.exitCode === null ? (stoppedBy ?? unnamed) : null;
    const [stdout, stderr] = [Buffer.from(ended.stdout, 'base64'), Buffer.from(ended.stderr, 'base64')];
    return { ...ended, stdout, stderr, stoppedBy: bound, durationMs };
  }
  if (!told) throw new SandboxError('sandbox_unavailable', 'The interpreter ended without an answer.');
  if ('content' in told) return { content: Buffer.from(told.content, 'base64') };
  if ('entries' in told) return { entries: told.entries as readonly FileEntry[], complete: told.complete };
  return told;
}
