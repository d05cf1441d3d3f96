import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import { type Correlation, correlation, correlationOf, handedOn } from '../correlation';
import { CORRELATION_HEADER } from './correlation-header';

/**
 * Tells a workflow that is started or told something what that belongs to. An interceptor of our own: the one of Temporal's package for
 * OpenTelemetry is bound to its first major version, and knows no request.
 */
export const correlatedClient: WorkflowClientInterceptor = {
  startWithDetails: (input, next) => next({ ...input, headers: withCorrelation(input.headers) }),
  startUpdate: (input, next) => next({ ...input, headers: withCorrelation(input.headers) }),
};

function withCorrelation(headers: Headers): Headers {
  const of = correlation();
  return of ? { ...headers, [CORRELATION_HEADER]: defaultPayloadConverter.toPayload(handedOn(of)) } : headers;
}

/**
 * The correlation that a workflow hands on; undefined: the clock, or an earlier release, has started it. Its form is checked, because
 * whoever reaches Temporal may write headers.
 */
export function correlationIn(headers: Headers): Correlation | undefined {
  const payload = headers[CORRELATION_HEADER];
  if (!payload) return undefined;
  const { requestId, traceparent } = defaultPayloadConverter.fromPayload<Partial<Correlation>>(payload);
  return correlationOf(requestId, traceparent);
}
