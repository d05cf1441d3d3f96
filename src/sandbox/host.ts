import { PassThrough, Readable } from 'node:stream';
import type {
  DoneOf,
  Ended,
  KeptDisk,
  Renewal,
  Sandbox,
  SandboxPlace,
  SandboxRoom,
  SandboxState,
  Work,
} from '../kernel/declaration/sandbox';
import { SandboxError } from '../kernel/declaration/sandbox';
import { Bubblewrap } from './bubblewrap/driver';
import { Builtin } from './builtin/driver';
import { endLeftovers } from './builtin/leftovers';
import { clearDoors } from './door/door';
import { GroupedMemory } from './driver/cgroup';
import { Disks, isOverfull, isShort } from './driver/disk';
import { DiskFolders, passable } from './driver/folder';
import { limits } from './driver/limits';
import type { HostMemory } from './driver/memory';
import { Occupancy } from './driver/occupancy';
import { added, Places } from './driver/places';
import type { Driver } from './driver/port';
import { SampledMemory } from './driver/sampled';
import { starterFiles } from './starter/files';

type SandboxChoice = 'auto' | 'bubblewrap' | 'builtin' | 'none';

/** The one who asked for work. */
interface Caller {
  /** The work ends with it. */
  readonly gone?: AbortSignal;
  /** Work that has not begun then begins no more. In ms since 1970. */
  readonly beginsBy?: number | undefined;
}

interface Change<W extends Work> {
  readonly disk: string;
  readonly work: W;
  readonly gone: AbortSignal;
  /** Starts the work, unless whoever asked waits for it no longer. */
  readonly begin: <T>(start: () => Promise<T>) => Promise<T>;
}

/** Runs work of workspaces on this machine, each workspace in its own folder. */
export class SandboxHost implements Omit<Sandbox, 'run'> {
  /** Work on files has places of its own: no command keeps a list away. */
  private readonly places = { commands: new Places(), files: new Places() };
  private readonly counted = new Disks();
  /** The number of callers who attend to a work, by its id. */
  private readonly attendants = new Map<string, number>();
  private readonly occupancy = new Occupancy();
  private readonly folders: DiskFolders;

  private constructor(
    private readonly folder: string,
    private readonly driver: Driver | undefined,
    private readonly reason: string | null,
    private readonly memory?: HostMemory,
  ) {
    this.folders = new DiskFolders(folder);
  }

  /**
   * Takes the driver that is asked for, or the best that works here. A driver that was asked for and does not work is replaced by none.
   * @param stated left out, memory is bounded as this machine can
   */
  static async open(folder: string, choice: SandboxChoice, stated?: HostMemory): Promise<SandboxHost> {
    endLeftovers(folder);
    const host = await SandboxHost.withDriver(folder, choice, stated);
    await Promise.all([host.folders.clear(), clearDoors(folder)]).catch(() => {});
    return host;
  }

  private static async withDriver(folder: string, choice: SandboxChoice, stated?: HostMemory): Promise<SandboxHost> {
    if (choice === 'none') return new SandboxHost(folder, undefined, 'TEZGAH_SANDBOX is none.');
    const memory = stated ?? memoryOf(folder);
    const reasons: string[] = [];
    for (const find of choice === 'auto' ? [bubblewrap, builtin] : [{ bubblewrap, builtin }[choice]]) {
      const driver = await find(folder, memory).catch((error: Error) => error.message);
      if (typeof driver !== 'string') return new SandboxHost(folder, driver, reasons[0] ?? null, memory);
      reasons.push(driver);
    }
    return new SandboxHost(folder, undefined, reasons.join(' '), memory);
  }

  async state(): Promise<SandboxState> {
    return { driver: this.driver?.name ?? null, lacks: this.driver?.lacks ?? [], reason: this.reason };
  }

  async run<W extends Work>(place: SandboxPlace, work: W, caller: Caller = {}): Promise<DoneOf<W>> {
    const driver = this.working();
    const free = this.places[work.do === 'exec' ? 'commands' : 'files'].enter(place.storeId, keyOf(place));
    try {
      const changes = work.do !== 'list' && work.do !== 'read';
      const ended = caller.gone ?? new AbortController().signal;
      const { gone, endedBy, leave } = await this.occupancy.enter(keyOf(place), changes, ended);
      try {
        const disk = await this.folders.open(place);
        if (disk === undefined || (changes && (await this.folders.isClosed(place))))
          throw new SandboxError('not_started');
        const begin = <T>(start: () => Promise<T>): Promise<T> => {
          if (ended.aborted || Date.now() > (caller.beginsBy ?? Number.POSITIVE_INFINITY)) throw tooLate();
          if (gone.aborted) throw new SandboxError('not_started');
          return start();
        };
        const done = await (changes
          ? this.change(driver, { disk, work, gone, begin })
          : begin(() => driver.run(disk, work, gone)));
        return work.do === 'exec' ? withRenewal(done as Ended, endedBy()) : done;
      } catch (error) {
        // Work on files that went with their life is done anew in the next one.
        if (endedBy() && work.do !== 'exec') throw new SandboxError('not_started');
        throw error;
      } finally {
        leave();
      }
    } finally {
      free();
    }
  }

  async attend(id: string): Promise<() => void> {
    added(this.attendants, id, 1);
    return () => added(this.attendants, id, -1);
  }

  async attended(ids: readonly string[]): Promise<readonly string[]> {
    return ids.filter((id) => this.attendants.has(id));
  }

  async holds(place: SandboxPlace): Promise<boolean> {
    return (await this.folders.open(place)) !== undefined;
  }

