import { createHash } from 'node:crypto';
import path from 'node:path';
import { readRunFile } from '../supervisor/run-file';
import { CliError, usage } from './exit';
import { type OwnerSession, readSession } from './session-file';
import { surroundings, UNIX } from './surroundings';

/** Options that every verb knows. */
export interface Globals {
  readonly url?: string;
  readonly token?: string;
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly retryFor?: number;
}

export type Credential =
  | { readonly kind: 'token'; readonly token: string; readonly from: string }
  | { readonly kind: 'session'; readonly session: OwnerSession; readonly from: string };

export interface Settings {
  readonly url: string;
  readonly credential: Credential | undefined;
  /** The session of `tezgah login`. It is sent for acts that only an owner may do, whatever token is set; `--token` still wins. */
  readonly ownerCredential: Credential | undefined;
  readonly json: boolean;
  readonly yes: boolean;
  readonly retryMs: number;
  /** A token's id that was given as --token: `undo` reads it. */
  readonly tokenId: string | undefined;
}

const FALLBACK_URL = 'http://127.0.0.1:4000';
const RETRY_SECONDS = 15;

/** --token, TEZGAH_TOKEN, the session of `tezgah login`, the developer token of a running `npm start`: in this order. */
export function loadSettings(
  globals: Globals,
  environment: Readonly<Record<string, string | undefined>> = surroundings().environment,
): Settings {
  const asked = globals.url ?? environment.TEZGAH_URL ?? '';
  const common = {
    json: globals.json ?? false,
    yes: globals.yes ?? false,
    retryMs: (globals.retryFor ?? secondsOf(environment.TEZGAH_RETRY_SECONDS) ?? RETRY_SECONDS) * 1000,
  };
  // The program that opened the socket says who asks.
  if (asked.startsWith(UNIX))
    return { ...common, url: asked, credential: undefined, ownerCredential: undefined, tokenId: undefined };
  // It would look for files and log-ins of whoever runs the program that it is a guest of.
  if (surroundings().isGuest) usage('A command of a workspace reaches its own store alone: leave --url out.');
  const run = readRunFile(path.resolve(environment.TEZGAH_DATA || '.data'));
  const url = baseUrl(globals.url ?? (environment.TEZGAH_URL || run?.api) ?? FALLBACK_URL);
  const tokenId = globals.token?.startsWith('tok_') ? globals.token : undefined;
  const flag = tokenId ? undefined : tokenOf(globals.token, '--token');
  const session = sessionOf(url);
  // A token goes to the API that it was made for, and to no other one.
  const demo = run && baseUrl(run.api) === url ? tokenOf(run.tokens?.developer, 'run.json') : undefined;
  return {
    url,
    credential: flag ?? tokenOf(environment.TEZGAH_TOKEN, 'TEZGAH_TOKEN') ?? session ?? demo,
    ownerCredential: flag ?? session,
    tokenId,
    ...common,
  };
}

export function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const seconds = Number(text);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : usage(`${text} is not a number of seconds.`);
}

/** @returns the address of an API without a slash at its end */
export function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) usage(`${text} is not a URL that starts with http:// or https://.`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function tokenOf(token: string | null | undefined, from: string): Credential | undefined {
  if (!token) return undefined;
  // A header cannot carry anything else, and an error about it would show the token.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new CliError('auth', 'usage', `The token of ${from} is not a token.`);
  return { kind: 'token', token, from };
}

function sessionOf(url: string): Credential | undefined {
  const session = readSession(url);
  return session && { kind: 'session', session, from: `tezgah login (${session.email})` };
}

/** Names a credential in a file name without saying it. */
export const digestOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);
