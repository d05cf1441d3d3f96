import { createHash, timingSafeEqual } from 'node:crypto';
import Router from '@koa/router';
import Koa from 'koa';
import { refuse } from '../kernel/errors';
import type { Log } from '../kernel/log';
import type { Static, TSchema } from '../kernel/schema/schema';
import { assertStorable, schemaErrors } from '../kernel/schema/validation';
import { accessLog } from './access-log';
import { answerProblems, named, readJson } from './http';

/** One step of a shopper: where it is, what it takes, and what it does. */
export interface Step<B extends TSchema = TSchema> {
  readonly http: `${'GET' | 'POST' | 'PATCH'} /${string}`;
  readonly body?: B;
  run(at: {
    readonly storeId: string;
    readonly sessionId: string;
    readonly paymentId: string;
    readonly body: Static<B>;
  }): Promise<{
    readonly status: number;
    readonly body: unknown;
  }>;
}

/** Lets the types of a step follow from its body. */
export const step = <B extends TSchema>(declared: Step<B>): Step => declared as unknown as Step;

const BODY_BYTES_MAX = 64 * 1024;

/**
 * The steps of shoppers, for the storefront's own servers: whoever has the service key. No token and no session of the API is let in.
 */
export function createEnclaveApp({
  steps,
  key,
  log,
}: {
  readonly steps: readonly Step[];
  readonly key: string;
  readonly log: Log;
}): Koa {
  const app = new Koa();
  app.silent = true;
  app.use(named);
  app.use(accessLog(log));
  app.use(answerProblems(log));
  const expected = digestOf(`Bearer ${key}`);
  app.use((context, next) => {
    if (!timingSafeEqual(digestOf(context.get('Authorization')), expected)) refuse('unauthenticated');
    return next();
  });
  const router = new Router();
  for (const { http, body, run } of steps) {
    const [method, path] = http.split(' ') as [string, string];
    router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), [method], async (context) => {
      const { storeId = '', sessionId = '', paymentId = '' } = context.params as Partial<Record<string, string>>;
      assertStorable({ storeId, sessionId, paymentId });
      const value = await readJson(context, { bytesMax: BODY_BYTES_MAX });
      assertStorable(value);
      const [first, ...more] = body ? schemaErrors(body, value) : [];
      if (first) refuse('invalid_request', `${first.pointer} ${first.message}`, { errors: [first, ...more] });
      const answer = await run({ storeId, sessionId, paymentId, body: value as never });
      context.status = answer.status;
      if (answer.status >= 400) context.type = 'application/problem+json';
      context.body = JSON.stringify(answer.body);
    });
  }
  app.use(router.routes());
  app.use(() => refuse('not_found', 'There is nothing at this path.'));
  return app;
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
