import { randomInt } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareBrowser } from './browser';
import { touchedTests } from './changed';
import { inForeground } from './foreground';
import { panelTypes } from './panel';
import { at, Complaint, read, tool } from './project';

/** `pure` files need no service, `core` is what judges a change, `all` adds the slow rest; see docs/testing.md. */
export type Tier = 'pure' | 'core' | 'all';

/** jest's report, as far as it is read here. */
interface Report {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

interface TestRun {
  readonly tier: Tier;
  /** As the caller wrote them: paths, nouns, `--changed`, `--durations`, options of jest. */
  readonly args: readonly string[];
  readonly compiles: boolean;
  /** A hash of what the compiler read. */
  readonly sources: string;
}

const lint = (): boolean => tool('node_modules/@biomejs/biome/bin/biome', 'check');

/**
 * Types, lint, tests; the last line is the verdict on all three. Files that the arguments name run whatever their tier.
 * @returns the exit code
 */
export async function test({ tier, args, compiles, sources }: TestRun): Promise<number> {
  const problems: string[] = [];
  const noteProblem = (problem: string): void => {
    // The caller waits for the tests, and learns at once that they will not be enough.
    console.log(problem);
    problems.push(problem);
  };
  if (!compiles) noteProblem('The sources do not compile.');
  if (!panelTypes(sources)) noteProblem('The panel does not compile.');
  if (!lint()) noteProblem('The linter complains.');

  const { named, options, keepsDurations } = readArguments(args);
  if (tier !== 'pure') prepareBrowser();
  const report = await runJest([...named, ...options], {
    TEZGAH_TIER: named.length > 0 && tier !== 'pure' ? '' : tier,
    ...(tier === 'all' ? { TEZGAH_FULL_RUNS: '1', SEED: seed() } : {}),
  });
  if (report === null) problems.push('jest did not finish.');
  else if (report.numTotalTests === 0) problems.push('No test ran.');
  if (report && keepsDurations) keepDurations(report);
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0) + problems.length;
  for (const problem of problems) console.log(problem);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 ? 0 : 1;
}

/** Takes our own flags from jest's; a bare word names files, as in jest. */
function readArguments(args: readonly string[]) {
  const own = args.filter((arg) => arg === '--durations' || /^--changed(=|$)/.test(arg));
  const changed = own.find((arg) => arg.startsWith('--changed'));
  const touched = changed === undefined ? [] : touchedTests(changed.split('=')[1] ?? 'HEAD');
  if (changed !== undefined && touched.length === 0) throw new Complaint('Nothing has changed that a test belongs to.');
  const others = args.filter((arg) => !own.includes(arg));
  const firstOption = others.findIndex((arg) => arg.startsWith('-'));
  const words = firstOption < 0 ? others : others.slice(0, firstOption);
  return {
    named: [...touched, ...words],
    options: others.slice(words.length),
    keepsDurations: own.includes('--durations'),
  };
}

/** `npm run test:all` asks something else each time; a run with the same `SEED` asks the same again. */
function seed(): string {
  const chosen = process.env.SEED ?? String(randomInt(2 ** 31));
  console.log(`SEED=${chosen}`);
  return chosen;
}

async function runJest(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Report | null> {
  const file = path.join(tmpdir(), `tezgah-test-${process.pid}.json`);
  Object.assign(process.env, env);
  // jest prints its report to stdout when asked for JSON; the readable one goes to stderr.
  await inForeground([at('node_modules/jest/bin/jest.js'), '--json', `--outputFile=${file}`, ...args], { quiet: true });
  const report = JSON.parse(read(file) ?? 'null') as Report | null;
  rmSync(file, { force: true });
  return report;
}

const DURATIONS = at('test', 'durations.json');

/** Writes the milliseconds of each file that ran, and forgets files that are gone. */
function keepDurations({ testResults }: Report): void {
  const kept = JSON.parse(readFileSync(DURATIONS, 'utf8')) as Record<string, number>;
  for (const { name, startTime, endTime } of testResults) kept[belowTest(name)] = Math.round(endTime - startTime);
  const entries = Object.entries(kept).filter(([name]) => read(at('test', name)) !== undefined);
  writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(entries.toSorted()), null, 2)}\n`);
}

const belowTest = (file: string): string => path.relative(at('test'), file).split(path.sep).join('/');
