import * as deadlines from '../../src/channel/job/deadlines';
import { type Node, parsed, sources, textOf } from './source';

/*
 * A killed worker says nothing. What it had begun stands still until Temporal takes it for dead: after the silence that was agreed on,
 * or, where none was, after all the time that the activity may take.
 */

const STANDSTILL_MS_MAX = 10_000;

/** They run by the clock, page by page over a whole shop, and nobody waits for them. */
const unhurried = ['sweepMedia', 'repairProjection'];

interface Proxied {
  readonly names: readonly string[];
  /** A duration as it is written, or the name of one; undefined: not stated. */
  readonly silence: string | undefined;
  readonly life: string | undefined;
}

function msOf(written: string): number {
  const [, many, unit] = /^'(\d+) (ms|s|minutes?|hours?)'$/.exec(written) ?? [];
  if (many) return Number(many) * ({ ms: 1, s: 1_000, minute: 60_000, hour: 3_600_000 }[singular(unit)] as number);
  const ms = (deadlines as Readonly<Record<string, number>>)[written];
  if (ms === undefined) throw new Error(`${written} is no duration, and no deadline of a job`);
  return ms;
}

const singular = (unit = ''): 'ms' | 's' | 'minute' | 'hour' => unit.replace(/(?<=minute|hour)s$/, '') as 's';

const optionIn = (text: string, name: string): string | undefined =>
  new RegExp(`\\b${name}: ('[^']+'|\\w+)`).exec(text)?.[1];

/** What a workflow calls by the name of an activity, and under what terms. */
function proxiedIn(file: string): Proxied[] {
  const { nodes, text } = parsed(file);
  const isCall = (node: Node): boolean => node.type === 'CallExpression' && text(node).startsWith('proxyActivities<');
  return nodes.filter(isCall).map((node) => {
    const call = text(node);
    const declared = nodes.findLast(
      (each) =>
        each.type === 'VariableDeclarator' && each.span.start <= node.span.start && node.span.end <= each.span.end,
    );
    const pattern = /^\{([^}]*)\}/.exec(declared ? text(declared) : '')?.[1];
    const names = (pattern?.split(',') ?? ['drawVariants']).map((name) => name.trim());
    return { names, silence: optionIn(call, 'heartbeatTimeout'), life: optionIn(call, 'startToCloseTimeout') };
  });
}

const proxied = sources.filter((file) => file.startsWith('workflows/')).flatMap(proxiedIn);

describe('activities', () => {
  test('are found where workflows name them', () => {
    expect(proxied.flatMap(({ names }) => names).toSorted()).toEqual([
      'askChannelRound',
      'backUpWorkspace',
      'cancelUnpaidOrders',
      'deliverMail',
      'drawVariants',
      'endChannelJob',
      'fulfilShortLines',
      'giveMailUp',
      'giveMediaUp',
      'giveWebhookUp',
      'handleWebhook',
      'isTripOver',
      'lookAtWorkspace',
      'mailDueInMs',
      'prepareUpdates',
      'prepareUpdates',
      'purgeMetafield',
      'recordBulkAct',
      'recordTrip',
      'repairProjection',
      'resealValues',
      'stepAttempt',
      'stepBooking',
      'stepCancelling',
      'stepChannelJob',
      'stepRefund',
      'stepSender',
      'stepTracking',
      'sweepDesigns',
      'sweepExpired',
      'sweepMedia',
      'sweepWorkspaces',
      'upgradeExtensions',
      'warmWorkspace',
      'workChannelJob',
    ]);
  });

  test.each(proxied.map(({ names, ...terms }) => [names.join(), terms] as const))(
    '%s goes on soon after its worker was killed',
    (names, { silence, life }) => {
      const standstill = Math.min(
        ...[silence, life].map((written) => (written ? msOf(written) : Number.POSITIVE_INFINITY)),
      );
      const most = names.split(',').every((name) => unhurried.includes(name)) ? 60_000 : STANDSTILL_MS_MAX;
      expect(standstill).toBeLessThanOrEqual(most);
    },
  );

  /** With how far they are: a beat that says nothing would take the place of that. */
  const beatByThemselves = ['repairProjection', 'resealValues', 'stepChannelJob', 'sweepMedia', 'workChannelJob'];

  test.each([...new Set(proxied.flatMap(({ names }) => names))].filter((name) => !beatByThemselves.includes(name)))(
    '%s beats as long as it works',
    (name) => {
      const made = sources
        .filter((file) => file.startsWith('activities/'))
        .flatMap((file) => [...textOf(file).matchAll(new RegExp(`\\b${name}: \\((?:(?!=>)[^])*=>\\s*(\\w+)\\(`, 'g'))]);
      expect(made.map(([, calls]) => calls)).toEqual(['beating']);
    },
  );

  test('and operators read for how long', () => {
    const told = textOf('docs/operations/runbook.md');
    for (const { names, silence } of proxied)
      for (const name of names) {
        const row = told.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
        expect(row).toContain(` ${msOf(silence ?? '') / 1_000} s |`);
      }
  });
});
