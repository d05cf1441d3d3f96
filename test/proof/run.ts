import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { at } from '../../src/build/project';
import type { Mutant } from './mutants';
import type { Scratch } from './scratch';

/** A mechanism that hangs when it is broken is caught by nobody who waits for ever. */
const RUN_MS_MAX = 10 * 60_000;

/** jest's report, as far as it is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** A test that failed. */
interface Failure {
  readonly test: string;
  /** The first line of what it says. */
  readonly reason: string;
}

/** Outcome of a run of tests. */
export interface Outcome {
  /** Full names of tests. */
  readonly passed: readonly string[];
  readonly failed: readonly Failure[];
  /** Why a file could not be run, e.g. since it does not compile. */
  readonly unrun: readonly string[];
}

type Wanted = Mutant['caughtBy'];

const { tierOf } = createRequire(__filename)(at('test/world/tiers.cjs')) as { tierOf(file: string): string };

let running: ChildProcess | undefined;

/** Ends the run that is under way, with the services that it has started. */
export function endRun(): void {
  running?.kill('SIGTERM');
}

/** Runs the named tests in the copy, with services of their own where they need any. */
export async function runTests(scratch: Scratch, wanted: readonly Wanted[]): Promise<Outcome> {
  const files = [...new Set(wanted.map(({ file }) => `test/${file}`))];
  const names = [...new Set(wanted.map(({ test }) => escaped(test)))];
  const reportFile = scratch.at('proof-report.json');
  rmSync(reportFile, { force: true });
  const jest = path.join('node_modules', 'jest', 'bin', 'jest.js');
  const args = ['--json', `--outputFile=${reportFile}`, '--runTestsByPath', ...files, '-t', names.join('|')];
  const said = await ended(
    spawn(process.execPath, [scratch.at(jest), ...args], {
      cwd: scratch.folder,
      env: { ...process.env, TEZGAH_TIER: files.every(isPure) ? 'pure' : '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  if (!existsSync(reportFile)) return { passed: [], failed: [], unrun: [said.slice(-2_000)] };
  return outcomeOf(JSON.parse(readFileSync(reportFile, 'utf8')) as Report);
}

const isPure = (file: string): boolean => tierOf(at(file)) === 'pure';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** @returns what it has said on standard error */
function ended(child: ChildProcess): Promise<string> {
  running = child;
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const timer = setTimeout(() => child.kill('SIGTERM'), RUN_MS_MAX);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      running = undefined;
      resolve(said);
    });
  });
}

function outcomeOf({ testResults }: Report): Outcome {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const unrun = testResults.filter(({ assertionResults }) => assertionResults.length === 0);
  return {
    passed: tests.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
    failed: tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [message = ''] }) => ({ test: fullName, reason: firstLine(message) })),
    unrun: unrun.map(({ name, message }) => `${path.basename(name)}: ${message.slice(0, 2_000)}`),
  };
}

const firstLine = (text: string): string => stripVTControlCharacters(text).trim().split('\n', 1)[0] as string;
