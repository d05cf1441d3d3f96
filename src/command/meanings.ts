import type { CapabilityIndex } from '../kernel/declaration/capability-index';
import type { Command } from '../kernel/declaration/command';
import { leastRole, type Role } from '../kernel/declaration/roles';
import { commandView, entityView } from './view';

type Declared = Pick<CapabilityIndex, 'commands' | 'runtimeCommands' | 'routes' | 'accountRoutes' | 'entities'>;

/** Names for people of all calls, by the ids under which previews and audit rows tell of them. */
export function labelsOf({ commands, runtimeCommands, routes, accountRoutes }: Declared) {
  // A change is named by its command, whichever door leads to it.
  const changing = commandsOf([...routes, ...accountRoutes]);
  const named = [...commands, ...changing, ...runtimeCommands, ...routes.filter((route) => !route.writes)];
  return Object.fromEntries(named.flatMap(({ id, label }) => (label ? [[id, label] as const] : [])));
}

const commandsOf = (routes: Declared['routes']) =>
  routes.flatMap((route) => ('command' in route ? [route.command] : []));

/** The commands of people, each once: many have a route beside the envelope, some have one alone. */
const commandsOfPeople = ({ commands, routes, accountRoutes }: Declared): Command[] => [
  ...new Set([...commands, ...commandsOf(routes), ...commandsOf(accountRoutes)]),
];

/** The commands of other least roles than a manager, by these roles: pages hide what a person may not do. */
function rolesOf(all: readonly Command[]) {
  const of = (role: Role) => all.flatMap((command) => (leastRole(command) === role ? [command.id] : []));
  return { packer: of('packer'), owner: of('owner') };
}

/**
 * The part of `GET /v1/commands` that a page for people needs, with the commands that people alone call. All of it is told to anonymous
 * callers, there or in `/openapi.json`.
 */
export const meaningsOf = (declared: Declared) => ({
  items: commandsOfPeople(declared)
    .map(commandView)
    .map(({ id, payload }) => ({ id, payload })),
  labels: labelsOf(declared),
  entities: declared.entities.map(entityView),
  roles: rolesOf(commandsOfPeople(declared)),
});

export type CommandMeanings = ReturnType<typeof meaningsOf>;