  async start(place: SandboxPlace): Promise<void> {
    this.working();
    if (await this.holds(place)) await this.folders.reopen(place);
    else await this.folders.makeNew(place, starterFiles);
  }

  async pack(place: SandboxPlace, caller = new AbortController().signal): Promise<Readable> {
    const driver = this.working();
    const release = this.occupancy.archiving(keyOf(place));
    try {
      const { gone, leave } = await this.occupancy.enter(keyOf(place), false, caller);
      const disk = await this.packable(place, gone).catch((error: unknown) => {
        leave();
        throw error;
      });
      const archive = new PassThrough();
      // The reader hears of the error; there may be none yet.
      archive.on('error', () => {});
      const unread = new AbortController();
      archive.once('close', () => unread.abort());
      void driver
        .pack(disk, archive, AbortSignal.any([gone, unread.signal]))
        .catch((error: Error) => archive.destroy(error))
        .finally(() => {
          leave();
          release();
        });
      return archive;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** @returns the folder of a place, of which an archive may be made @throws {SandboxError} not_started, archive_failed */
  private async packable(place: SandboxPlace, gone: AbortSignal): Promise<string> {
    const disk = await this.folders.open(place);
    if (disk === undefined) throw new SandboxError('not_started');
    const isFull = await this.counted.isFull(disk);
    if (isFull && (await isOverfull(disk, gone, limits.packedTimes)))
      throw new SandboxError('archive_failed', 'There are too many files, or too large ones. Delete some.');
    return disk;
  }

  async unpack(
    place: SandboxPlace,
    archive: AsyncIterable<Uint8Array>,
    caller = new AbortController().signal,
  ): Promise<void> {
    const driver = this.working();
    await this.folders.make(place, async (disk) => {
      if (await isShort(disk)) throw new SandboxError('sandbox_full', 'The machine has no room left.');
      await driver.unpack(disk, Readable.from(archive, { objectMode: false }), caller);
      // It is read once as its commands will read it.
      await driver.run(disk, { do: 'list', path: '/workspace', most: 1 }, caller);
    });
  }

  async quiet(place: SandboxPlace): Promise<void> {
    await this.occupancy.emptied(keyOf(place), 'refresh', () => this.folders.close(place));
  }

  async destroy(place: SandboxPlace): Promise<void> {
    // A refresh makes it quiet before.
    await this.occupancy.emptied(keyOf(place), 'archive', () => this.folders.remove(place));
    this.counted.forget(this.folders.pathOf(place));
  }

  async disks(): Promise<readonly KeptDisk[]> {
    const kept = await this.folders.list();
    return kept.map((disk) => ({ ...disk, isFull: this.counted.isKnownFull(this.folders.pathOf(disk)) }));
  }

  async room(): Promise<SandboxRoom> {
    const [{ length: folders }, short] = await Promise.all([this.folders.list(), isShort(this.folder)]);
    return { folders, isShort: short };
  }

  async close(): Promise<void> {
    await this.driver?.close();
    await this.memory?.close();
  }

  /** @throws {SandboxError} sandbox_unavailable */
  private working(): Driver {
    return this.driver ?? unavailable(this.reason ?? '');
  }

  /** Does work that may add to a disk, and has it counted afterwards: a full one takes nothing but a few short commands that make room. */
  private async change<W extends Work>(driver: Driver, { disk, work, gone, begin }: Change<W>): Promise<DoneOf<W>> {
    if (await isShort(disk)) throw new SandboxError('sandbox_full', 'The machine has no room left.');
    const isFull = await this.counted.isFull(disk);
    const cleaned = isFull && work.do === 'exec' ? this.counted.clean(disk) : undefined;
    if (isFull && !cleaned) throw new SandboxError('sandbox_full');
    const bounded =
      cleaned && work.do === 'exec' ? { ...work, timeoutMs: Math.min(work.timeoutMs, limits.cleaningMs) } : work;
    try {
      return await begin(() => driver.run(disk, bounded, gone, isFull));
    } finally {
      cleaned?.();
      // The answer waits for no count. The next change does.
      this.counted.look(disk).catch(() => {});
    }
  }
}

/** A command that ended with its workspace says so. */
const withRenewal = <Done>(ended: Ended, by: Renewal | undefined): Done =>
  (by && ended.exitCode === null && ended.stoppedBy === null ? { ...ended, stoppedBy: by } : ended) as Done;

const unavailable = (why: string): never => {
  throw new SandboxError('sandbox_unavailable', why);
};

const tooLate = (): SandboxError =>
  new SandboxError('sandbox_unavailable', 'Whoever asked for the work waits for it no longer. It has not begun.');

const keyOf = ({ storeId, workspaceId, epoch }: SandboxPlace): string => `${storeId}/${workspaceId}/${epoch}`;

/** Groups of the kernel where they can be made, and a count otherwise. @param folder the folder of the sandbox program */
function memoryOf(folder: string): HostMemory {
  const grouped = GroupedMemory.open(folder);
  return typeof grouped === 'string' ? new SampledMemory(grouped) : grouped;
}

/** @returns the driver, or why it does not work here */
async function bubblewrap(folder: string, memory: HostMemory): Promise<Driver | string> {
  await passable(folder);
  const driver = await Bubblewrap.find(folder, memory);
  if (typeof driver === 'string') return driver;
  return probed(driver, folder);
}

async function builtin(folder: string, memory: HostMemory): Promise<Driver | string> {
  await passable(folder);
  return probed(new Builtin(folder, memory), folder);
}

async function probed(driver: Driver, folder: string): Promise<Driver | string> {
  const found = await driver.probe(folder);
  if (found.works) return driver;
  await driver.close();
  return `${driver.name} does not work here: ${found.reason}`;
}
