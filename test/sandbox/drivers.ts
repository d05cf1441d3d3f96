import { rm } from 'node:fs/promises';
import type { Ended, SandboxPlace, Way } from '../../src/kernel/declaration/sandbox';
import type { HostMemory } from '../../src/sandbox/driver/memory';
import { SandboxHost } from '../../src/sandbox/host';
import { passableFolder } from './passable';

export const place = { storeId: 'str_A', workspaceId: 'wsp_A', epoch: 1 };
export const neighbour = { storeId: 'str_A', workspaceId: 'wsp_B', epoch: 1 };

export interface Opened {
  readonly host: SandboxHost;
  readonly folder: string;
  exec(
    command: string,
    options?: { readonly timeoutMs?: number; readonly cwd?: string; readonly way?: Way; readonly in?: SandboxPlace },
  ): Promise<Ended>;
  close(): Promise<void>;
}

/** A host of its own with a driver. @returns why there is none, where the driver does not work on this machine */
export async function openWith(
  driver: 'bubblewrap' | 'builtin',
  memoryOf?: (folder: string) => HostMemory | string,
): Promise<Opened | string> {
  const folder = await passableFolder('escape');
  const memory = memoryOf?.(folder);
  if (typeof memory === 'string') return memory;
  const host = await SandboxHost.open(folder, driver, memory);
  const close = async (): Promise<void> => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  };
  const { reason, driver: found } = await host.state();
  if (found === null) {
    await close();
    return reason ?? 'no driver';
  }
  await Promise.all([host.start(place), host.start(neighbour)]);
  return {
    host,
    folder,
    exec: (command, { timeoutMs = 120_000, cwd = '/workspace/store', way, in: where = place } = {}) =>
      host.run(where, { do: 'exec', command, cwd, timeoutMs, ...(way ? { way } : {}) }),
    close,
  };
}

export const said = ({ stdout, stderr }: Ended): string => stdout.toString() + stderr.toString();
