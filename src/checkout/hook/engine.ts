import variant from '@jitl/quickjs-singlefile-cjs-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
  type VmCallResult,
} from 'quickjs-emscripten-core';
import { limits } from './limits';

/**
 * The code that asks a hook. It uses its own copies of functions, since the hook may have changed those that it can reach. It has no clock
 * (no Date) and no chance.
 */
const CALL = `
  (() => {
    const { parse, stringify } = JSON;
    delete Math.random;
    return {
      layOut: (lines) => parse(lines),
      ask(hook, lines, rest, config) {
        if (typeof hook !== 'function') throw new TypeError('the code of a hook has to be a function');
        const operations = stringify(hook({ ...parse(rest), lines }, parse(config)));
        if (typeof operations !== 'string') throw new TypeError('a hook has to return a list of operations');
        return operations;
      },
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

/** The error that a hook threw, as far as it can be told. */
export class Thrown extends Error {}

type Memory = ReturnType<QuickJSWASMModule['getWasmMemory']>;

/** A stretch of the engine's memory, as it was before any hook had run. */
interface Part {
  readonly from: number;
  readonly bytes: Uint8Array;
}

interface Entry {
  readonly layOut: QuickJSHandle;
  readonly ask: QuickJSHandle;
}

/** More than lies free anywhere but behind all that is used. */
const PROBE_BYTES = 4 * 1024 * 1024;
/** The bytes that the engine writes in front of a free stretch of memory, and a few more. */
const NOTE_BYTES = 64;

/**
 * The least length, in bytes, of the stack's unused part. The stack holds only the bytes that were written when the engine began, and
 * megabytes of zeros.
 */
const STACK_BYTES_LEAST = 1024 * 1024;

/**
 * The engine of one thread. Each call finds its memory as it was when no hook had run in it yet: that makes a context as fresh as a new
 * one, of which nothing outlives a call whatever the hook did to it, and takes a twentieth of the time (12 µs and not 270). The lines of
 * a cart are part of what it finds: to read them takes the engine longer than all else that a hook asks of it.
 */
export class Engine {
  private lines: QuickJSHandle;
  /** The memory with the lines that are laid out. */
  private laidOut: readonly Part[];

  private constructor(
    private readonly wasm: QuickJSWASMModule,
    private readonly memory: Memory,
    private readonly blank: readonly Part[],
    private readonly context: QuickJSContext,
    private readonly entry: Entry,
  ) {
    this.laidOut = blank;
    this.lines = context.undefined;
  }

  /** @param isOver asked while a hook runs, whether it has to stop */
  static async start(isOver: () => boolean): Promise<Engine> {
    const wasm = await newQuickJSWASMModuleFromVariant(variant);
    const runtime = wasm.newRuntime();
    runtime.setMemoryLimit(limits.memoryBytes);
    runtime.setMaxStackSize(limits.stackBytes);
    runtime.setInterruptHandler(isOver);
    const context = runtime.newContext({ intrinsics });
    const made = unwrapped(context, context.evalCode(CALL, 'tezgah.js'));
    const entry = { layOut: context.getProp(made, 'layOut'), ask: context.getProp(made, 'ask') };
    const memory = wasm.getWasmMemory();
    return new Engine(wasm, memory, imageOf(new Uint8Array(memory.buffer)), context, entry);
  }

  /** Lays out what hooks are shown from now on. @param lines JSON */
  layOut(lines: string): void {
    this.find(this.blank);
    const { context, entry } = this;
    this.lines = unwrapped(context, context.callFunction(entry.layOut, context.undefined, context.newString(lines)));
    const end = this.endOfUsed();
    const now = new Uint8Array(this.memory.buffer);
    this.laidOut = this.blank.map(({ from, bytes }, nth) => ({
      from,
      bytes: now.slice(from, nth === this.blank.length - 1 ? end : from + bytes.length),
    }));
  }

  /**
   * @param code an expression whose value is the hook @param rest JSON: the cart but for its lines @param config JSON
   * @returns the hook's answer as JSON @throws {Thrown} the hook's own error; any other error: the engine gave way
   */
  call({ code, rest, config }: { readonly code: string; readonly rest: string; readonly config: string }): string {
    this.find(this.laidOut);
    const { context, entry } = this;
    const hook = unwrapped(context, context.evalCode(code, 'hook.js'));
    const given = [hook, this.lines, context.newString(rest), context.newString(config)];
    return context.getString(unwrapped(context, context.callFunction(entry.ask, context.undefined, ...given)));
  }

  private find(image: readonly Part[]): void {
    // It may have grown meanwhile, and is another buffer then.
    const memory = new Uint8Array(this.memory.buffer);
    for (const { from, bytes } of image) memory.set(bytes, from);
  }

  /** Finds the end of the used memory. The bytes behind it belong to nothing. */
  private endOfUsed(): number {
    // biome-ignore lint/complexity/useLiteralKeys: the package has no other way to its allocator
    const allocator = this.wasm['module'];
    const free = allocator._malloc(PROBE_BYTES);
    if (free === 0) throw new Error('the engine is given no more memory');
    allocator._free(free);
    return free + NOTE_BYTES;
  }
}

/** All that has been written, but for the longest stretch of zeros: the part of the stack that has not been reached. */
function imageOf(memory: Uint8Array): Part[] {
  let end = memory.length;
  while (end > 0 && memory[end - 1] === 0) end -= 1;
  let [from, length] = [end, 0];
  for (let at = 0, begin = 0; at < end; at += 1) {
    if (memory[at] !== 0) begin = at + 1;
    else if (at + 1 - begin > length) [from, length] = [begin, at + 1 - begin];
  }
  const parts = length >= STACK_BYTES_LEAST ? [[0, from] as const, [from + length, end] as const] : [[0, end] as const];
  return parts
    .filter(([begin, until]) => until > begin)
    .map(([begin, until]) => ({ from: begin, bytes: memory.slice(begin, until) }));
}

function unwrapped(context: QuickJSContext, result: VmCallResult<QuickJSHandle>): QuickJSHandle {
  if (!result.error) return result.value;
  throw new Thrown(messageOf(context.dump(result.error)));
}

/** One line: people read it. What a hook throws may be anything; no character of it is cut in two. */
function messageOf(thrown: unknown): string {
  const { name, message } = (thrown ?? {}) as { name?: unknown; message?: unknown };
  const said = `${typeof name === 'string' ? `${name}: ` : ''}${typeof message === 'string' ? message : 'threw'}`;
  const begins = said.slice(0, 4 * limits.messageChars).replaceAll(/\s+/g, ' ');
  return [...begins].slice(0, limits.messageChars).join('');
}
