import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config';
import { recordSpans } from './kernel/spans';

/** How long a process that stops has for what it still holds, in ms. */
const LAST_SENT_MS_MAX = 2_000;

export interface Telemetry {
  /** Sends what is still held. */
  stop(): Promise<void>;
}

/**
 * Sends the spans of a process to a collector of OpenTelemetry where the settings name one (docs/decisions/0056). Its packages are
 * loaded only then. A collector that is away loses spans and holds nothing up: of what waits for it the oldest 2,048 are kept.
 */
export async function startTelemetry(
  { tracesEndpoint, tracesHeaders, tracesShare }: Pick<Config, 'tracesEndpoint' | 'tracesHeaders' | 'tracesShare'>,
  serviceName: string,
): Promise<Telemetry | undefined> {
  if (tracesEndpoint === '') return undefined;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = api;
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    producer: SpanKind.PRODUCER,
    consumer: SpanKind.CONSUMER,
    internal: SpanKind.INTERNAL,
  } as const;
  const share = new sdk.TraceIdRatioBasedSampler(tracesShare);
  // A request is named before anything of it has ended: spans take over the ids that logs and other programs know it by.
  const ids = { traceId: '', spanId: '' };
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', withSlash(tracesEndpoint)).href,
    headers: { ...tracesHeaders },
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new sdk.AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('tezgah');
  recordSpans({
    samples: (traceId) =>
      share.shouldSample(ROOT_CONTEXT, traceId).decision === sdk.SamplingDecision.RECORD_AND_SAMPLED,
    record({ name, kind, of, durationMs, failed, attributes }) {
      const [, traceId, spanId] = of.traceparent.split('-') as [string, string, string];
      Object.assign(ids, { traceId, spanId });
      const parent = of.parentId
        ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: of.parentId, traceFlags: TraceFlags.SAMPLED })
        : ROOT_CONTEXT;
      const endedAt = Date.now();
      const startTime = endedAt - durationMs;
      const told = { 'tezgah.request_id': of.requestId, ...attributes };
      const span = tracer.startSpan(name, { kind: kinds[kind], startTime, attributes: told }, parent);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedAt);
    },
  });
  return {
    async stop() {
      recordSpans(undefined);
      // The end of the process does not wait for a collector that is away.
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, sleep(LAST_SENT_MS_MAX, undefined, { ref: false })]);
    },
  };
}

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`);
