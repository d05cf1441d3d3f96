import { ConfigError, oneOf, sealed, setting, text, url } from '../kernel/declaration/setting';
import { decoded, entriesIn, orEmpty, portOrNone, secretText } from './readers';

/** Settings of the numbers that Prometheus reads. */
export const metrics = {
  metricsPort: setting(
    'TEZGAH_METRICS_PORT',
    '',
    'Port on which a process answers `GET /metrics` for Prometheus; 0: any free one; empty: none, and of `npm start` free ones, which run.json names. API, worker and storefront of one machine need one each; `npm start` gives the worker the next and the storefront the one after.',
    portOrNone,
  ),
  metricsHost: setting(
    'TEZGAH_METRICS_HOST',
    '127.0.0.1',
    'Address on which it does; any but 127.0.0.1 and ::1 needs TEZGAH_METRICS_TOKEN.',
    text,
  ),
  metricsToken: sealed(
    setting(
      'TEZGAH_METRICS_TOKEN',
      '',
      'What Prometheus sends as `Authorization: Bearer`, 16 characters or more; empty: programs of this machine read without.',
      orEmpty(secretText(16)),
    ),
  ),
};

/** Reads pairs as OpenTelemetry writes them, which is as W3C Baggage does. */
const headers = (raw: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    entriesIn(raw).map((pair) => {
      const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/.exec(pair) ?? [];
      if (name === undefined) throw new ConfigError('must be pairs of name=value with commas between them');
      return [name, decoded(value.trim())];
    }),
  );

const share = (raw: string): number => {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(raw)) throw new ConfigError('must be a number from 0 to 1');
  return Number(raw);
};

/** Settings of the traces that a collector of OpenTelemetry is sent. */
export const traces = {
  tracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'Collector of OpenTelemetry that traces are sent to, OTLP over HTTP, e.g. `http://127.0.0.1:4318`; empty: none.',
    orEmpty(url('http:', 'https:')),
  ),
  tracesHeaders: sealed(
    setting(
      'OTEL_EXPORTER_OTLP_HEADERS',
      '',
      'What goes along to it, e.g. `Authorization=Bearer%20…`; several with commas between them, their values encoded as in URLs.',
      headers,
    ),
  ),
  tracesShare: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'Which share of the traces that begin here is sent, 0 to 1; one that a caller began is sent as he says.',
    share,
  ),
};

/** Settings of the lines that processes write. */
export const logs = {
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'trace, debug, info, warn, error or silent.',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  ),
};
