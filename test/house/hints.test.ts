import { registry } from '../../src/registry';
import { sources, textOf } from './source';

const offered = [...registry.routes, ...registry.commands];

test('every capability has a name that people know it by', () => {
  expect(offered.filter(({ label }) => !label).map(({ id }) => id)).toEqual([]);
});

/** Contracts of work that asks a provider, as the code calls them. */
const ASKING = sources.flatMap((file) =>
  [...textOf(file).matchAll(/export const (\w+) = job<(?:(?!^}\);)[\s\S])*?^ {2}asksProvider: true,/gm)].map(
    ([, name]) => name as string,
  ),
);

const STARTING = new RegExp(`\\bstartWorkflow\\((?:${ASKING.join('|')})\\b`);

/** Functions that start such work for others: each is the exported one in which it is started. */
const STARTERS = sources.flatMap((file) =>
  textOf(file)
    .split(/^(?=export )/m)
    .filter((declaration) => STARTING.test(declaration))
    .flatMap((declaration) => /^export (?:async function|function|const) (\w+)/.exec(declaration)?.[1] ?? []),
);

test('the work that asks a provider, and who starts it, is found', () => {
  expect(ASKING.toSorted()).toEqual([
    'cargoBooking',
    'cargoSender',
    'channelJob',
    'paymentAttempt',
    'refundAsking',
    'shipmentCancelling',
    'shipmentTracking',
  ]);
  expect(STARTERS).toEqual(expect.arrayContaining(['askFor', 'askForJob', 'askForSender', 'askWhere']));
});

/** By what a file asks a provider: by itself, or by work that it starts. */
const ASKS = new RegExp(
  `\\b(connectChannel|connectCargo|askReferences|freshened|empty|${STARTERS.join('|')})\\(|${STARTING.source}`,
);

test('what asks a provider is declared to', () => {
  const idOf = (file: string): string => file.replace(/^.*\/|\.ts$/g, '');
  const asking = sources.filter((file) => ASKS.test(textOf(file)) && offered.some(({ id }) => id === idOf(file)));
  expect(asking.length).toBeGreaterThan(3);
  expect(asking.map(idOf).toSorted()).toEqual(
    offered
      .filter(({ asksProvider }) => asksProvider)
      .flatMap((each) => ('command' in each && each.command.id !== each.id ? [] : each.id))
      .toSorted(),
  );
});

/** By what a file calls to start work at a provider that goes on behind the call. */
const STARTS = /\b(askFor|askToBook|askToCancel|askWhere)\(/;

test('what starts work at a provider says when that has ended', () => {
  const commands = [
    ...registry.commands,
    ...registry.routes.flatMap((route) => ('command' in route ? [route.command] : [])),
  ];
  const starting = commands.filter(({ id }) =>
    sources.some((file) => file.endsWith(`/${id}.ts`) && STARTS.test(textOf(file))),
  );
  expect(new Set(starting).size).toBeGreaterThan(3);
  expect(starting.filter(({ settles }) => settles === undefined).map(({ id }) => id)).toEqual([]);
});

test('what says that it takes something away is declared to', () => {
  const taking = offered.filter(
    (capability) =>
      'flags' in capability &&
      /^(Replace|Remove|Delete|Archive|Void|Cancel|Withdraw|Revoke|Discard) /.test(capability.summary),
  );
  expect(taking.length).toBeGreaterThan(8);
  const silent = taking.filter(
    (capability) => 'flags' in capability && !capability.flags.includes('destructive') && !capability.removes,
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
});
