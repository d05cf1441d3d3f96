import pino from 'pino';

export type Log = pino.Logger;

/** JSON lines on standard output. Credentials never reach a log: only the fields below carry them, and they are cut out. */
export const createLog = (name: string, level: string): Log =>
  pino({ name, level, redact: ['headers.authorization', 'headers.cookie', '*.password', '*.token'] });
