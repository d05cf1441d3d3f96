import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endWith, exitOf, type RunningProcess } from '../../src/embedded/process';
import { nodeOptions as asSupervised } from '../../src/supervisor/node-child';

/** Where the compiled project is: this file runs as dist/test/bench/program.js. */
const compiled = path.join(__dirname, '..', '..');

export const programs = {
  api: path.join(compiled, 'src', 'main.js'),
  worker: path.join(compiled, 'src', 'worker.js'),
  sandbox: path.join(compiled, 'src', 'sandbox', 'main.js'),
  storefront: path.join(compiled, 'src', 'storefront-main.js'),
  start: path.join(compiled, 'src', 'supervisor', 'start.js'),
  simulator: path.join(compiled, 'src', 'simulator', 'trendyol', 'main.js'),
  bare: path.join(__dirname, 'bare', 'main.js'),
  bareImport: path.join(__dirname, 'bare', 'import.js'),
  bareUpload: path.join(__dirname, 'bare', 'upload.js'),
  barePages: path.join(__dirname, 'bare', 'pages.js'),
  barePlacing: path.join(__dirname, 'bare', 'placing.js'),
  load: path.join(__dirname, 'load.js'),
  abuse: path.join(__dirname, 'abuse.js'),
  rogues: path.join(__dirname, 'rogues.js'),
};

export interface Program extends RunningProcess {
  /** What it said with `{ ready: true }`. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Sends a question and waits for the one answer; a question at a time. */
  ask<Answer>(question: object): Promise<Answer>;
}

interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly nodeOptions?: readonly string[];
}

const READY_MS = 120_000;

/** Starts one process of the benchmark and answers when it is ready. It ends with this process: its channel is its lifeline. */
export async function startProgram(
  entry: string,
  { args = [], env = {}, nodeOptions = [] }: StartOptions = {},
): Promise<Program> {
  const child = fork(entry, args, {
    env: { ...process.env, ...env },
    execArgv: [...asSupervised, ...nodeOptions],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = exitOf(child);
  const name = path.relative(compiled, entry);
  const facts = await nextMessage<{ ready?: true }>(child, name, AbortSignal.timeout(READY_MS)).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    pid: child.pid as number,
    exited,
    facts,
    ask(question) {
      const answer = nextMessage<{ error?: string }>(child, name);
      child.send(question);
      return answer.then((it) => {
        if (it.error !== undefined) throw new Error(`${name}: ${it.error}`);
        return it as never;
      });
    },
    stop: (graceMs = 8_000) => endWith({ pid: child.pid as number, exited }, ['SIGTERM', graceMs], ['SIGKILL', 1_000]),
  };
}

function nextMessage<Message>(child: ChildProcess, name: string, deadline?: AbortSignal): Promise<Message> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      child.off('message', answered).off('exit', ended).off('error', failed);
      deadline?.removeEventListener('abort', late);
    };
    const answered = (message: unknown) => {
      settle();
      resolve(message as Message);
    };
    const fail = (reason: string) => {
      settle();
      reject(new Error(`${name} ${reason}`));
    };
    const ended = (code: number | null, signal: string | null) => fail(`ended (${signal ?? code})`);
    const failed = (error: Error) => fail(`could not be started: ${error.message}`);
    const late = () => fail('was not ready in time');
    child.on('message', answered).on('exit', ended).on('error', failed);
    deadline?.addEventListener('abort', late);
  });
}

/** A child's half: answers each question with what `answer` returns. */
export function answerQuestions<Question>(answer: (question: Question) => Promise<object>): void {
  process.on('message', (question: Question) => {
    answer(question).then(
      (it) => process.send?.(it),
      (error: Error) => process.send?.({ error: error.stack ?? error.message }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}

/** Resident memory of a process in MB; undefined where there is no /proc. */
export function residentMb(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
