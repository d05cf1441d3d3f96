// tier: all
import { chaos } from './chaos';
import { linesOf } from './report';

/** The long version is `npm run chaos`. Runs the compiled product, which `npm test` builds. */
test('nothing is lost and nothing happens twice while every part is killed', async () => {
  const said: string[] = [];
  const report = await chaos({ seed: 6, kills: 7, products: 600, say: (line) => said.push(line) });
  const { lost, doubled, mismatches } = report.findings;
  if (report.findings.count > 0) process.stderr.write(`${[...said, ...linesOf(report)].join('\n')}\n`);
  expect({ lost, doubled, mismatches }).toEqual({ lost: [], doubled: [], mismatches: [] });
  expect(report.commands).toBeGreaterThan(100);
  expect(report.creating).toBeGreaterThan(0);
  expect(report.sales.placed.size).toBeGreaterThan(0);
  expect(report.market.counts.packages).toBeGreaterThan(0);
  expect(report.proposals).toBeGreaterThan(0);
  expect(Math.min(report.tokens.first, report.tokens.second)).toBeGreaterThan(0);
  expect(Object.values(report.networkFaults).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
}, 900_000);
