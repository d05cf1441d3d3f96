import { parentPort } from 'node:worker_threads';
import variant from '@jitl/quickjs-singlefile-cjs-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
  type VmCallResult,
} from 'quickjs-emscripten-core';
import { limits, TOO_LONG } from './limits';
import type { Call, FromThread, HookOutcome } from './messages';
import { ownThread, ranMs } from './own-time';

/*
 * The program of a thread that runs hooks, one at a time. Nothing of this process is lent to them: no timer, no module, no console. The
 * engine stops at its next step; what does not come to a step, e.g. one long call of the engine itself, ends with the thread.
 */

/** Its own copies: the hook may have changed those that it can reach. Without a clock (no Date) and without chance. */
const CALL = `
  (() => {
    const { parse, stringify } = JSON;
    delete Math.random;
    return (hook, snapshot, config) => {
      if (typeof hook !== 'function') throw new TypeError('the code of a hook has to be a function');
      const operations = stringify(hook(parse(snapshot), parse(config)));
      if (typeof operations !== 'string') throw new TypeError('a hook has to return a list of operations');
      return operations;
    };
  })()`;

const intrinsics = {
  BaseObjects: true,
  Eval: true,
  JSON: true,
  MapSet: true,
  Promise: true,
  Proxy: true,
  RegExp: true,
  RegExpCompiler: true,
  StringNormalize: true,
  TypedArrays: true,
  BigInt: true,
  Date: false,
} as const;

/** Between two looks at how long this thread has run. */
const LOOK_MS = 2;

/** Says when a call has to stop, and why it did. */
class Patience {
  why: 'late' | 'starved' | undefined;
  private readonly since = performance.now();
  private readonly ranBefore = ranMs(self);
  private lookAt = this.since + limits.runMs;

  isOver(): boolean {
    const now = performance.now();
    if (this.why === undefined && now < this.lookAt) return false;
    this.lookAt = now + LOOK_MS;
    if (ranMs(self) - this.ranBefore >= limits.runMs) this.why = 'late';
    else if (now - this.since >= limits.wallMs) this.why ??= 'starved';
    return this.why !== undefined;
  }
}

const self = ownThread();

/** What a hook threw, as far as it can be told. */
class Thrown extends Error {}

/** In a runtime of its own, which nothing outlives. */
function called(engine: QuickJSWASMModule, call: Call): FromThread {
  let outcome: HookOutcome = { kind: 'failed', message: 'brought its engine down' };
  try {
    const runtime = engine.newRuntime();
    runtime.setMemoryLimit(limits.memoryBytes);
    runtime.setMaxStackSize(limits.stackBytes);
    const patience = new Patience();
    runtime.setInterruptHandler(() => patience.isOver());
    const context = runtime.newContext({ intrinsics });
    outcome = outcomeOf(context, call);
    if (outcome.kind === 'failed' && patience.why !== undefined)
      outcome = patience.why === 'late' ? { kind: 'failed', message: TOO_LONG } : { kind: 'unasked' };
    context.dispose();
    runtime.dispose();
    return outcome;
  } catch {
    // The engine itself gave way, e.g. for want of memory: nothing is run in it again.
    return { ...outcome, spent: true };
  }
}

function outcomeOf(context: QuickJSContext, { code, snapshot, config }: Call): HookOutcome {
  const held: QuickJSHandle[] = [];
  const hold = (handle: QuickJSHandle): QuickJSHandle => {
    held.push(handle);
    return handle;
  };
  const unwrapped = (result: VmCallResult<QuickJSHandle>): QuickJSHandle => {
    if (!result.error) return hold(result.value);
    throw new Thrown(messageOf(context.dump(hold(result.error))));
  };
  try {
    const call = unwrapped(context.evalCode(CALL, 'tezgah.js'));
    const hook = unwrapped(context.evalCode(code, 'hook.js'));
    const given = [hook, hold(context.newString(snapshot)), hold(context.newString(config))];
    const operations = context.getString(unwrapped(context.callFunction(call, context.undefined, ...given)));
    return Buffer.byteLength(operations) > limits.operationsBytes
      ? { kind: 'failed', message: `answered more than ${limits.operationsBytes} bytes` }
      : { kind: 'answered', operations };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Thrown ? error.message : 'threw what cannot be told' };
  } finally {
    for (const handle of held.toReversed()) handle.dispose();
  }
}

/** One line: people read it. What a hook throws may be anything. */
function messageOf(thrown: unknown): string {
  const { name, message } = (thrown ?? {}) as { name?: unknown; message?: unknown };
  const said = `${typeof name === 'string' ? `${name}: ` : ''}${typeof message === 'string' ? message : 'threw'}`;
  return said.replaceAll(/\s+/g, ' ').slice(0, limits.messageChars);
}

async function serve(): Promise<void> {
  const engine = await newQuickJSWASMModuleFromVariant(variant);
  const tell = (message: FromThread): void => parentPort?.postMessage(message);
  // The first call of an engine takes many times as long as all others.
  called(engine, { code: '() => []', snapshot: '{}', config: '{}' });
  parentPort?.on('message', (call: Call) => {
    tell({ kind: 'began' });
    tell(called(engine, call));
  });
  tell({ kind: 'ready', thread: self });
}

void serve();
