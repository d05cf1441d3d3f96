import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { readRunFile } from '../supervisor/run-file';
import type { Answer, Client, Request } from './client';
import type { Context } from './context';
import { CliError, usage } from './exit';
import { forgetSession, keepSession, type OwnerSession, readSession } from './session-file';
import { baseUrl, type Globals } from './settings';

/** Sends no credential: the caller may hold one that is over, which any door refuses, also one that is open to all. */
const unproven = { credential: null } as const;

/** The status of a set-up that was done already: it was sent again because its answer was lost, or another owner was first. */
const OPENED_ALREADY = 409;

/** Shows the caller, also from within a workspace. */
export function addWhoami(program: Command, context: Context): void {
  const { client, settings, terminal } = context;

  program
    .command('whoami')
    .description('Store, kind, scopes and expiry of the credential in use.')
    .action(async () => {
      const body = await client.get('/v1/tokens/me');
      terminal.note(`${settings.url} with the credential of ${settings.credential?.from ?? 'the workspace'}.`);
      context.show({ body });
    });
}

/** How an owner signs in. */
export function addAccount(program: Command, context: Context): void {
  const { client, settings, terminal, remote } = context;

  program
    .command('login')
    .description('Log in as the store owner; the session is kept in a file that only you can read.')
    .option('--email <text>', 'e-mail of the owner; asked for when omitted')
    .option('--password-stdin', 'read the password from stdin instead of asking')
    .option('--code <text>', 'code of the two-step log-in; asked for when it is needed')
    .option('--demo', 'the demo owner of the running `npm start`')
    .action(async (options: { email?: string; passwordStdin?: true; code?: string; demo?: true }) => {
      await remote.meta(unproven);
      const { email, password } = await loginOf(options, context);
      await logIn({ email, password, code: options.code }, context);
      if (settings.credential?.from === 'TEZGAH_TOKEN' || settings.credential?.from === '--token')
        terminal.note(`${settings.credential.from} still goes first, except for what only the owner may do.`);
    });

  program
    .command('setup')
    .description(
      'Open the first store of a new installation, and log its owner in: what the one-time link does in a browser.',
    )
    .option(
      '--link <url>',
      'the link, whose address is used; default: that of a running `npm start`, or it is asked for',
    )
    .option('--store <name>', 'name of the store; asked for when omitted')
    .option('--email <text>', 'e-mail of the owner; asked for when omitted')
    .option('--password-stdin', 'read the password from stdin instead of asking')
    .action(async (options: SetupOptions) => {
      const { token, there } = await linkOf(options, context, program.opts<Globals>().url);
      await there.remote.meta(unproven);
      const asked = { token, ...(await storeOf(options, context)) };
      const answer = await there.client.send({
        method: 'POST',
        path: '/v1/auth/setup',
        body: asked,
        ...unproven,
        expects: [OPENED_ALREADY],
      });
      if (answer.status === OPENED_ALREADY) {
        terminal.note(answer.body.detail);
        await logIn(asked, there);
      } else {
        const { storeId } = await keepLogin(asked.email, answer, there);
        terminal.print(
          `${asked.storeName} is open (${storeId}). Logged in at ${there.settings.url} as ${asked.email}.`,
        );
      }
      if (there !== context) terminal.note(`Other calls go there with --url ${there.settings.url}, or TEZGAH_URL.`);
    });

  program
    .command('logout')
    .description('End the session of tezgah login, here and on the server.')
    .action(async () => {
      const session = readSession(settings.url);
      if (session) await endSession(session, client).catch(stillOpen);
      forgetSession(settings.url);
      terminal.answer({ loggedOut: session !== undefined });
      terminal.print(session ? `Logged out of ${settings.url}.` : `There was no session for ${settings.url}.`);
    });
}

interface SetupOptions {
  readonly link?: string;
  readonly store?: string;
  readonly email?: string;
  readonly passwordStdin?: true;
}

/** Sends the password to the issuer of the link, and to nobody else. */
async function linkOf({ link }: SetupOptions, context: Context, stated: string | undefined) {
  const { settings } = context;
  const run = runHere();
  const known = link ?? (run?.api === settings.url ? run.setup : null) ?? (await askFor('--link', 'Link:', context));
  const [address, token] = partsOf(known);
  if (address === undefined || address === settings.url) return { token, there: context };
  if (stated !== undefined)
    usage(`The link is of ${address}, and --url says ${settings.url}: leave --url out, or give what stands behind #.`);
  return { token, there: context.at(address) };
}

