import { statfsSync } from 'node:fs';
import os from 'node:os';
import { limits } from './limits';
import { bytesOfHost, type HostMemory, Lookouts, type Room } from './memory';
import { memoryOf, read } from './tree';

interface Counted {
  readonly pids: readonly number[];
  readonly folders: readonly string[];
  /** Bytes that were found last. */
  bytes: number;
  stop: () => void;
}

const TMPFS = 0x01021994;

interface Bounds {
  readonly hostBytes: number;
  /** Bytes that a machine can still give. */
  readonly available: () => number;
}

/** Memory of the machine that no command may take: a share of it, and no more than this. */
const RESERVE_BYTES = 512 * 1024 * 1024;
const RESERVE_SHARE = 0.1;

/** Counts the memory of each work ten times a second, where no group of the kernel does. */
export class SampledMemory implements HostMemory {
  readonly isHeldByKernel = false;
  private readonly reserve = Math.min(RESERVE_BYTES, os.totalmem() * RESERVE_SHARE);
  private readonly lookouts = new Lookouts<Counted>((all) => this.look([...all]));

  /** @param lack the reason for which the kernel does not count */
  constructor(
    readonly lack = '',
    private readonly bounds: Bounds = { hostBytes: bytesOfHost(), available },
  ) {}

  room(): Room {
    let taken: Pick<Counted, 'pids' | 'folders'> = { pids: [], folders: [] };
    return {
      take(pids, folders = []) {
        taken = { pids, folders };
      },
      watch: (stop) => {
        let isReached = false;
        const counted: Counted = {
          // It is watched before its processes are known.
          get pids() {
            return taken.pids;
          },
          get folders() {
            return taken.folders;
          },
          bytes: 0,
          stop() {
            isReached = true;
            stop();
          },
        };
        this.lookouts.add(counted);
        return () => {
          this.lookouts.remove(counted);
          return isReached;
        };
      },
      leave() {},
    };
  }

  async close(): Promise<void> {}

  private look(all: readonly Counted[]): void {
    for (const each of all) each.bytes = bytesOf(each);
    for (const each of all.filter(({ bytes }) => bytes > limits.memoryBytes)) each.stop();
    const others = all.filter(({ bytes }) => bytes <= limits.memoryBytes);
    const sum = others.reduce((bytes, each) => bytes + each.bytes, 0);
    // Some memory is in nobody's count. What a machine can still give tells of it.
    if (sum <= this.bounds.hostBytes && this.bounds.available() >= this.reserve) return;
    others.toSorted((left, right) => right.bytes - left.bytes)[0]?.stop();
  }
}

const bytesOf = ({ pids: [pid], folders }: Counted): number =>
  pid === undefined
    ? 0
    : memoryOf(pid, limits.memoryBytes) + folders.reduce((bytes, folder) => bytes + bytesIn(folder), 0);

/** Bytes of files that lie in memory. A file that is mapped as well counts twice: there is little room for them. */
function bytesIn(folder: string): number {
  try {
    const { type, blocks, bfree, bsize } = statfsSync(folder);
    // The process may have ended, and another one have its number.
    return type === TMPFS ? (blocks - bfree) * bsize : 0;
  } catch {
    return 0;
  }
}

function available(): number {
  const [, kib] = /^MemAvailable:\s+(\d+)/m.exec(read('/proc/meminfo')) ?? [];
  return kib === undefined ? Number.POSITIVE_INFINITY : Number(kib) * 1024;
}
