import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { readJson, writeAtomically } from '../embedded/file-lock';
import { byFetch, bySocket, type Send } from './sending';

/** A stream that this program writes to. */
export interface Output {
  write(bytes: string | Uint8Array): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The surroundings of this program: it may be a process of its own, or a command of an interpreter. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly out: Output;
  readonly err: Output;
  /** @param name a path, or 0 for the input @throws when it cannot be read */
  read(name: string | 0): Buffer;
  /** @throws when it cannot be written */
  write(name: string, bytes: Uint8Array, options: { readonly fresh: boolean }): void;
  readonly cache: {
    read<T>(name: string): T | undefined;
    write(name: string, value: object): void;
  };
  /** @param url of the API */
  sendTo(url: string): Send;
  /** True: it runs within another program, and has no folders, no files and no terminal of the machine. */
  readonly isGuest: boolean;
}

/** The process of its own that this program mostly is. */
const machine: Surroundings = {
  environment: process.env,
  out: process.stdout,
  err: process.stderr,
  read: (name) => readFileSync(name),
  write: (name, bytes, { fresh }) => writeFileSync(name, bytes, { flag: fresh ? 'wx' : 'w' }),
  cache: {
    read: (name) => readJson(path.join(cacheFolder(), name)),
    /** A cache that cannot be written costs two requests a call, nothing else. */
    write(name, value) {
      try {
        mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
        writeAtomically(path.join(cacheFolder(), name), JSON.stringify(value), 0o600);
      } catch {}
    },
  },
  sendTo: (url) => (url.startsWith(UNIX) ? bySocket({ socketPath: url.slice(UNIX.length) }) : byFetch(url)),
  isGuest: false,
};

/** Addresses of an API that answers on a socket of the machine. */
export const UNIX = 'unix:';

let present = machine;

export const surroundings = (): Surroundings => present;

/** Moves this program into other surroundings. */
export function moveTo(others: Surroundings): void {
  present = others;
}

/** XDG folders: what may be deleted, and what may not. */
function cacheFolder(): string {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'tezgah');
}