async function storeOf({ store, email, passwordStdin }: SetupOptions, context: Context) {
  const { terminal } = context;
  const storeName = store ?? (await askFor('--store', 'Name of the store:', context));
  const address = email ?? (await askFor('--email', 'E-mail:', context));
  const password = passwordStdin ? passwordGiven() : await terminal.askHidden('New password:');
  return { storeName, email: address, password };
}

/** The address of the API and the token: of a link, or of a token alone. */
function partsOf(link: string): [address: string | undefined, token: string] {
  const [, page, token = ''] = /^(?:(.*)#)?([\w-]+)$/s.exec(link.trim()) ?? [];
  const [, address] = /^(.*)\/panel\/setup\/?$/s.exec(page ?? '') ?? [];
  if (token === '' || (page !== undefined && address === undefined))
    usage('That is no link to set up with: copy it whole, from http to its end behind #.');
  return [address === undefined ? undefined : baseUrl(address), token];
}

const askFor = (option: string, question: string, { terminal }: Context): Promise<string> =>
  terminal.interactive ? terminal.ask(question) : usage(`${option} is required.`);

const runHere = () => readRunFile(path.resolve(process.env.TEZGAH_DATA || '.data'));

const passwordGiven = (): string => readFileSync(0, 'utf8').replace(/\r?\n$/, '');

async function logIn({ email, ...proof }: LoginProof, context: Context) {
  const { terminal, settings } = context;
  const answer = await proven({ email, ...proof }, context);
  const { expiresAt } = await keepLogin(email, answer, context);
  terminal.print(`Logged in at ${settings.url} as ${email}, until ${expiresAt}.`);
}

/** Sends the password and, if the log-in has a second step, the code that it is asked for. */
async function proven(proof: LoginProof, context: Context): Promise<Answer> {
  const { client, terminal } = context;
  const send = (code: string | undefined) =>
    client.send({
      method: 'POST',
      path: '/v1/auth/login',
      body: { email: proof.email, password: proof.password, ...(code === undefined ? {} : { code }) },
      ...unproven,
    });
  try {
    return await send(proof.code);
  } catch (error) {
    const needsCode = error instanceof CliError && error.code === 'second_factor_needed' && proof.code === undefined;
    if (!needsCode || !terminal.interactive) throw error;
    return send(await terminal.ask('Code of the authenticator, or a recovery code:'));
  }
}

interface LoginProof {
  readonly email: string;
  readonly password: string;
  /** The code of a second step, if it was stated. */
  readonly code?: string | undefined;
}

/** On the server; one that is over there already is none to end. */
const endSession = (session: OwnerSession, client: Client, more: Partial<Request> = {}): Promise<Answer> =>
  client.send({
    method: 'POST',
    path: '/v1/auth/logout',
    body: {},
    credential: { kind: 'session', session, from: 'tezgah login' },
    expects: [401],
    ...more,
  });

/** A session that lives on at the server is not forgotten: nobody could end it any more. */
function stillOpen(error: unknown): never {
  if (!(error instanceof CliError)) throw error;
  throw new CliError(error.ending, error.code, error.message, {
    ...error.options,
    hints: [...(error.options.hints ?? []), 'Still logged in: the session is kept, to log out again later.'],
  });
}

/** Keeps the session that an answer opens, and ends the one in whose place it comes. */
async function keepLogin(
  email: string,
  { body, headers }: Pick<Answer, 'body' | 'headers'>,
  { settings, terminal, client }: Context,
): Promise<{ readonly storeId: string; readonly expiresAt: string }> {
  const cookie = headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie || !body?.csrfToken) throw new CliError('refused', 'no_session', 'The server opened no session.');
  const { csrfToken, storeId, expiresAt } = body;
  const replaced = readSession(settings.url);
  keepSession(settings.url, { email, storeId, cookie, csrfToken, expiresAt });
  // A successful log-in is not spoilt by a failure over another session.
  if (replaced) await endSession(replaced, client, { retryMs: 0, isQuiet: true }).catch(() => {});
  terminal.answer({ storeId, email, expiresAt });
  return { storeId, expiresAt };
}

async function loginOf(
  { email, passwordStdin, demo }: { email?: string; passwordStdin?: true; demo?: true },
  context: Context,
): Promise<{ email: string; password: string }> {
  if (demo) {
    const run = runHere();
    if (!run?.owner || run.api !== context.settings.url) usage('There is no run.json of a demo at this address.');
    return run.owner;
  }
  const address = email ?? (await askFor('--email', 'E-mail:', context));
  const password = passwordStdin ? passwordGiven() : await context.terminal.askHidden('Password:');
  return { email: address, password };
}
