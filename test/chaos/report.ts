import type { ChaosReport } from './chaos';
import { BOUNDS, type Kind } from './gateway';
import { groupBy } from './group-by';
import type { Strike } from './nemesis';

const SHOWN = 20;

/** What a run has shown, for people. */
export function linesOf(report: ChaosReport): string[] {
  const { kills, freezes, findings, trouble } = report;
  const total = Object.values(kills).reduce((sum, count) => sum + count, 0);
  const byKind = Object.entries(kills).map(([name, count]) => `${name} ${count}`);
  const troubles = Object.entries(trouble).map(([name, count]) => `${name} ${count}`);
  return [
    '',
    'time until …          kills alone   all parts up        a command answered  an import goes on   (median / longest of those seen)',
    ...recoveries(report.strikes),
    '',
    ...report.failedStarts.map((text) => `started again: ${text}`),
    `kills       ${total} (${byKind.join(', ')}), frozen for a while ${freezes}`,
    `commands    ${report.commands} acknowledged; on the way ${troubles.join(', ') || 'nothing failed'}`,
    `waits       longest ${waitsOf(report.waits)}`,
    `network     ${listed(report.networkFaults)}`,
    `hostile     ${listed(report.hostile)}`,
    `proposals   ${report.proposals} recorded and applied or withdrawn`,
    `tokens      taken back while they were used: ${listed(report.tokens)}`,
    `replays     ${report.replays} checked`,
    `orders      ${report.sales.placed.size} placed: ${listed(report.sales.counts)}`,
    `outside     ${listed(report.sales.done)}`,
    `marketplace ${listed(report.market.counts)}`,
    `design      ${listed(report.designs?.counts ?? {})}`,
    `imports     ${report.jobs} jobs, ${report.creating} of them created products`,
    report.days
      ? `days        ${(report.days.ahead / 86_400_000).toFixed(2)} in ${report.days.leaps} leaps, with ${report.days.outages} outages; rounds ${listed(report.days.rounds)}`
      : `compared    ${report.rows} rows with the run in peace`,
    `lost        ${findings.lost.length}`,
    ...shown(findings.lost),
    `doubled     ${findings.doubled.length}`,
    ...shown(findings.doubled),
    `mismatches  ${findings.mismatches.length}`,
    ...shown(findings.mismatches),
    `${report.seconds.toFixed(0)} s`,
  ];
}

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

const waitsOf = (waits: Readonly<Record<Kind, number>>): string =>
  Object.entries(waits)
    .map(([kind, ms]) => `${kind} ${(ms / 1000).toFixed(1)} of ${BOUNDS[kind as Kind] / 1000} s`)
    .join(', ');

const shown = (list: readonly string[]): string[] => [
  ...list.slice(0, SHOWN).map((text) => `  - ${text}`),
  ...(list.length > SHOWN ? [`  … and ${list.length - SHOWN} more`] : []),
];

function recoveries(strikes: readonly Strike[]): string[] {
  const kinds = groupBy(strikes, ({ kills }) => (kills.length > 1 ? 'two at once' : (kills[0] as string)));
  return [...kinds].map(([kind, group]) =>
    [
      kind.padEnd(21),
      String(group.length).padEnd(13),
      ...(['readyMs', 'commandMs', 'importMs'] as const).map((field) => spread(group, field).padEnd(19)),
    ].join(' '),
  );
}

function spread(strikes: readonly Strike[], field: 'readyMs' | 'commandMs' | 'importMs'): string {
  const seen = strikes.flatMap((strike) => strike[field] ?? []).sort((a, b) => a - b);
  if (seen.length === 0) return '-';
  const inSeconds = (ms = 0): string => (ms / 1000).toFixed(1);
  return `${inSeconds(seen[Math.floor(seen.length / 2)])} / ${inSeconds(seen.at(-1))} s of ${seen.length}`;
}
