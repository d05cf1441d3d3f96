import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { access, chmod, constants, mkdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { DoneOf, Ended, Stop, Work } from '../../kernel/declaration/sandbox';
import { SandboxError, WORKSPACE } from '../../kernel/declaration/sandbox';
import { Door } from '../door/door';
import { assertPacked, assertUnpacked } from '../driver/archived';
import { entriesIn } from '../driver/entries';
import { limits } from '../driver/limits';
import { type HostMemory, lacksOf, type Room } from '../driver/memory';
import { fitting, HeadAndTail, Whole } from '../driver/output';
import { type Driver, isSuperuser, ownIds, type Probed, SANDBOX_ID } from '../driver/port';
import { probeWith } from '../driver/probe';
import { giveWay, kill, runs } from '../driver/tree';
import { watch } from '../driver/watched';
import { argumentsFor, type Base, BEGIN, FIRST_STEP, STATUS } from './arguments';
import { filterFor } from './filter';
import { makeTezgah } from './programs';
import { faultOf, listScript, packScript, readScript, unpackScript, writeScript } from './scripts';

interface Command {
  readonly cwd: string;
  readonly run: readonly string[];
  readonly input?: Buffer | Readable | undefined;
  readonly stdout: Writable | HeadAndTail | Whole;
  readonly stderr: HeadAndTail;
  readonly timeoutMs: number;
  readonly isFull?: boolean;
  /** The disk may hold its bound so many times. @default 1 */
  readonly diskTimes?: number;
  /** The socket by which it reaches the API. */
  readonly socket?: string | undefined;
}

/** The end of a process tree, whatever it has said. */
type End = Pick<Ended, 'exitCode' | 'signal' | 'durationMs'> & { readonly stoppedBy: Stop | null };

interface Script {
  readonly text: string;
  readonly args: readonly string[];
  readonly input?: Buffer;
  /** The most bytes of an answer. */
  readonly answerBytes?: number;
  readonly diskTimes?: number;
}

/** A tree that was killed is gone in a few ms; its pipes are not waited for longer than this. */
const GONE_WITHIN_MS = 2_000;
/** Bubblewrap tells its inner process within a few ms. */
const KNOWN_EVERY_MS = 10;
const KNOWN_WITHIN_TRIES = 200;
/** More than bubblewrap ever says there. */
const STATUS_BYTES_MAX = 4_096;

/** Each work is a process tree of its own in namespaces of its own, on the base of this machine's `/usr`. */
export class Bubblewrap implements Driver {
  readonly name = 'bubblewrap';
  readonly lacks: string[];

  private constructor(
    private readonly program: string,
    private readonly filter: string,
    private base: Base,
    private readonly folder: string,
    private readonly memory: HostMemory,
  ) {
    this.lacks = [
      'The kernel is shared with the machine: no sandbox of this kind holds back who attacks the kernel itself.',
      ...lacksOf(memory),
      'Nothing bounds the share of the processor: commands have its lowest priority.',
      'The whole of /usr is read inside, and AF_VSOCK reaches programs of the machine that listen there.',
    ];
  }

  /**
   * @param folder the folder of the sandbox program
   * @returns the reason for which there is no such driver, or the driver, whose probe is still to pass
   */
  static async find(folder: string, memory: HostMemory): Promise<Bubblewrap | string> {
    const program = await programOf('bwrap');
    if (program === undefined) return 'bubblewrap (bwrap) is not installed.';
    const bytes = filterFor(process.arch, memory.isHeldByKernel);
    if (bytes === undefined) return `The system calls of ${process.platform} on ${process.arch} are not known.`;
    const filter = path.join(folder, 'filter.bpf');
    await writeFile(filter, bytes);
    const shell = (await programOf('bash')) === undefined ? '/bin/sh' : '/bin/bash';
    const base = { etc: await makeEtc(folder), shell, tezgah: await makeTezgah(folder) };
    return new Bubblewrap(program, filter, base, folder, memory);
  }

  async probe(folder: string): Promise<Probed> {
    await this.probeTezgah(folder);
    return probeWith(this, folder, [
      'grep -q "^NoNewPrivs:.1$" /proc/self/status',
      'grep -q "^Seccomp:.2$" /proc/self/status',
      'grep -q "^CapEff:.0*$" /proc/self/status',
      '! unshare --user true 2>/dev/null',
      '[ "$(tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " ")" = lo ]',
      'awk "BEGIN { exit 0 }"',
      // Limits of the first process bind all that it can be made to start.
      `grep -Eq "^Max processes +${limits.processes} +${limits.processes} " /proc/1/limits`,
      `grep -Eq "^Max open files +${limits.descriptors} +${limits.descriptors} " /proc/1/limits`,
      `grep -Eq "^Max file size +${limits.fileBytes} +${limits.fileBytes} " /proc/1/limits`,
      `grep -Eq "^Max data size +${limits.memoryBytes} +${limits.memoryBytes} " /proc/1/limits`,
    ]);
  }

  async run<W extends Work>(folder: string, work: W, gone: AbortSignal, isFull = false): Promise<DoneOf<W>> {
    return (await this.done(folder, work, gone, isFull)) as DoneOf<W>;
  }

  async pack(folder: string, output: Writable, gone: AbortSignal): Promise<void> {
    assertPacked(await this.archived(folder, { run: shell(packScript), stdout: output, isFull: true }, gone));
    output.end();
  }

  async unpack(folder: string, archive: Readable, gone: AbortSignal): Promise<void> {
    const stdout = new HeadAndTail(WORDS_BYTES_MAX);
    const command = { run: shell(unpackScript), input: archive, stdout, diskTimes: limits.unpackedTimes };
    const ended = await this.archived(folder, command, gone);
    if (archive.errored) throw new SandboxError('archive_failed', archive.errored.message);
    await assertUnpacked(folder, ended);
  }

  async close(): Promise<void> {}

  /** Leaves `tezgah` out where the user of commands may not read it: commands run without. */
  private async probeTezgah(folder: string): Promise<void> {
    const { tezgah, ...others } = this.base;
    if (!tezgah) return;
    const works = await probeWith(this, folder, ['tezgah --version']);
    if (works.works) return;
    this.base = others;
    this.lacks.push(`There is no \`tezgah\` inside. ${works.reason}`);
  }

  private async archived(
    folder: string,
    command: Pick<Command, 'run' | 'input' | 'stdout' | 'isFull' | 'diskTimes'>,
    gone: AbortSignal,
  ): Promise<End & { readonly words: string }> {
    const stderr = new HeadAndTail(WORDS_BYTES_MAX);
    const ended = await this.spawned(folder, { cwd: '/', timeoutMs: limits.archiveMs, stderr, ...command }, gone);
    return { ...ended, words: excerptOf(stderr) };
  }

  private async done(folder: string, work: Work, gone: AbortSignal, isFull: boolean): Promise<DoneOf<Work>> {
    if (work.do === 'exec') return this.commanded(folder, work, gone, isFull);
    if (work.do === 'list') {
      const args = [work.path, String(work.most + 1)];
      const answerBytes = (work.most + 1) * ENTRY_BYTES_MAX;
      return entriesIn(
        await this.script(folder, { text: listScript, args, answerBytes, diskTimes: 0 }, gone),
        work.most,
      );
    }
    if (work.do === 'read') {
      const answerBytes = work.bytesMax + 1;
      const args = [work.path, String(answerBytes)];
      const content = await this.script(folder, { text: readScript, args, answerBytes, diskTimes: 0 }, gone);
      if (content.length > work.bytesMax) throw new SandboxError('file_too_large');
      return { content };
    }
    await this.script(folder, { text: writeScript, args: [work.path], input: work.content }, gone);
    return { size: work.content.length };
  }

  private async commanded(
    folder: string,
    { command, cwd, timeoutMs, way }: Extract<Work, { do: 'exec' }>,
    gone: AbortSignal,
    isFull: boolean,
  ): Promise<Ended> {
    const door = way && new Door(way);
    try {
      const socket = await door?.listen(this.folder).catch((error: Error) => {
        throw new SandboxError(
          'sandbox_unavailable',
          `The way of the command to the API does not open. ${error.message}`,
        );
      });
      const run = [this.base.shell, '-c', command];
      const [stdout, stderr] = [new HeadAndTail(limits.outputBytes / 2), new HeadAndTail(limits.outputBytes / 2)];
      const ended = await this.spawned(folder, { cwd, run, stdout, stderr, timeoutMs, isFull, socket }, gone);
      return { ...ended, ...fitting(stdout, stderr, limits.outputBytes) };
    } finally {
      await door?.close();
    }
  }

  /** @returns all that it answers: bytes of files pass nothing that keeps a part of them */
  private async script(
    folder: string,
    { text, args, input, answerBytes = 0, diskTimes }: Script,
    gone: AbortSignal,
  ): Promise<Buffer> {
    const [stdout, stderr] = [new Whole(answerBytes), new HeadAndTail(WORDS_BYTES_MAX)];
    const command = { cwd: '/', run: shell(text, ...args), input, stdout, stderr, timeoutMs: limits.fileWorkMs };
    const ended = await this.spawned(folder, { ...command, ...(diskTimes === undefined ? {} : { diskTimes }) }, gone);
    const fault = faultOf(ended.exitCode);
    if (fault) throw new SandboxError(fault);
    if (ended.exitCode !== 0 || stdout.bytes === undefined)
      throw new SandboxError('sandbox_unavailable', `The work on files did not end well: ${excerptOf(stderr)}`);
    return stdout.bytes;
  }

  private async spawned(folder: string, command: Command, gone: AbortSignal): Promise<End> {
    if (gone.aborted) throw new SandboxError('sandbox_unavailable', 'Whoever asked is gone.');
    const room = this.memory.room();
    try {
      return await this.spawnedIn(room, folder, command, gone);
    } finally {
      room.leave();
    }
  }

  private spawnedIn(room: Room, folder: string, command: Command, gone: AbortSignal): Promise<End> {
    const { cwd, run, input, stdout, stderr, timeoutMs, isFull = false, diskTimes = 1, socket } = command;
    const fileBytes = isFull ? 0 : limits.fileBytes;
    const since = performance.now();
    const filter = openSync(this.filter, 'r');
    const child = spawn(this.program, argumentsFor(this.base, { folder, cwd, run, fileBytes, socket }), {
      ...ownIds(),
      cwd: '/',
      env: {},
      stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe', filter, 'pipe', 'pipe', 'pipe'],
    });
    giveWay(child.pid);
    closeSync(filter);
    // Told at once: what cannot start says so before anybody else listens, and has no streams.
    const failed = new Promise<never>((_, reject) => {
      child.once('error', (error) => reject(new SandboxError('sandbox_unavailable', error.message)));
    });
    if (child.pid === undefined || child.stdio.length <= BEGIN) return failed;
    if (stdout instanceof Writable) child.stdout?.pipe(stdout, { end: false });
    else child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
    const streams: readonly unknown[] = child.stdio;
    const status = textOf(streams[STATUS] as NodeJS.ReadableStream);
    const begin = streams[BEGIN] as NodeJS.WritableStream;
    begin.on('error', () => {});
    const firstStep = textOf(streams[FIRST_STEP] as NodeJS.ReadableStream);
    // A command that does not read all of its input has its reasons.
    child.stdin?.on('error', () => {});
    if (!(input instanceof Readable)) child.stdin?.end(input);
    let over: () => Stop | null = () => null;
    let isKilled = false;
    const ended = new Promise<End>((resolve, reject) => {
      let waits = KNOWN_WITHIN_TRIES;
      const end = (): void => {
        const inner = numberIn(status(), 'child-pid');
        // Killed right after its start, the outer process can leave the inner one behind: both are known first.
        if (inner === undefined && child.exitCode === null && waits > 0) {
          waits -= 1;
          setTimeout(end, KNOWN_EVERY_MS);
          return;
        }
        isKilled = true;
        kill(inner);
        kill(child.pid);
        const late = setTimeout(() => {
          for (const stream of child.stdio) stream?.destroy();
        }, GONE_WITHIN_MS);
        child.once('close', () => clearTimeout(late));
      };
      over = watch({ room, folder, timeoutMs, gone, diskTimes: isFull ? 0 : diskTimes }, end);
      if (input instanceof Readable && child.stdin) {
        // One that breaks off is no archive, though what came of it may look like one.
        input.once('error', end);
        input.pipe(child.stdin);
      }
      // Bubblewrap waits before it runs the command, so all of that is counted.
      (streams[STATUS] as NodeJS.ReadableStream).on('data', () => {
        const inner = numberIn(status(), 'child-pid');
        if (inner === undefined || !begin.writable) return;
        try {
          room.take([child.pid ?? 0, inner], [`/proc/${inner}/root/tmp`, `/proc/${inner}/root/dev/shm`]);
          begin.end('x');
        } catch (error) {
          end();
          reject(new SandboxError('sandbox_unavailable', `Its memory cannot be counted. ${(error as Error).message}`));
        }
      });
      const answer = (): void => {
        const stoppedBy = over();
        const [inner, code] = [numberIn(status(), 'child-pid'), numberIn(status(), 'exit-code')];
        // Bubblewrap ends with its command, and the kernel ends all others of the namespace; this is for one that was cut off early.
        if (inner !== undefined && runs(inner)) kill(inner);
        if (firstStep() === 'c') reject(new SandboxError('cwd_not_found'));
        else if (inner === undefined && stoppedBy === null && !gone.aborted)
          reject(new SandboxError('sandbox_unavailable', excerptOf(stderr)));
        else
          resolve({
            ...outcomeOf(stoppedBy === null ? code : undefined, isKilled),
            stoppedBy,
            durationMs: Math.round(performance.now() - since),
          });
      };
      child.once('close', answer);
    });
    return Promise.race([ended, failed]).finally(() => over());
  }
}

/** The code that bubblewrap tells of a command that SIGKILL ended. */
const KILLED = 128 + os.constants.signals.SIGKILL;

/** Bubblewrap may tell the end of a command that we kill before it is killed itself. @param code undefined: it told none, or a bound was reached */
const outcomeOf = (code: number | undefined, isKilled: boolean): Pick<Ended, 'exitCode' | 'signal'> =>
  code === undefined || (isKilled && code === KILLED)
    ? { exitCode: null, signal: 'SIGKILL' }
    : { exitCode: code, signal: null };

/** A name of 255 bytes, with its type, its size and its time. */
const ENTRY_BYTES_MAX = 320;

const WORDS_BYTES_MAX = 4_096;

const excerptOf = (words: HeadAndTail): string => words.within(1_000).bytes.toString('utf8').trim();

const shell = (text: string, ...args: readonly string[]): string[] => ['/bin/sh', '-c', text, 'sh', ...args];

/** Collects what little comes on a stream. */
function textOf(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    if (text.length < STATUS_BYTES_MAX) text += chunk.toString('latin1');
  });
  stream.on('error', () => {});
  return () => text;
}

