import { registry } from '../../src/registry';
import { sources, textOf } from './source';

const offered = [...registry.routes, ...registry.commands];

test('every capability has a name that people know it by', () => {
  expect(offered.filter(({ label }) => !label).map(({ id }) => id)).toEqual([]);
});

/** By what a file calls to ask a provider, itself or by a job. */
const ASKS =
  /\b(connectChannel|connectCargo|askForJob|askFor|askToBook|askToCancel|askWhere|askForSender|askReferences)\(/;

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
  expect(new Set(starting).size).toBeGreaterThan(4);
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
