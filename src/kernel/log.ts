import pino from 'pino';

export type Log = pino.Logger;

/** JSON lines on standard output. Credentials never reach a log: only the fields below carry them, and they are cut out. */
export const createLog = (name: string, level: string): Log =>
  pino({
    name,
    level,
    // Temporal's own lines carry what failed in here; as plain JSON an Error is `{}`.
    serializers: { meta: withErrors },
    redact: ['headers.authorization', 'headers.cookie', '*.password', '*.token'],
  });

const withErrors = (meta: Readonly<Record<string, unknown>> | undefined): unknown =>
  meta &&
  Object.fromEntries(
    Object.entries(meta).map(([key, value]) => [key, value instanceof Error ? pino.stdSerializers.err(value) : value]),
  );
