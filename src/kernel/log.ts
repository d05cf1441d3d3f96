import pino from 'pino';
import { correlation, namesOf } from './correlation';

export type Log = pino.Logger;

/** The target of log lines. @default standard output */
export type LogSink = pino.DestinationStream;

/**
 * JSON lines on standard output, or in words where that is a terminal. Each says which request it belongs to. Credentials never reach a
 * log: only the fields below carry them, and they are cut out, as are the rows that Postgres quotes in its errors.
 */
export const createLog = (name: string, level: string, sink?: LogSink): Log => {
  const options: pino.LoggerOptions = {
    name,
    level,
    mixin: () => namesOf(correlation()),
    // Temporal's own lines carry what failed in here; as plain JSON an Error is `{}`.
    serializers: { meta: withErrors },
    redact: [
      'headers.authorization',
      'headers.cookie',
      '*.password',
      '*.token',
      ...ofPostgres.map((key) => `err.${key}`),
    ],
  };
  if (sink) return pino(options, sink);
  if (process.stdout.isTTY) return pino({ ...options, transport: { target: 'pino-pretty', options: prettily } });
  // A slow reader of standard output must not hold calls up; lines that wait are written when the process ends.
  return pino(options, pino.destination({ dest: 1, sync: false }));
};

/** Options of the form that people read. */
export const prettily = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l', singleLine: true } as const;

/** Fields of a Postgres error that hold values of rows or the text of a statement. */
const ofPostgres = ['detail', 'where', 'query', 'internalQuery', 'parameters'];

const withErrors = (meta: Readonly<Record<string, unknown>> | undefined): unknown =>
  meta &&
  Object.fromEntries(
    Object.entries(meta).map(([key, value]) => [key, value instanceof Error ? pino.stdSerializers.err(value) : value]),
  );
