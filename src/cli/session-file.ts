import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { readJson, writeAtomically } from '../embedded/file-lock';

/** An owner's session as `tezgah login` keeps it. It is as good as a password: the file is readable by its owner only. */
export interface OwnerSession {
  readonly email: string;
  readonly storeId: string;
  /** `name=value`, as the server set it. */
  readonly cookie: string;
  readonly csrfToken: string;
  readonly expiresAt: string;
}

type Sessions = Readonly<Record<string, OwnerSession>>;

const sessionFile = (): string =>
  path.join(process.env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'tezgah', 'sessions.json');

const readSessions = (): Sessions => readJson<Sessions>(sessionFile()) ?? {};

/** The session for an API; none when it has expired. */
export function readSession(url: string): OwnerSession | undefined {
  const session = readSessions()[url];
  return session && Date.parse(session.expiresAt) > Date.now() ? session : undefined;
}

export function keepSession(url: string, session: OwnerSession): void {
  write({ ...readSessions(), [url]: session });
}

export function forgetSession(url: string): void {
  const { [url]: _, ...others } = readSessions();
  write(others);
}

function write(sessions: Sessions): void {
  mkdirSync(path.dirname(sessionFile()), { recursive: true, mode: 0o700 });
  writeAtomically(sessionFile(), `${JSON.stringify(sessions, undefined, 2)}\n`, 0o600);
}
