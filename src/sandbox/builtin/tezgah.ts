import { closeSync, constants, lstatSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { Socket } from 'node:net';
import path from 'node:path';
import { insidePath, SandboxError, WORKSPACE } from '../../kernel/declaration/sandbox';
import { limits } from '../driver/limits';
import { bash } from './bash/interpreter';
import { textOf } from './bash/lossless';
import { CHANNEL } from './message';

const URL = 'unix:the socket of this command';

/**
 * The program `tezgah` as a command of the interpreter: the same code, in this process. It reaches the API by the channel that the program
 * `sandbox` holds, and the files of its workspace alone.
 * @param disk the workspace's folder on the machine
 */
export function tezgah(disk: string, reaches: boolean) {
  const cached = new Map<string, object>();
  const agent = reaches ? agentOf(new Socket({ fd: CHANNEL, readable: true, writable: true })) : undefined;
  let last: Promise<unknown> = Promise.resolve();
  return bash.defineCommand('tezgah', (args, { cwd, stdin, env }) => {
    const work = last.then(async () => {
      const [{ perform }, { moveTo }, { bySocket }] = await Promise.all([
        import('../../cli/perform.js'),
        import('../../cli/surroundings.js'),
        import('../../cli/sending.js'),
      ]);
      const [out, err] = [new Kept(), new Kept()];
      moveTo({
        environment: { NO_COLOR: '1', TEZGAH_RETRY_SECONDS: env.get('TEZGAH_RETRY_SECONDS'), TEZGAH_URL: URL },
        out,
        err,
        read: (name) => (name === 0 ? Buffer.from(bash.latin1FromBytes(stdin), 'latin1') : readIn(disk, cwd, name)),
        write: (name, bytes, how) => writeIn(disk, cwd, name, bytes, how),
        cache: {
          read: <T>(name: string) => cached.get(name) as T | undefined,
          write: (name, value) => void cached.set(name, value),
        },
        sendTo: () => (agent ? bySocket({ agent }) : () => Promise.reject(new Error('no API answers sandboxes here'))),
        isGuest: true,
      });
      const exitCode = await perform(args);
      return { stdout: out.text, stderr: err.text, exitCode };
    });
    last = work.catch(() => {});
    return work;
  });
}

/** Makes the agent of the one connection; there is no other one after it. */
function agentOf(socket: Socket): Agent {
  socket.on('error', () => {});
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  Object.assign(agent, { createConnection: () => socket });
  return agent;
}

class Kept {
  private readonly chunks: Buffer[] = [];

  get text(): string {
    return textOf(Buffer.concat(this.chunks));
  }

  write(bytes: string | Uint8Array): void {
    this.chunks.push(Buffer.from(bytes as string));
  }
}

/** The place of a file on the machine. No part of it is a link. @throws {SandboxError} path_outside */
function placeOf(disk: string, cwd: string, name: string): string {
  const inside = insidePath(path.posix.resolve(cwd, name));
  let place = disk;
  for (const part of inside.split('/').slice(WORKSPACE.split('/').length)) {
    place = path.join(place, part);
    if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new SandboxError('path_outside', 'Links are not followed.');
  }
  return place;
}

function readIn(disk: string, cwd: string, name: string): Buffer {
  const opened = openSync(placeOf(disk, cwd, name), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}

function writeIn(disk: string, cwd: string, name: string, bytes: Uint8Array, how: { readonly fresh: boolean }): void {
  if (bytes.length > limits.fileBytes) throw new SandboxError('file_too_large', 'A file has 64 MiB at most.');
  const place = placeOf(disk, cwd, name);
  mkdirSync(path.dirname(place), { recursive: true });
  const { O_WRONLY, O_CREAT, O_TRUNC, O_EXCL, O_NOFOLLOW } = constants;
  const opened = openSync(place, O_WRONLY | O_CREAT | O_NOFOLLOW | (how.fresh ? O_EXCL : O_TRUNC), 0o644);
  try {
    writeFileSync(opened, bytes);
  } finally {
    closeSync(opened);
  }
}
