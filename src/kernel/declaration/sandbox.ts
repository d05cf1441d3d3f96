import type { Readable } from 'node:stream';

/** Drivers by which commands of a workspace run apart from the machine. */
export type DriverName = 'bubblewrap' | 'builtin';

/** The folder of a workspace, by its store. */
export interface SandboxPlace {
  readonly storeId: string;
  readonly workspaceId: string;
  /** One life of its files. A folder belongs to one alone, so nobody works in the files of a life that is over. */
  readonly epoch: number;
}

/** A place, and the host of its folder. null: no host has one. */
export interface HostedPlace extends SandboxPlace {
  readonly host: string | null;
}

/** A folder that a machine keeps. */
export interface KeptDisk extends SandboxPlace {
  /** Ms since it was made. */
  readonly ageMs: number;
  /** True when the workspace takes no work but such that makes room. */
  readonly isFull: boolean;
}

/** The API as sandboxes of another machine reach it, over HTTPS. */
export interface ApiServer {
  readonly url: string;
  /** Certificates that are trusted there, as PEM. Left out: those that the system trusts. */
  readonly trusted?: string;
}

/** The way by which a command reaches the API of its store, as the program that runs it goes it for the command. */
export type Way = SocketWay | (ApiServer & Pick<SocketWay, 'pass'>);

/** The way on the machine of the API. */
export interface SocketWay {
  /** The socket on which the API answers sandboxes. */
  readonly socket: string;
  /** The credential. Nothing inside sees it. */
  readonly pass: string;
}

/** Work inside a sandbox. Paths are absolute, below `/workspace`, and have no `..`. */
export type Work =
  | {
      readonly do: 'exec';
      readonly command: string;
      readonly cwd: string;
      readonly timeoutMs: number;
      /** Left out, the command reaches nothing. */
      readonly way?: Way;
    }
  | { readonly do: 'list'; readonly path: string; readonly most: number }
  | { readonly do: 'read'; readonly path: string; readonly bytesMax: number }
  | { readonly do: 'write'; readonly path: string; readonly content: Buffer };

/** A bound that ended a command before it ended by itself. */
export type Stop = 'time' | 'memory' | 'disk';

/** Bytes that are left out of a stream. */
export interface Cut {
  /** So many bytes of what is kept stand before them. */
  readonly at: number;
  readonly bytes: number;
}

/** An act of the owner that ended a command with its workspace. */
export type Renewal = 'refresh' | 'archive';

/** A command that has ended. */
export interface Ended {
  /** The exit code; null: a signal or a bound ended the command. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stoppedBy: Stop | Renewal | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** The cut of the stream; null: the stream is whole. */
  readonly stdoutCut: Cut | null;
  readonly stderrCut: Cut | null;
  readonly durationMs: number;
}

/** Bytes that a command has written, kept or not. */
export const writtenBy = ({ stdout, stderr, stdoutCut, stderrCut }: Ended): number =>
  stdout.length + stderr.length + droppedOf(stdoutCut, stderrCut);

export const droppedOf = (...cuts: readonly (Cut | null)[]): number =>
  cuts.reduce((bytes, cut) => bytes + (cut?.bytes ?? 0), 0);

export interface FileEntry {
  readonly name: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  readonly modifiedAt: string;
}

/** Reasons for which work in a sandbox is not done. Nothing has begun then, but of `exec_lost` and `exec_stopped`: nobody knows how far those came. */
export type SandboxFault =
  | 'path_outside'
  | 'cwd_not_found'
  | 'file_not_found'
  | 'not_a_file'
  | 'not_a_folder'
  | 'file_too_large'
  | 'sandbox_full'
  | 'too_many_execs'
  | 'not_started'
  | 'workspace_starting'
  | 'workspace_busy'
  | 'archive_failed'
  | 'sandbox_unavailable'
  | 'exec_stopped'
  | 'exec_lost';

/** No command and no write has begun that ends with one of these. */
export const NOT_BEGUN: readonly string[] = [
  'archive_failed',
  'cwd_not_found',
  'not_started',
  'path_outside',
  'sandbox_full',
  'sandbox_unavailable',
  'too_many_execs',
  'workspace_busy',
  'workspace_starting',
] satisfies SandboxFault[];

export class SandboxError extends Error {
  constructor(
    readonly fault: SandboxFault,
    message: string = fault,
  ) {
    super(message);
  }
}

