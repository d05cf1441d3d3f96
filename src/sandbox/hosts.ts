import type { Readable } from 'node:stream';
import {
  type DoneOf,
  type HostedPlace,
  type HostState,
  type KeptDisk,
  type Sandbox,
  SandboxError,
  type Sandboxes,
  type SandboxState,
  type Work,
} from '../kernel/declaration/sandbox';

/** A host of sandboxes; `gone`: nothing of it will come back. */
export type Host = Sandbox | 'gone';

/** Anybody may ask for health, so hosts are asked once for all who ask within this time, in ms. */
const STATES_KEPT_MS = 1_000;

/**
 * The sandboxes of several hosts. A folder stays on the host that its row names: only its own life moves on to another one, by a backup.
 */
export class SandboxHosts implements Sandboxes {
  /** @param hosts by their names, that of this machine first */
  constructor(private readonly hosts: ReadonlyMap<string, Host>) {}

  private last: { readonly at: number; readonly states: Promise<readonly HostState[]> } | undefined;

  states(): Promise<readonly HostState[]> {
    if (this.last === undefined || performance.now() - this.last.at > STATES_KEPT_MS)
      this.last = { at: performance.now(), states: this.askStates() };
    return this.last.states;
  }

  private askStates(): Promise<readonly HostState[]> {
    return Promise.all(this.living.map(async ([host, sandbox]) => ({ host, ...(await sandbox.state()) })));
  }

  async hostWithRoom(): Promise<string> {
    const looked = await Promise.allSettled(
      this.living.map(async ([host, sandbox]) => {
        const { driver, reason } = await sandbox.state();
        if (driver === null) throw new SandboxError('sandbox_unavailable', saidOf(host, reason ?? ''));
        return { host, ...(await withName(host, sandbox.room())) };
      }),
    );
    const [best] = fulfilled(looked).toSorted((a, b) => Number(a.isShort) - Number(b.isShort) || a.folders - b.folders);
    return best?.host ?? rejected(looked);
  }

  /** All hosts hear of it, since the host of its place is not chosen yet. One that does is enough. */
  async attend(id: string): Promise<() => void> {
    const heard = this.living.map(([host, sandbox]) => withName(host, sandbox.attend(id)));
    await Promise.any(heard).catch(async () => rejected(await Promise.allSettled(heard)));
    return () => {
      for (const each of heard) each.then((end) => end()).catch(() => {});
    };
  }

  async attended(ids: readonly string[]): Promise<readonly string[]> {
    const told = await Promise.allSettled(this.living.map(([host, sandbox]) => withName(host, sandbox.attended(ids))));
    if (!told.some(({ status }) => status === 'fulfilled')) return rejected(told);
    const known = new Set(fulfilled(told).flat());
    return ids.filter((id) => known.has(id));
  }

  run<W extends Work>(place: HostedPlace, work: W, gone?: AbortSignal): Promise<DoneOf<W>> {
    return this.at(place, (sandbox) => sandbox.run(place, work, gone));
  }

  async holds(place: HostedPlace): Promise<boolean> {
    return !this.isNowhere(place) && this.at(place, (sandbox) => sandbox.holds(place));
  }

  start(place: HostedPlace): Promise<void> {
    return this.at(place, (sandbox) => sandbox.start(place));
  }

  pack(place: HostedPlace): Promise<Readable> {
    return this.at(place, (sandbox) => sandbox.pack(place));
  }

  unpack(place: HostedPlace, archive: AsyncIterable<Uint8Array>): Promise<void> {
    return this.at(place, (sandbox) => sandbox.unpack(place, archive));
  }

  quiet(place: HostedPlace): Promise<void> {
    return this.at(place, (sandbox) => sandbox.quiet(place));
  }

  async destroy(place: HostedPlace): Promise<void> {
    if (!this.isNowhere(place)) await this.at(place, (sandbox) => sandbox.destroy(place));
  }

  /** Hosts that do not answer are left out: whoever sweeps comes again. */
  async disks(): Promise<readonly (KeptDisk & HostedPlace)[]> {
    const kept = this.living.map(async ([host, sandbox]) => (await sandbox.disks()).map((disk) => ({ ...disk, host })));
    return fulfilled(await Promise.allSettled(kept)).flat();
  }

  private get living(): readonly (readonly [string, Sandbox])[] {
    return [...this.hosts].flatMap(([name, host]) => (host === 'gone' ? [] : [[name, host] as const]));
  }

  private isNowhere({ host }: HostedPlace): boolean {
    return host === null || this.hosts.get(host) === 'gone';
  }

  /** @throws {SandboxError} sandbox_unavailable of a host that is not known here: its folders may be there all the same */
  private at<T>(place: HostedPlace, ask: (sandbox: Sandbox) => Promise<T>): Promise<T> {
    const { host } = place;
    if (host === null || this.isNowhere(place)) return Promise.reject(new SandboxError('not_started'));
    const sandbox = this.hosts.get(host);
    if (sandbox && sandbox !== 'gone') return withName(host, ask(sandbox));
    const why = `The files are on the host ${host}, which TEZGAH_SANDBOXES does not name.`;
    return Promise.reject(new SandboxError('sandbox_unavailable', why));
  }
}

/** The state of the first host by which commands can run. */
export function stateAmong(states: readonly HostState[]): SandboxState {
  const { driver = null, lacks = [], reason = NONE } = states.find(({ driver }) => driver !== null) ?? states[0] ?? {};
  return { driver, lacks, reason };
}

const NONE = 'No host of sandboxes is stated.';

const saidOf = (host: string, message: string): string => `Host ${host}: ${message}`;

/** Work that finds no sandbox says which host it asked. */
async function withName<T>(host: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SandboxError && error.fault === 'sandbox_unavailable')
      throw new SandboxError(error.fault, saidOf(host, error.message));
    throw error;
  }
}

const fulfilled = <T>(settled: readonly PromiseSettledResult<T>[]): T[] =>
  settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));

/** @throws the fault of the first, of which each has failed */
function rejected(settled: readonly PromiseSettledResult<unknown>[]): never {
  for (const each of settled) if (each.status === 'rejected') throw each.reason;
  throw new SandboxError('sandbox_unavailable', NONE);
}
