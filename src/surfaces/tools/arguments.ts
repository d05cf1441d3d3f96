import type { Reply } from '../../kernel/call/dispatch';
import type { Capability } from '../../kernel/declaration/route';
import { guardsRev, mayBeAbsent, settlingOf } from '../../kernel/declaration/traits';
import { type FieldError, refuse } from '../../kernel/errors';
import { object, rev, type TSchema, t, ulidSchema } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import { WAIT_SECONDS_MAX } from '../patience';
import type { Json } from './tool';

/** The controls that an agent states beside the input of a call. */
export interface Controls {
  readonly idempotencyKey?: string;
  readonly expectedRev?: number;
  readonly dryRun?: boolean;
  readonly waitSeconds?: number;
}

const controls = {
  idempotencyKey: t.Optional({
    ...ulidSchema,
    description:
      'A ULID that makes a retry safe: the same key answers the same outcome. Minted and returned when absent.',
  }),
  dryRun: t.Optional(t.Boolean({ description: 'Answers a preview and changes nothing.' })),
};
const revControl = {
  expectedRev: t.Optional(rev({ description: 'The rev that you saw; a drift is refused.' })),
};
const revOrNoneControl = {
  expectedRev: t.Optional(
    rev({
      minimum: 0,
      description:
        'The rev that you saw, 0 of what may not be there yet and is not; a drift is refused with rev_conflict.',
    }),
  ),
};
const waitControl = {
  waitSeconds: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description: 'Waits so long for the end of the work that it starts, and answers how that stands then.',
    }),
  ),
};

export const deferBump = t.Optional(
  t.Boolean({ description: 'Leaves a due generation bump to the next command without it: for bulk edits.' }),
);

/** Lists the controls beside the input. Those of a command stand beside the envelope, which carries the others. */
export const besideOf = (capability: Capability): Readonly<Record<string, TSchema>> => ({
  ...(guardsRev(capability) ? (mayBeAbsent(capability) ? revOrNoneControl : revControl) : {}),
  ...(settlingOf(capability) ? waitControl : {}),
});

/** The control of a route that changes nothing of the store, and honours a key itself. */
export const keyControl = { idempotencyKey: controls.idempotencyKey };

export const controlsOf = (capability: Capability): Readonly<Record<string, TSchema>> => ({
  ...controls,
  ...besideOf(capability),
});

/** The arguments of these names that were given. */
export const pick = (args: Json, names: object): Json =>
  Object.fromEntries(Object.keys(names).flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));

/** @throws {Refusal} invalid_request */
export function assertFits(schema: TSchema, value: unknown, pointer = ''): void {
  refuseAll(schemaErrors(schema, value, pointer));
}

/** @throws {Refusal} invalid_request for controls that are not in their form */
export const assertControls = (own: Readonly<Record<string, TSchema>>, args: Json): void =>
  assertFits(object(own), pick(args, own));

interface Names {
  readonly known: ReadonlySet<string>;
  readonly required: readonly string[];
  /** Arguments that take an object, with the names in it: one that stands beside is shown its place. */
  readonly inside?: Readonly<Record<string, object>>;
}

/** @throws {Refusal} invalid_request that tells all that is wrong with the names of arguments */
export function assertNames(args: Json, { known, required, inside = {} }: Names): void {
  const placeOf = (name: string) => Object.keys(inside).find((argument) => name in (inside[argument] as object));
  const missing = required
    .filter((name) => args[name] === undefined)
    .map((name): FieldError => ({ pointer: `/${name}`, message: 'is required' }));
  const unknown = Object.keys(args)
    .filter((name) => !known.has(name))
    .map((name): FieldError => {
      const place = placeOf(name);
      return { pointer: `/${name}`, message: place ? `belongs into ${place}` : 'is not known here' };
    });
  refuseAll([...missing, ...unknown]);
}

function refuseAll(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first) refuse('invalid_request', `${first.pointer} ${first.message}`, { errors: [...errors] });
}

/** Writes the facts of an answer that HTTP tells in headers. */
export const traceOf = ({ replayed, auditId, waitedMs, work }: Reply): Json => ({
  ...(auditId ? { auditId } : {}),
  ...(replayed ? { replayed } : {}),
  ...(waitedMs === undefined ? {} : { waitedSeconds: waitedMs / 1_000 }),
  ...(work ? { workState: work } : {}),
});

export const asObject = (body: unknown): Json =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Json) : { value: body };
