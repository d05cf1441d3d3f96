import { type FieldError, type Problem, Refusal, refuse } from '../errors';

/** Controls that a caller may state beside the input of a call. The words mean the same on every door. */
export interface Controls {
  /** A ULID: the same key answers the same outcome. */
  readonly idempotencyKey?: string | undefined;
  /** Answers a preview and changes nothing. */
  readonly dryRun?: boolean | undefined;
  /** The rev that the caller saw. */
  readonly expectedRev?: number | undefined;
}

/** The names that a door gives to the places of a request. They are JSON pointers (RFC 6901) into the data that its callers send. */
export interface Door extends Readonly<Record<keyof Controls | Part, string>> {}

type Part = 'path' | 'query' | 'body';
const PARTS: readonly Part[] = ['path', 'query', 'body'];

/** HTTP: pointers into the body; what is stated outside of it stands under `/path`, `/query` and `/header`. */
export const httpDoor: Door = {
  path: '/path',
  query: '/query',
  body: '',
  idempotencyKey: '/header/Idempotency-Key',
  dryRun: '/header/Dry-Run',
  expectedRev: '/header/If-Match',
};

/** The tools protocol: pointers into the arguments of the tool. @param body pointer of what HTTP sends as the body */
export const toolDoor = (body: string): Door => ({
  path: '',
  query: '',
  body,
  idempotencyKey: '/idempotencyKey',
  dryRun: '/dryRun',
  expectedRev: '/expectedRev',
});

/** The tool of a command: its payload shows no rev, which stands beside it. */
export const commandDoor: Door = toolDoor('');

/** Some of the controls, in one place of the request. */
export interface Statement {
  readonly controls: Controls;
  readonly at: Readonly<Record<keyof Controls, string>>;
}

export const statedIn = (place: string, controls: Controls): Statement => ({
  controls,
  at: { idempotencyKey: `${place}/idempotencyKey`, dryRun: `${place}/dryRun`, expectedRev: `${place}/expectedRev` },
});

export interface Stated extends Controls {
  /** Place of the stated rev. */
  readonly expectedRevAt: string;
}

/**
 * Merges the statements of a caller from every place where they may stand.
 * @throws {Refusal} invalid_request, naming both places, when two of them differ
 */
export function statedControls(...statements: readonly Statement[]): Stated {
  const [idempotencyKey] = oneOf('idempotencyKey', statements);
  const [dryRun] = oneOf('dryRun', statements);
  const [expectedRev, expectedRevAt] = oneOf('expectedRev', statements);
  return { idempotencyKey, dryRun, expectedRev, expectedRevAt };
}

function oneOf<Name extends keyof Controls>(
  name: Name,
  statements: readonly Statement[],
): readonly [Controls[Name], string] {
  const [first, ...others] = statements.filter(({ controls }) => controls[name] !== undefined);
  if (!first) return [undefined, ''];
  const other = others.find(({ controls }) => controls[name] !== first.controls[name]);
  if (other) {
    const places = [first.at[name], other.at[name]];
    const errors = places.map((pointer) => ({ pointer, message: 'is stated twice, and differently' }));
    refuse('invalid_request', `${places.join(' and ')} state different things.`, { errors });
  }
  return [first.controls[name], first.at[name]];
}

/**
 * Refuses controls of a call that changes nothing in the store. It has no outcome to replay, nothing to preview and no rev to guard, so a
 * caller who states one means another call.
 * @throws {Refusal} invalid_request
 */
export function assertNothingStated(door: Door, { idempotencyKey, dryRun, expectedRev }: Controls): void {
  const stated = [
    idempotencyKey !== undefined && door.idempotencyKey,
    dryRun === true && door.dryRun,
    expectedRev !== undefined && door.expectedRev,
  ].filter((pointer) => pointer !== false);
  if (stated.length === 0) return;
  const errors = stated.map((pointer) => ({
    pointer,
    message: 'is not taken by this call',
  }));
  refuse('invalid_request', `${stated[0]} is not taken by this call.`, { errors });
}

/** Turns a pointer as a handler states it into one into the request as it was sent. */
export type Locate = (pointer: string) => string;

/** Points into a route's schemas: `/path/x`, `/query/x`, `/body/x`. */
export const locateInRoute =
  (door: Door): Locate =>
  (pointer) => {
    const part = PARTS.find((name) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
    return part ? door[part] + pointer.slice(part.length + 1) : pointer;
  };

/** Points from a command's handler into the envelope, relative to the payload. */
export const locateIn =
  (place: string): Locate =>
  (pointer) =>
    pointer.startsWith('/') || pointer === '' ? place + pointer : pointer;

/** The same refusal, its pointers into the request as it was sent. */
export function located(refusal: Refusal, locate: Locate): Refusal {
  const { errors } = refusal.options;
  if (!errors) return refusal;
  const moved = movedErrors(errors, locate);
  return new Refusal(refusal.code, movedDetail(refusal.detail, errors, moved), { ...refusal.options, errors: moved });
}

/** The same for a refusal that was stored as an outcome. */
export function locatedProblem(problem: Problem, locate: Locate): Problem {
  const { errors } = problem;
  if (!errors) return problem;
  const moved = movedErrors(errors, locate);
  return { ...problem, detail: movedDetail(problem.detail, errors, moved), errors: moved };
}

const movedErrors = (errors: readonly FieldError[], locate: Locate): FieldError[] =>
  errors.map((error) => ({ ...error, pointer: locate(error.pointer) }));

/** A detail that begins with the first pointer keeps telling the same place. */
function movedDetail(detail: string, [from]: readonly FieldError[], [to]: readonly FieldError[]): string {
  return from && to && from.pointer !== '' && detail.startsWith(`${from.pointer} `)
    ? to.pointer + detail.slice(from.pointer.length)
    : detail;
}
