import { rm } from 'node:fs/promises';
import type { DoneOf, Place, Sandbox, Work } from '../../src/kernel/declaration/sandbox';
import { SandboxHost } from '../../src/sandbox/host';
import { passableFolder } from './passable';

/** A sandbox that comes with its first command: most worlds run none. */
export function lazySandbox(): Sandbox & { close(): Promise<void> } {
  let opened: Promise<{ host: SandboxHost; folder: string }> | undefined;
  const open = () => {
    opened ??= passableFolder('sandbox').then(async (folder) => ({
      folder,
      host: await SandboxHost.open(folder, 'builtin'),
    }));
    return opened;
  };
  return {
    state: async () => ({ driver: 'builtin', lacks: [], reason: null }),
    async run<W extends Work>(place: Place, work: W): Promise<DoneOf<W>> {
      return (await open()).host.run(place, work);
    },
    async close() {
      if (!opened) return;
      const { host, folder } = await opened;
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