function numberIn(status: string, name: string): number | undefined {
  const [, digits] = new RegExp(`"${name}": ?(\\d+)`).exec(status) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Finds a program: in `/usr/bin` first, since rules of distributions name that path. */
async function programOf(name: string): Promise<string | undefined> {
  for (const folder of ['/usr/bin', ...(process.env.PATH ?? '').split(':')]) {
    const file = path.join(folder, name);
    if (path.isAbsolute(file) && (await access(file, constants.X_OK).then(always, never))) return file;
  }
  return undefined;
}
const always = (): boolean => true;
const never = (): boolean => false;

/** Makes the files in which programs look up the one user that there is. */
async function makeEtc(folder: string): Promise<string> {
  const etc = path.join(folder, 'etc');
  await rm(etc, { recursive: true, force: true });
  await mkdir(path.join(etc, 'alternatives'), { recursive: true });
  const id = isSuperuser() ? SANDBOX_ID : (process.getuid?.() ?? SANDBOX_ID);
  const files = {
    passwd: `workspace:x:${id}:${id}:workspace:${WORKSPACE}:/bin/sh\n`,
    group: `workspace:x:${id}:\n`,
    hosts: '127.0.0.1 localhost tezgah\n',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
    'ld.so.cache': '',
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(etc, name), text);
    await chmod(path.join(etc, name), 0o644);
  }
  for (const each of [etc, path.join(etc, 'alternatives')]) await chmod(each, 0o755);
  return etc;
}
