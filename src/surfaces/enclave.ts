import { createHash } from 'node:crypto';
import Router from '@koa/router';
import Koa from 'koa';
import { assertDeclared, declaredOnly } from '../kernel/declaration/declared';
import { type Problem, Refusal, refuse } from '../kernel/errors';
import { JsonText, sendable, textOf } from '../kernel/json-text';
import type { CallLimit } from '../kernel/limits/call-limits';
import type { Log } from '../kernel/log';
import type { ProblemCode } from '../kernel/problems';
import { isSameText } from '../kernel/same-text';
import type { Static, TSchema } from '../kernel/schema/schema';
import { assertStorable, schemaErrors, textErrors } from '../kernel/schema/validation';
import { accessLog, noteRefusal } from './access-log';
import { tellRoom, throttle } from './gate';
import { answerProblems, nameRequest, readJson } from './http';
import type { Json } from './openapi/json';
import { isTagKnown } from './tags';

/** Names that stand in the paths of steps. */
export type StepNames = Readonly<
  Record<'storeId' | 'sessionId' | 'paymentId' | 'orderId' | 'orderKey' | 'belgeId' | 'handle' | 'categoryId', string>
>;

/** One step of a shopper, or one look at the shop: where it is, what it takes, answers and refuses, and what it does. */
export interface EnclaveStep<Q extends TSchema = TSchema, B extends TSchema = TSchema> {
  /** Its name in the OpenAPI document: `checkout.place`. */
  readonly id: string;
  readonly http: `${'GET' | 'POST' | 'PATCH'} /${string}`;
  readonly summary: string;
  readonly query?: Q;
  readonly body?: B;
  /** The status when all is well, and what is answered then. */
  readonly answers: { readonly status: number; readonly schema: TSchema };
  readonly refuses: readonly ProblemCode[];
  /** True: a caller who has the answer may ask whether it is still the same. */
  readonly tagged?: true;
  run(at: StepNames & { readonly query: Static<Q>; readonly body: Static<B> }): Promise<{
    readonly status: number;
    readonly body: unknown;
  }>;
}

/** Lets the types of a step follow from its query and body. */
export const step = <Q extends TSchema, B extends TSchema>(declared: EnclaveStep<Q, B>): EnclaveStep =>
  declared as unknown as EnclaveStep;

const BODY_BYTES_MAX = 64 * 1024;
const NOWHERE: StepNames = {
  storeId: '',
  sessionId: '',
  paymentId: '',
  orderId: '',
  orderKey: '',
  belgeId: '',
  handle: '',
  categoryId: '',
};

interface EnclaveOptions {
  readonly steps: readonly EnclaveStep[];
  readonly key: string;
  /** The limit of the calls of one store. */
  readonly perStore: CallLimit;
  /** The OpenAPI document of the steps. */
  readonly document: Json;
  /** Holds every step against what it declares; for tests and development. */
  readonly strict: boolean;
  readonly log: Log;
}

/**
 * The steps of shoppers and what a shop shows, for the storefront's own servers: whoever has the service key. No token and no session of
 * the API is let in.
 */
export function createEnclaveApp({ steps, key, perStore, document, strict, log }: EnclaveOptions): Koa {
  const app = new Koa();
  app.silent = true;
  app.use(nameRequest);
  app.use(accessLog(log));
  app.use(answerProblems(log));
  const open = new Router();
  const described = new JsonText(JSON.stringify(document));
  open.get('/openapi.json', (context) => answerTagged(context, described));
  app.use(open.routes());
  app.use((context, next) => {
    if (!isSameText(context.get('Authorization'), `Bearer ${key}`)) refuse('unauthenticated');
    return next();
  });
  const router = new Router();
  for (const declared of steps) {
    const { http, query, body, tagged } = declared;
    const run = strict ? heldAgainst(declared) : declared.run;
    const [method, path] = http.split(' ') as [string, string];
    router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), [method], async (context) => {
      const place: StepNames = { ...NOWHERE, ...(context.params as Partial<StepNames>) };
      assertStorable(place);
      await admit(context, perStore, place.storeId);
      const asked = { ...context.query };
      const value = await readJson(context, { bytesMax: BODY_BYTES_MAX });
      assertStorable(value);
      const [first, ...more] = [
        ...(query ? textErrors(query, asked, '/query') : []),
        ...(body ? schemaErrors(body, value) : []),
      ];
      if (first) refuse('invalid_request', `${first.pointer} ${first.message}`, { errors: [first, ...more] });
      const answer = await run({ ...place, query: asked as never, body: value as never });
      if (tagged && answer.body instanceof JsonText) {
        answerTagged(context, answer.body);
        return;
      }
      context.status = answer.status;
      if (answer.status >= 400) {
        context.type = 'application/problem+json';
        noteRefusal(context, answer.body as Problem);
      }
      context.body =
        answer.status >= 400
          ? JSON.stringify({ ...(answer.body as object), requestId: context.state.requestId })
          : sendable(answer.body);
    });
  }
  app.use(router.routes());
  app.use(() => refuse('not_found', 'There is nothing at this path.'));
  return app;
}

/** @throws of what a step answers or refuses and does not declare */
function heldAgainst(declared: EnclaveStep): EnclaveStep['run'] {
  const { id, answers, run } = declared;
  return async (at) => {
    const answer = await declaredOnly(declared, () => run(at));
    const { status, body } = answer;
    const told = JSON.parse(textOf(body));
    if (status >= 400) assertDeclared(declared, new Refusal(told.code));
    else if (status !== answers.status) throw new Error(`${id} answered ${status} and declares ${answers.status}`);
    const errors = status >= 400 ? [] : schemaErrors(answers.schema, told);
    if (errors.length > 0) throw new Error(`${id} answered outside of its schema: ${JSON.stringify(errors)}`);
    return answer;
  };
}

/** @throws {Refusal} throttled */
async function admit(context: Koa.Context, perStore: CallLimit, storeId: string): Promise<void> {
  try {
    await throttle(perStore, storeId, 'The storefront of one store may make only so many calls a minute.');
  } finally {
    tellRoom(context, 'store', perStore.room(storeId));
  }
}

/** Answers it, or that it is what the caller has already. */
function answerTagged(context: Koa.Context, body: JsonText): void {
  const digest = createHash('sha256');
  for (const part of body.parts) digest.update(part);
  const etag = `"${digest.digest('base64url')}"`;
  context.set('ETag', etag);
  context.set('Cache-Control', 'no-cache');
  if (isTagKnown(context.get('If-None-Match'), etag)) {
    context.status = 304;
    return;
  }
  context.type = 'application/json';
  context.body = sendable(body);
}
