import type Koa from 'koa';
import { type Correlation, namesOf } from '../kernel/correlation';
import type { Principal } from '../kernel/declaration/principal';
import type { Refusal } from '../kernel/errors';
import type { Log } from '../kernel/log';
import { answers } from '../kernel/metrics';
import type { ProblemCode } from '../kernel/problems';
import { type Span, tellSpan } from '../kernel/spans';

/** The facts that the log keeps of an answer: never the path, the query, a header or a body, which name people and hold secrets. */
interface Answered {
  readonly method: string;
  /** The capability's id, or the pattern of a path outside of the registry; `none` of what was turned away before, or is at no path. */
  readonly route: string;
  readonly status: number;
  /** The code of a refusal. A tool answers its refusals with status 200: for them this alone tells. */
  readonly code?: ProblemCode;
  readonly durationMs: number;
  /** The client went away first. */
  readonly brokeOff?: true;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Paths of callers who only ask whether we live, every few seconds. */
const PROBES = new Set(['/livez', '/readyz', '/v1/health']);

/** A line for each answer, once it has been sent, and its place in the metrics. */
export const accessLog =
  (log: Log): Koa.Middleware =>
  (context, next) => {
    const startedAt = performance.now();
    context.res.once('close', () => {
      const answered = answeredIn(context, startedAt);
      const { method, route, durationMs } = answered;
      // A refused tool is no success, though the protocol carries it with 200.
      const status = refusalIn(context)?.status ?? answered.status;
      answers.observe({ method, route, status }, durationMs / 1_000);
      const of = context.state.correlation as Correlation;
      // The caller decides whether it is recorded. Unbounded or refused requests would drive all else out of the queue for sending.
      if (!PROBES.has(route) && !context.state.turnedAway) tellSpan(of, () => spanOf(of, answered));
      const level = PROBES.has(route) ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      // An event belongs to the connection: which request it was is said here.
      log[level]({ ...answered, ...callerOf(context), ...namesOf(of) }, 'answered');
    });
    return next();
  };

type Refused = Pick<Refusal, 'code' | 'status'>;

/** Notes a refusal for the line of its answer. @param refusal or the problem that it was answered as */
export function noteRefusal({ state }: Koa.Context, { code, status }: Refused): void {
  state.refusal = { code, status } satisfies Refused;
}

const refusalIn = ({ state }: Koa.Context): Refused | undefined => state.refusal as Refused | undefined;

function codeIn(context: Koa.Context): Pick<Answered, 'code'> {
  const code = refusalIn(context)?.code;
  return code === undefined ? {} : { code };
}

function answeredIn(context: Koa.Context, startedAt: number): Answered {
  const { method, res, state } = context;
  return {
    method: METHODS.has(method) ? method : 'other',
    route: (state.route as string | undefined) ?? patternOf(context),
    status: res.statusCode,
    ...codeIn(context),
    durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    ...(res.writableFinished ? {} : { brokeOff: true }),
  };
}

const spanOf = (of: Correlation, { method, route, status, durationMs }: Answered): Span => ({
  name: `${method} ${route}`,
  kind: 'server',
  of,
  durationMs,
  failed: status >= 500,
  attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
});

/** Names the pattern of a path that no capability answers. */
function patternOf(context: Koa.Context): string {
  const { _matchedRoute } = context as { readonly _matchedRoute?: string | RegExp };
  return String(_matchedRoute ?? 'none');
}

function callerOf({ state }: Koa.Context) {
  const { kind, id, storeId } = (state.principal ?? {}) as Partial<Principal>;
  return { ...(id ? { principal: { kind, id }, storeId } : {}), ...(state.tool ? { tool: state.tool as string } : {}) };
}
