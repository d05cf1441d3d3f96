import type { JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { LegacyFakeTimers, ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { endFollowing, noteFollowers } from './following';
import type { OpenThings } from './open-things';
import { patient } from './patience';

const ENDS_WITHIN_MS = 30_000;

type Global = typeof globalThis & JestEnvironment['global'];

/** Also those of jest itself, which are symbols: it keeps by them all cases of a file, and with them whatever the file has loaded. */
const propertiesOf = (thing: object): (string | symbol)[] => Reflect.ownKeys(thing);

/**
 * Runs each file in the global object of its worker, as the product runs in that of its process, so that packages can be shared by all
 * files (see runtime.cjs): in one of its own, no error or date of theirs would be an `Error` or a `Date`. What a file changes of it is
 * changed back. Ends what a failed case left open, so that the run goes on and ends by itself.
 */
export default class Environment implements JestEnvironment<number> {
  readonly global = globalThis as Global;
  readonly moduleMocker = new ModuleMocker(this.global);
  readonly fakeTimers: LegacyFakeTimers<number>;
  readonly fakeTimersModern: ModernFakeTimers;
  private isOver = false;
  private readonly granted = new WeakSet<object>();
  private readonly before = {
    console,
    exit: process.exit,
    variables: { ...process.env },
    properties: propertiesOf(globalThis),
  };

  constructor({ projectConfig: config }: JestEnvironmentConfig) {
    noteFollowers();
    const { global, moduleMocker } = this;
    const timerConfig = { idToRef: (id: number) => id, refToId: (id: number) => id };
    this.fakeTimers = new LegacyFakeTimers({ config, global, moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {
    this.isOver = true;
    const { openThings } = globalThis as OpenThings;
    // Those that were opened last build on the ones before.
    for (const end of [...(openThings ?? [])].toReversed()) await ended(end);
    endFollowing();
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.restore();
  }

  /** A case and a hook may take as long as the waits in them. Events are told to those of earlier files of the worker as well. */
  readonly handleTestEvent: NonNullable<JestEnvironment['handleTestEvent']> = (event, state) => {
    if (this.isOver) return;
    if (event.name === 'run_start') state.testTimeout = patient(state.testTimeout);
    if (event.name === 'test_fn_start') this.grant(event.test);
    if (event.name === 'hook_start') this.grant(event.hook);
  };

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  /** Sources are compiled by runtime.cjs; jest asks only whether there is one. */
  getVmContext(): object {
    return {};
  }

  private grant(limited: { timeout?: number | null | undefined }): void {
    if (!limited.timeout || this.granted.has(limited)) return;
    this.granted.add(limited);
    limited.timeout = patient(limited.timeout);
  }

  private restore(): void {
    const { before } = this;
    globalThis.console = before.console;
    process.exit = before.exit;
    for (const name of Object.keys(process.env)) if (!(name in before.variables)) delete process.env[name];
    Object.assign(process.env, before.variables);
    for (const name of propertiesOf(globalThis))
      if (!before.properties.includes(name)) Reflect.deleteProperty(globalThis, name);
  }
}

/** It may have failed already, or hang for the reason for which the case failed. */
async function ended(end: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ENDS_WITHIN_MS);
  });
  await Promise.race([end().catch(() => {}), late]);
  clearTimeout(timer);
}
