import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareBrowser } from './browser';
import { inForeground } from './foreground';
import { panelTypes } from './panel';
import { at, read, tool } from './project';

/** What jest's report says in all. */
interface Report {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
}

export const lint = (): boolean => tool('node_modules/@biomejs/biome/bin/biome', 'check');

/**
 * Types, lint, tests; the last line is the verdict on all three.
 * @param args for jest
 * @returns the exit code
 */
export async function test(args: readonly string[], compiles: boolean, sources: string): Promise<number> {
  const problems: string[] = [];
  const found = (problem: string): void => {
    // Said at once too: who waits for the tests knows by now that they will not be enough.
    console.log(problem);
    problems.push(problem);
  };
  if (!compiles) found('The sources do not compile.');
  if (!panelTypes(sources)) found('The panel does not compile.');
  if (!lint()) found('The linter complains.');

  prepareBrowser();
  const file = path.join(tmpdir(), `tezgah-test-${process.pid}.json`);
  // jest prints its report to stdout when asked for JSON; the readable one goes to stderr.
  await inForeground([at('node_modules/jest/bin/jest.js'), '--json', `--outputFile=${file}`, ...args], { quiet: true });
  const report = JSON.parse(read(file) ?? 'null') as Report | null;
  rmSync(file, { force: true });
  if (report === null) problems.push('jest did not finish.');
  else if (report.numTotalTests === 0) problems.push('No test ran.');
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0) + problems.length;
  for (const problem of problems) console.log(problem);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 ? 0 : 1;
}
