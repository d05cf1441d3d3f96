import { type ChildProcess, spawn } from 'node:child_process';
import { ConfigError } from '../kernel/declaration/setting';
import type { KeyEnvironment } from '../keys/source';
import type { DemoStore } from './run-file';

export type Demo = DemoStore & { readonly otherStore: DemoStore };

/** Brings database and Temporal into the state that programs need. */
export interface Preparer {
  migrate(ownerUrl: string, databaseUrl: string, storefrontUrl: string): Promise<void>;
  seedDemo(options: { databaseUrl: string; keys: KeyEnvironment; dataFolder: string }): Promise<Demo>;
  /** @param isOurs one that this product has started: it becomes healthy at some time, however late */
  prepareTemporal(address: string, namespace: string, isOurs: boolean): Promise<void>;
  /** Gives back what it holds. Work under way is given up, and nobody hears of it. */
  end(): void;
}

/** The database was lost under the work, which may be done again. */
export class LostError extends Error {}

/** A piece of work as the program of the preparer hears of it. */
export interface Work {
  readonly id: number;
  readonly name: Exclude<keyof Preparer, 'end'>;
  readonly args: readonly unknown[];
}

/** The end of a piece of work as that program tells it. */
export interface Worked {
  readonly id: number;
  readonly value?: unknown;
  readonly failed?: { readonly kind: 'lost' | 'setting' | 'other'; readonly message: string; readonly stack?: string };
}

/** Failures keep their kinds across the two processes. */
function errorOf({ kind, message, stack }: NonNullable<Worked['failed']>): Error {
  if (kind === 'lost') return new LostError(message);
  return kind === 'setting' ? new ConfigError(message) : Object.assign(new Error(message), { stack });
}

/**
 * Does the work in a process of its own, which ends: it takes most of the product's modules, and whoever supervises would hold them for
 * months.
 */
export class OwnProcess implements Preparer {
  private child: ChildProcess | undefined;
  private asked = 0;
  private isOver = false;
  private readonly waiting = new Map<number, (worked: Worked) => void>();

  constructor(private readonly program: string) {}

  migrate(...args: Parameters<Preparer['migrate']>): Promise<void> {
    return this.ask('migrate', args);
  }

  seedDemo(...args: Parameters<Preparer['seedDemo']>): Promise<Demo> {
    return this.ask('seedDemo', args);
  }

  prepareTemporal(...args: Parameters<Preparer['prepareTemporal']>): Promise<void> {
    return this.ask('prepareTemporal', args);
  }

  end(): void {
    this.isOver = true;
    this.waiting.clear();
    this.child?.kill();
    this.child = undefined;
  }

  private ask<T>(name: Work['name'], args: readonly unknown[]): Promise<T> {
    if (this.isOver) return new Promise(() => {});
    const child = this.running();
    this.asked += 1;
    const id = this.asked;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, ({ value, failed }) => (failed ? reject(errorOf(failed)) : resolve(value as T)));
      const work: Work = { id, name, args };
      child.send(work, () => {});
    });
  }

  private running(): ChildProcess {
    if (this.child !== undefined) return this.child;
    // A group of its own: Ctrl-C reaches the supervisor alone.
    const child = spawn(process.execPath, ['--enable-source-maps', this.program], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    child.on('message', (message) => this.tell(message as Worked));
    const gone = (reason: string): void => {
      if (this.child !== child) return;
      this.child = undefined;
      const message = `The preparation of database and Temporal ended: ${reason}.`;
      for (const id of [...this.waiting.keys()]) this.tell({ id, failed: { kind: 'other', message } });
    };
    child.once('error', ({ message }) => gone(message));
    child.once('exit', (code, signal) => gone(signal === null ? `exit code ${code}` : `signal ${signal}`));
    return child;
  }

  private tell(worked: Worked): void {
    const settle = this.waiting.get(worked.id);
    this.waiting.delete(worked.id);
    settle?.(worked);
  }
}
