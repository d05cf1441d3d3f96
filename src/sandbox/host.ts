import type { DoneOf, Place, Sandbox, SandboxState, Work } from '../kernel/declaration/sandbox';
import { SandboxError } from '../kernel/declaration/sandbox';
import { Bubblewrap } from './bubblewrap/driver';
import { Builtin } from './builtin/driver';
import { Disks, isShort } from './driver/disk';
import { diskOf, passable } from './driver/folder';
import { limits } from './driver/limits';
import type { Driver } from './driver/port';

type SandboxChoice = 'auto' | 'bubblewrap' | 'builtin' | 'none';

/** Runs work of workspaces on this machine, each workspace in its own folder. */
export class SandboxHost implements Sandbox {
  private readonly running = new Map<string, number>();
  private all = 0;
  private readonly disks = new Disks();

  private constructor(
    private readonly folder: string,
    private readonly driver: Driver | undefined,
    private readonly reason: string | null,
  ) {}

  /** Takes the driver that is asked for, or the best that works here. A driver that was asked for and does not work is replaced by none. */
  static async open(folder: string, choice: SandboxChoice): Promise<SandboxHost> {
    if (choice === 'none') return new SandboxHost(folder, undefined, 'TEZGAH_SANDBOX is none.');
    const reasons: string[] = [];
    for (const find of choice === 'auto' ? [bubblewrap, builtin] : [{ bubblewrap, builtin }[choice]]) {
      const driver = await find(folder).catch((error: Error) => error.message);
      if (typeof driver !== 'string') return new SandboxHost(folder, driver, reasons[0] ?? null);
      reasons.push(driver);
    }
    return new SandboxHost(folder, undefined, reasons.join(' '));
  }

  async state(): Promise<SandboxState> {
    return { driver: this.driver?.name ?? null, lacks: this.driver?.lacks ?? [], reason: this.reason };
  }

  /** @param gone of whoever asked: the work ends with it */
  async run<W extends Work>(place: Place, work: W, gone = new AbortController().signal): Promise<DoneOf<W>> {
    if (!this.driver) throw new SandboxError('sandbox_unavailable', this.reason ?? '');
    const free = this.enter(place);
    try {
      const disk = await diskOf(this.folder, place);
      if (work.do === 'list' || work.do === 'read') return await this.driver.run(disk, work, gone);
      return await this.change(this.driver, disk, work, gone);
    } finally {
      free();
    }
  }

  /** Does work that may add to a disk, and counts it afterwards: a full one takes nothing but a few short commands that make room. */
  private async change<W extends Work>(driver: Driver, disk: string, work: W, gone: AbortSignal): Promise<DoneOf<W>> {
    if (await isShort(disk)) throw new SandboxError('sandbox_full', 'The machine has no room left.');
    const isFull = await this.disks.isFull(disk);
    const cleaned = isFull && work.do === 'exec' ? this.disks.clean(disk) : undefined;
    if (isFull && !cleaned) throw new SandboxError('sandbox_full');
    const bounded =
      cleaned && work.do === 'exec' ? { ...work, timeoutMs: Math.min(work.timeoutMs, limits.cleaningMs) } : work;
    try {
      return await driver.run(disk, bounded, gone, isFull);
    } finally {
      await this.disks.look(disk);
      cleaned?.();
    }
  }

  async close(): Promise<void> {
    await this.driver?.close();
  }

  private enter({ storeId, workspaceId }: Place): () => void {
    const key = `${storeId}/${workspaceId}`;
    const own = this.running.get(key) ?? 0;
    if (own >= limits.execsOfWorkspace) throw new SandboxError('too_many_execs', 'of the workspace');
    if (this.all >= limits.execsOfHost) throw new SandboxError('too_many_execs', 'of the machine');
    this.running.set(key, own + 1);
    this.all += 1;
    return () => {
      this.all -= 1;
      const left = (this.running.get(key) ?? 1) - 1;
      if (left > 0) this.running.set(key, left);
      else this.running.delete(key);
    };
  }
}

/** @returns the driver, or why it does not work here */
async function bubblewrap(folder: string): Promise<Driver | string> {
  await passable(folder);
  const driver = await Bubblewrap.find(folder);
  if (typeof driver === 'string') return driver;
  return probed(driver, folder);
}

async function builtin(folder: string): Promise<Driver | string> {
  await passable(folder);
  return probed(new Builtin(folder), folder);
}

async function probed(driver: Driver, folder: string): Promise<Driver | string> {
  const found = await driver.probe(folder);
  if (found.works) return driver;
  await driver.close();
  return `${driver.name} does not work here: ${found.reason}`;
}
