import { type Mutant, mutants } from './mutants';
import { endRun, type Outcome, runTests } from './run';
import { Scratch } from './scratch';

/** `npm run prove [-- word…]`: breaks mechanisms one at a time, and shows that a test of `npm test` fails for each. */
async function main(words: readonly string[]): Promise<boolean> {
  const chosen = mutants.filter((mutant) => words.every((word) => textOf(mutant).includes(word.toLowerCase())));
  if (chosen.length === 0) throw new Error(`No mechanism is about: ${words.join(' ')}`);
  const scratch = new Scratch();
  try {
    const before = await runTests(
      scratch,
      chosen.map(({ caughtBy }) => caughtBy),
    );
    if (isOver) return false;
    const unsound = faultOf(before) ?? before.failed.map(({ test, reason }) => `${test}: ${reason}`).join('\n');
    if (unsound !== '') throw new Error(`Before anything is broken these do not pass:\n${unsound}`);
    console.log(`Nothing is broken yet: ${before.passed.length} tests pass.`);
    return await breakAll(scratch, chosen);
  } finally {
    scratch.remove();
  }
}

async function breakAll(scratch: Scratch, chosen: readonly Mutant[]): Promise<boolean> {
  const width = (of: (mutant: Mutant) => string): number => Math.max(...chosen.map((mutant) => of(mutant).length));
  const [names, files] = [width(({ name }) => name), width(({ file }) => file)];
  let caught = 0;
  for (const mutant of chosen) {
    const outcome = await scratch.broken(mutant, () => runTests(scratch, [mutant.caughtBy]));
    if (isOver) return false;
    const [failure] = outcome.failed;
    if (failure) caught += 1;
    const end = failure
      ? `${mutant.caughtBy.file}: ${failure.test} (${failure.reason})`
      : `MISSED: ${faultOf(outcome) ?? 'all tests pass'}`;
    console.log(`${mutant.name.padEnd(names)}  ${mutant.file.padEnd(files)}  ${end}`);
  }
  const missed = chosen.length - caught;
  console.log(`\n${caught} caught, ${missed} missed`);
  return missed === 0;
}

/** Why an outcome proves nothing: a file that does not even run fails for any reason. */
function faultOf({ unrun, passed, failed }: Outcome): string | undefined {
  if (unrun.length > 0) return unrun.join('\n');
  return passed.length + failed.length === 0 ? 'no test ran' : undefined;
}

const textOf = ({ name, stake, file, caughtBy }: Mutant): string =>
  `${name} ${stake} ${file} ${caughtBy.file} ${caughtBy.test}`.toLowerCase();

/** Whoever ends the program does not leave its copy or its services behind. */
let isOver = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isOver = true;
    endRun();
  });

main(process.argv.slice(2)).then(
  (isProven) => {
    process.exitCode = isProven ? 0 : 1;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
