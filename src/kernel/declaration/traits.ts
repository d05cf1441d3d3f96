import type { Command } from './command';
import type { Accepts, FormFiles } from './content';
import type { Produces } from './file';
import type { Capability, EnvelopeRoute, Route, WorkRoute } from './route';
import type { Settling } from './settling';

/** Finds the bytes that a route takes; undefined: its body is JSON. */
export const acceptedBy = (route: Route): Accepts | undefined => ('accepts' in route ? route.accepts : undefined);

/** The files of the form that a route takes; undefined: it takes none. */
export const formOf = (route: Route): FormFiles | undefined => ('form' in route ? route.form : undefined);

/** True of a route whose form may come as JSON, too: all of its files may be left out, and JSON brings none. */
export function takesFormAsJson(route: Route): boolean {
  const form = formOf(route);
  const { required = [] } = (route.body ?? {}) as { readonly required?: readonly string[] };
  return form !== undefined && !required.some((field) => field in form);
}

/** Finds the file that a route answers; undefined: it answers JSON. */
export const producedBy = (route: Route): Produces | undefined => ('produces' in route ? route.produces : undefined);

/** The way to find the state of the work that calls start; undefined: the work is done with the answer. */
export const settlingOf = (capability: Capability): Settling<unknown> | undefined =>
  'settles' in capability ? capability.settles : undefined;

/** True if a caller may wait for the end of the work. In the envelope that is up to the command. */
export const waits = (capability: Capability, commands: readonly Command[]): boolean =>
  capability.kind === 'route' && isEnvelope(capability)
    ? commands.some((command) => settlingOf(command))
    : settlingOf(capability) !== undefined;

/** The status of an answer that has waited for no end. */
export const statusOf = (capability: Capability): 200 | 201 | 202 =>
  capability.kind === 'route' ? capability.status : startedStatus(capability);

export const startedStatus = ({ settles }: Pick<Command, 'settles'>): 200 | 202 => (settles ? 202 : 200);

/** True if the envelope may name the command. */
export const isEnveloped = ({ runtimeOnly, route }: Pick<Command, 'runtimeOnly' | 'route'>): boolean =>
  !runtimeOnly && (route === undefined || route.id !== undefined);

/** True if a stated rev is compared with a subject. In the envelope that is up to the command. */
export const guardsRev = (capability: Capability): boolean =>
  capability.kind === 'route' && isEnvelope(capability)
    ? true
    : 'subject' in capability && capability.subject !== undefined;

/** The rev that a call has to state, as its example does; undefined: it may state none. */
export function requiredRev(capability: Capability): number | undefined {
  const { subject, exampleRev = 1 } = capability as Partial<Command>;
  return subject?.required ? exampleRev : undefined;
}

/** True if rev 0 may be stated. In the envelope that is up to the command. */
export const mayBeAbsent = (capability: Capability): boolean =>
  capability.kind === 'route' && isEnvelope(capability)
    ? true
    : 'subject' in capability && capability.subject?.optional === true;

export const isWork = (route: Route): route is WorkRoute => 'works' in route;
export const isEnvelope = (route: Route): route is EnvelopeRoute => 'envelope' in route;
