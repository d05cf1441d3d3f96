import { Command } from 'commander';
import type { Context } from '../../src/cli/context';
import { addVerbs } from '../../src/cli/verbs';
import { routeView } from '../../src/command/view';
import { guardsRev } from '../../src/kernel/declaration/declare';
import { registry } from '../../src/registry';

test('a verb offers to state a rev only where it is held against something', () => {
  const routes = registry.routes.filter(({ id }) => id !== 'commands.run');
  const offering = routes.filter((route) => {
    const program = new Command();
    // What a verb offers is known without the context in which it runs.
    addVerbs(program, {} as Context, [routeView(route, registry.commands)]);
    let verb: Command = program;
    while (verb.commands[0]) [verb] = verb.commands as [Command];
    return verb.options.some(({ long }) => long === '--if-match');
  });
  expect(offering.map(({ id }) => id)).toEqual(routes.filter(guardsRev).map(({ id }) => id));
  expect(offering.length).toBeGreaterThan(0);
  expect(offering.length).toBeLessThan(routes.filter(({ writes }) => writes).length);
});
