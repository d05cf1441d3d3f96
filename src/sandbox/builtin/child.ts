import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { BashExecResult, ReadWriteFs as Disk, MountableFs as Files } from 'just-bash';
import type { FileEntry, SandboxFault } from '../../kernel/declaration/sandbox';
import { SandboxError, WORKSPACE } from '../../kernel/declaration/sandbox';
import { limits } from '../driver/limits';
import { fitting, HeadAndTail } from '../driver/output';
import { pack, unpack } from './archive';
import { bash } from './bash/interpreter';
import { bytesOf } from './bash/lossless';
import { keepTextAndBytesApart } from './bash/text';
import { addTraps } from './bash/traps';
import { CHANNEL, READY, type WorkAnswer, type WorkRequest } from './message';
import { allowModesOfOpenFiles } from './open-modes';
import { programs } from './programs';
import { shielded } from './shielded';
import { tezgah } from './tezgah';

const { Bash, InMemoryFs, MountableFs, ReadWriteFs } = bash;

/** A bash that starts no program of the machine. It takes work from its input, answers it, and ends after a command or an archive. */
function main(): void {
  allowModesOfOpenFiles();
  keepTextAndBytesApart();
  addTraps();
  // Loads what the interpreter loads on its first command.
  void new Bash().exec('true').then(() => {
    process.stdout.write(`${READY}\n`);
    const input = createInterface({ input: process.stdin });
    // The asking program is gone, and nobody is left who would end this process.
    input.once('close', () => process.exit(1));
    input.on('line', (line) => {
      const request = JSON.parse(line) as WorkRequest;
      const isLast = request.do === 'exec' || request.do === 'pack' || request.do === 'unpack';
      void answer(request)
        .catch((error: unknown): WorkAnswer => ({ fault: faultOf(error), message: String(error) }))
        .then((told) => process.stdout.write(`${JSON.stringify(told)}\n`, () => isLast && process.exit(0)));
    });
  });
}

async function answer(asked: WorkRequest): Promise<WorkAnswer> {
  const disk = new ReadWriteFs({
    root: asked.disk,
    maxFileReadSize: limits.fileBytes,
    maxCopySize: limits.fileBytes,
    maxCopyOnWriteSize: limits.fileBytes,
  });
  if (asked.do === 'pack' || asked.do === 'unpack') return archived(disk, asked.do);
  const base = new InMemoryFs();
  await base.mkdir('/tmp', { recursive: true });
  await base.writeFile('/dev/null', '');
  const fs = new MountableFs({ base, mounts: [{ mountPoint: WORKSPACE, filesystem: disk }] });
  if (asked.do === 'exec') return ran(fs, asked);
  if (asked.do === 'list') return listed(fs, asked);
  const found = await statOf(fs, asked.path);
  if (asked.do === 'read') {
    if (!found) return faultAnswer('file_not_found');
    if (!found.isFile) return faultAnswer('not_a_file');
    if (found.size > asked.bytesMax) return faultAnswer('file_too_large');
    const content = Buffer.from(await fs.readFileBuffer(asked.path));
    // A command may have written more since its size was looked at.
    return content.length > asked.bytesMax ? faultAnswer('file_too_large') : { content: content.toString('base64') };
  }
  if (found && !found.isFile) return faultAnswer('not_a_file');
  const content = Buffer.from(asked.content, 'base64');
  await inFolder(fs.mkdir(parentOf(asked.path), { recursive: true }));
  await inFolder(fs.writeFile(asked.path, content));
  return { size: content.length };
}

async function archived(disk: Disk, how: 'pack' | 'unpack'): Promise<WorkAnswer> {
  const channel = new Socket({ fd: CHANNEL, readable: how === 'unpack', writable: how === 'pack' });
  if (how === 'unpack') await unpack(disk, channel);
  else {
    await pack(disk, channel);
    await new Promise<void>((resolve) => channel.end(resolve));
  }
  return { archived: true };
}