/** The answers of work, by the kind of work. */
export interface Done {
  readonly exec: Ended;
  readonly list: { readonly entries: readonly FileEntry[]; readonly complete: boolean };
  readonly read: { readonly content: Buffer };
  readonly write: { readonly size: number };
}

export type DoneOf<W extends Work> = Done[W['do']];

export interface SandboxState {
  /** The name of the driver; null: no command can run. */
  readonly driver: DriverName | null;
  /** Sentences about what the driver does not keep apart or bound. */
  readonly lacks: readonly string[];
  /** The reason for which there is no driver, or no better one. */
  readonly reason: string | null;
}

/** The room that a machine has for folders of workspaces. */
export interface SandboxRoom {
  readonly folders: number;
  /** The disk has hardly any room left. */
  readonly isShort: boolean;
}

/** The place where commands of workspaces run. */
export interface Sandbox<At extends SandboxPlace = SandboxPlace> {
  state(): Promise<SandboxState>;
  /** @param gone ends when the caller leaves: the work ends with it @throws {SandboxError} */
  run<W extends Work>(place: At, work: W, gone?: AbortSignal): Promise<DoneOf<W>>;
  /**
   * Says that this process attends to a work, from before the work is known to others until its end is noted. The claim ends with the
   * process, so a reader that finds the work without an end can ask whether there will be one.
   * @param id the id of the work @returns a call that ends the claim @throws {SandboxError} sandbox_unavailable
   */
  attend(id: string): Promise<() => void>;
  /** Answers which of the works somebody attends to. @throws {SandboxError} sandbox_unavailable */
  attended(ids: readonly string[]): Promise<readonly string[]>;
  /** True if the machine has the folder, whole. */
  holds(place: At): Promise<boolean>;
  /** Makes a folder with the files of a new workspace. One that is there stays as it is, and takes changes again. */
  start(place: At): Promise<void>;
  /**
   * The files as a tar archive, made inside. Nothing changes them until it has been read to its end.
   * @throws {SandboxError} workspace_busy while a command runs, archive_failed
   */
  pack(place: At): Promise<Readable>;
  /** Makes a folder of an archive, inside. It is there whole or not at all. @throws {SandboxError} archive_failed, sandbox_full */
  unpack(place: At, archive: AsyncIterable<Uint8Array>): Promise<void>;
  /** Ends what runs in a folder. No command and no write begins in it until it is started again: `not_started`. */
  quiet(place: At): Promise<void>;
  /** Ends what runs in a folder and removes it; one that is not there is no fault. */
  destroy(place: At): Promise<void>;
  /** The folders of all workspaces that the machine keeps. */
  disks(): Promise<readonly (KeptDisk & At)[]>;
  room(): Promise<SandboxRoom>;
}

/** A host of sandboxes, as operators see it. */
export interface HostState extends SandboxState {
  readonly host: string;
}

/** The sandboxes of all hosts. What is asked of the host of a place that does not answer is `sandbox_unavailable`. */
export interface Sandboxes extends Omit<Sandbox<HostedPlace>, 'room' | 'state'> {
  states(): Promise<readonly HostState[]>;
  /** Chooses the host of a new folder: one that has room, and of those one with few folders. @throws {SandboxError} sandbox_unavailable */
  hostWithRoom(): Promise<string>;
}

/** The folder of a workspace, as it is called inside. */
export const WORKSPACE = '/workspace';
/** Entries that a list answers at most. */
export const LISTED_MAX = 1_000;
/** Bytes that a file may have which is read or written from outside. */
export const FILE_BYTES_MAX = 1024 * 1024;

/**
 * A path as callers state it, relative ones below `/workspace`, in one spelling. Links are followed inside the sandbox alone.
 * @throws {SandboxError} path_outside
 */
export function insidePath(stated: string): string {
  if (stated.includes('\0')) outside('A path has no NUL character.');
  const whole = stated.startsWith('/') ? stated : `${WORKSPACE}/${stated}`;
  const parts = whole.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) outside('A path has no "..".');
  if (parts[0] !== WORKSPACE.slice(1)) outside(`The path is not below ${WORKSPACE}.`);
  return `/${parts.join('/')}`;
}

const outside = (why: string): never => {
  throw new SandboxError('path_outside', why);
};
