import os from 'node:os';
import { limits } from './limits';

/** The memory of one work, from its start to its end. */
export interface Room {
  /**
   * Counts a process tree. Its command does not run before.
   * @param folders the folders of the work that lie in memory @throws {Error} it cannot be counted
   */
  take(pids: readonly number[], folders?: readonly string[]): void;
  /** @param stop is called once, when the work has reached a bound @returns a call that ends the watch, and tells whether it has */
  watch(stop: () => void): () => boolean;
  /** Frees the room when the work is over. */
  leave(): void;
}

/** Holds each work within its bound of memory, and all of them within that of the machine. */
export interface HostMemory {
  /** The kernel counts all memory of a work, and holds the bound itself. */
  readonly isHeldByKernel: boolean;
  /** The reason for which the kernel does not. */
  readonly lack: string;
  room(): Room;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 100;

/** Calls all lookers ten times a second while there is any. */
export class Lookouts<T> {
  private readonly all = new Set<T>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly look: (all: ReadonlySet<T>) => void) {}

  add(each: T): void {
    this.all.add(each);
    this.timer ??= setInterval(() => this.look(this.all), LOOK_EVERY_MS);
  }

  remove(each: T): void {
    this.all.delete(each);
    if (this.all.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/** Bytes of memory that all works of this machine may have together: the shop lives beside them. */
export function bytesOfHost(): number {
  // A container has less than its machine. Where nothing bounds it, this is a number beyond all machines.
  const bound = process.constrainedMemory?.() ?? 0;
  const machine = Math.min(os.totalmem(), bound > 0 ? bound : Number.POSITIVE_INFINITY);
  return Math.max(limits.memoryBytes, Math.floor(machine * limits.hostMemoryShare));
}

/** Sentences about what is not bounded, for people who choose a driver. */
export const lacksOf = ({ isHeldByKernel, lack }: Pick<HostMemory, 'isHeldByKernel' | 'lack'>): string[] => [
  'Disk is looked at once a second: a command may exceed its bound for that long.',
  ...(isHeldByKernel
    ? []
    : [`Memory is looked at ten times a second: a command may exceed its bound for that long. ${lack}`.trim()]),
];