async function ran(
  fs: Files,
  { command, cwd, disk, timeoutMs, reaches }: Extract<WorkRequest, { do: 'exec' }>,
): Promise<WorkAnswer> {
  if (!(await statOf(fs, cwd))?.isDirectory) return faultAnswer('cwd_not_found');
  const shell = new Bash({
    fs,
    cwd,
    customCommands: [...programs, tezgah(disk, reaches)],
    env: { HOME: WORKSPACE, USER: 'workspace', LANG: 'C.UTF-8', TMPDIR: '/tmp' },
    // The process that started this one holds the time and the memory.
    executionLimits: { maxCommandCount: MANY, maxLoopIterations: MANY, maxAwkIterations: MANY, maxSedIterations: MANY },
  });
  shell.registerTransformPlugin(shielded);
  const signal = AbortSignal.timeout(timeoutMs);
  const { stdout, stderr, exitCode } = await shell.exec(command, { rawScript: true, signal }).catch(thrown);
  const [out, err] = [new HeadAndTail(limits.outputBytes / 2), new HeadAndTail(limits.outputBytes / 2)];
  out.push(bytesOf(stdout));
  err.push(bytesOf(signal.aborted ? stderr.replace(ABORTED, '') : stderr));
  const fit = fitting(out, err, limits.outputBytes);
  return {
    ...fit,
    exitCode: signal.aborted ? null : exitCode,
    stdout: fit.stdout.toString('base64'),
    stderr: fit.stderr.toString('base64'),
  };
}

/** Answers another fault of the interpreter as an error of the shell, which ends the command. */
const thrown = (error: unknown): BashExecResult => ({
  stdout: '',
  stderr: `bash: ${error instanceof Error ? error.message : String(error)}\n`,
  exitCode: 1,
  env: {},
});

/** The interpreter's own words for it. */
const ABORTED = /bash: execution aborted\n$/;

const MANY = 1_000_000_000;

async function listed(fs: Files, { path, most }: Extract<WorkRequest, { do: 'list' }>): Promise<WorkAnswer> {
  const found = await statOf(fs, path);
  if (!found) return faultAnswer('file_not_found');
  if (!found.isDirectory) return faultAnswer('not_a_folder');
  const names = (await fs.readdir(path)).toSorted(byBytes);
  const entries: FileEntry[] = [];
  for (const name of names.slice(0, most)) {
    const stat = await fs.lstat(`${path}/${name}`).catch(() => undefined);
    // It is gone again.
    if (!stat) continue;
    const type = stat.isSymbolicLink ? 'link' : stat.isFile ? 'file' : stat.isDirectory ? 'folder' : 'other';
    entries.push({ name, type, size: stat.size, modifiedAt: stat.mtime.toISOString() });
  }
  return { entries, complete: names.length <= most };
}

const byBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

const faultAnswer = (fault: SandboxFault): WorkAnswer => ({ fault, message: fault });

/** Finds what a path names. A link is not followed: where it leads, this file system does not say. */
async function statOf(fs: Files, path: string) {
  const stat = await fs.lstat(path).catch((error: unknown) => {
    if (/ENOENT|ENOTDIR/.test(String(error))) return undefined;
    throw error;
  });
  if (stat?.isSymbolicLink) throw new Outside();
  return stat;
}

class Outside extends Error {}

async function inFolder<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (/ENOTDIR|EEXIST/.test(String(error))) throw new NoFolder();
    throw error;
  });
}

class NoFolder extends Error {}

function faultOf(error: unknown): SandboxFault {
  if (error instanceof NoFolder) return 'not_a_folder';
  if (error instanceof SandboxError) return error.fault;
  const words = String(error);
  if (error instanceof Outside || /EACCES|EPERM|ELOOP|symlink|outside/i.test(words)) return 'path_outside';
  if (/ENOSPC|EDQUOT/.test(words)) return 'sandbox_full';
  if (/ENOENT/.test(words)) return 'file_not_found';
  if (/EISDIR|ENXIO/.test(words)) return 'not_a_file';
  if (/ENOTDIR/.test(words)) return 'not_a_folder';
  return 'sandbox_unavailable';
}

main();
