import { rm } from 'node:fs/promises';
import type { DoneOf, Sandbox, SandboxPlace, SandboxState, Work } from '../../src/kernel/declaration/sandbox';
import { SandboxHost } from '../../src/sandbox/host';
import { passableFolder } from './passable';

/** A sandbox that comes with its first command: most worlds run none. */
export function lazySandbox(
  driver: 'bubblewrap' | 'builtin' = 'builtin',
): Sandbox & { probed(): Promise<SandboxState>; folder(): Promise<string>; close(): Promise<void> } {
  let opened: Promise<{ host: SandboxHost; folder: string }> | undefined;
  const open = () => {
    opened ??= passableFolder('sandbox').then(async (folder) => ({
      folder,
      host: await SandboxHost.open(folder, driver),
    }));
    return opened;
  };
  return {
    state: async () => ({ driver, lacks: [], reason: null }),
    probed: async () => (await open()).host.state(),
    folder: async () => (await open()).folder,
    async run<W extends Work>(place: SandboxPlace, work: W, gone?: AbortSignal): Promise<DoneOf<W>> {
      return (await open()).host.run(place, work, gone ? { gone } : {});
    },
    attend: async (id) => (await open()).host.attend(id),
    attended: async (ids) => (await open()).host.attended(ids),
    holds: async (place) => (await open()).host.holds(place),
    start: async (place) => (await open()).host.start(place),
    pack: async (place) => (await open()).host.pack(place),
    unpack: async (place, archive) => (await open()).host.unpack(place, archive),
    quiet: async (place) => (await open()).host.quiet(place),
    destroy: async (place) => (await open()).host.destroy(place),
    disks: async () => (await open()).host.disks(),
    room: async () => (await open()).host.room(),
    async close() {
      if (!opened) return;
      const { host, folder } = await opened;
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
