import { rmSync } from 'node:fs';
import path from 'node:path';
import { type LockRecord, readJson, writeAtomically } from '../embedded/file-lock';
import { isAlive } from '../embedded/process';
import type { SandboxState } from '../kernel/declaration/sandbox';
import { lockPath } from './data-folder';

export interface Login {
  readonly email: string;
  readonly password: string;
}

export interface DemoStore {
  readonly storeId: string;
  /** The store's name in addresses. */
  readonly slug: string;
  readonly owner: Login;
  readonly tokens: { readonly agent: string; readonly developer: string };
}

/** The facts that `npm start` tells programs: the CLI, scripts and tests read them. Null: not part of this run. */
export interface RunFile {
  readonly api: string;
  readonly docs: string;
  readonly mcp: string;
  /** The address at which the servers of a storefront take the steps of shoppers, and the key by which they prove themselves. */
  readonly checkout: { readonly url: string; readonly key: string };
  /** Addresses of the shops and of their previews; `*` is the name of a store in addresses. */
  readonly storefront: { readonly url: string; readonly preview: string } | null;
  readonly temporal: string;
  readonly temporalUi: string | null;
  /** The addresses at which the processes answer Prometheus. */
  readonly metrics: { readonly api: string; readonly worker: string; readonly storefront: string };
  readonly databaseUrl: string;
  readonly storeId: string | null;
  /** The shop of the demo store. */
  readonly shop: string | null;
  readonly owner: Login | null;
  /** The link that makes the first store and its owner, as long as nobody can log in. */
  readonly setup: string | null;
  readonly tokens: DemoStore['tokens'] | null;
  /** The addresses of the simulated providers, by their keys. */
  readonly simulators: Readonly<Record<string, string>>;
  readonly otherStore: DemoStore | null;
  /** The driver that runs commands of workspaces on this machine. */
  readonly sandbox: SandboxState | null;
  readonly pids: {
    readonly supervisor: number;
    readonly postgres: number | null;
    readonly temporal: number | null;
    readonly api: number | null;
    readonly worker: number | null;
    readonly sandbox: number | null;
    readonly storefront: number | null;
    readonly simulators: Readonly<Record<string, number | null>>;
  };
}

export const runFilePath = (dataFolder: string): string => path.join(dataFolder, 'run.json');

/** It holds tokens and passwords: nobody else may read it, and nobody ever reads half of it. */
export const writeRunFile = (dataFolder: string, run: RunFile): void =>
  writeAtomically(runFilePath(dataFolder), `${JSON.stringify(run, undefined, 2)}\n`, 0o600);

/** @returns undefined also when its supervisor was killed: by now anybody may listen where it says that parts do */
export function readRunFile(dataFolder: string): RunFile | undefined {
  const run = readJson<RunFile>(runFilePath(dataFolder));
  const holder = readJson<LockRecord>(lockPath(dataFolder));
  return run && holder && holder.pid === run.pids.supervisor && isAlive(holder) ? run : undefined;
}

export const removeRunFile = (dataFolder: string): void => rmSync(runFilePath(dataFolder), { force: true });
