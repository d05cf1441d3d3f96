import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { readRunFile } from '../supervisor/run-file';
import type { Context } from './context';
import { CliError, usage } from './exit';
import { forgetSession, keepSession, readSession } from './session-file';

/** Who calls, and how an owner signs in. */
export function addAccount(program: Command, context: Context): void {
  const { client, settings, terminal, remote } = context;

  program
    .command('whoami')
    .description('Store, kind, scopes and expiry of the credential in use.')
    .action(async () => {
      const body = await client.get('/v1/tokens/me');
      terminal.note(`${settings.url} with the credential of ${settings.credential?.from}.`);
      context.show({ body });
    });

  program
    .command('login')
    .description('Log in as the store owner; the session is kept in a file that only you can read.')
    .option('--email <text>', 'e-mail of the owner; asked for when omitted')
    .option('--password-stdin', 'read the password from stdin instead of asking')
    .option('--demo', 'the demo owner of the running `npm start`')
    .action(async (options: { email?: string; passwordStdin?: true; demo?: true }) => {
      await remote.meta();
      const { email, password } = await loginOf(options, context);
      const { body, headers } = await client.send({
        method: 'POST',
        path: '/v1/auth/login',
        body: { email, password },
      });
      const cookie = headers.getSetCookie()[0]?.split(';')[0];
      if (!cookie || !body?.csrfToken) throw new CliError('refused', 'no_session', 'The server opened no session.');
      const { csrfToken, storeId, expiresAt } = body;
      keepSession(settings.url, { email, storeId, cookie, csrfToken, expiresAt });
      terminal.answer({ storeId, email, expiresAt });
      terminal.print(`Logged in at ${settings.url} as ${email}, until ${expiresAt}.`);
      if (settings.credential?.from === 'TEZGAH_TOKEN' || settings.credential?.from === '--token')
        terminal.note(`${settings.credential.from} still goes first, except for what only the owner may do.`);
    });

  program
    .command('logout')
    .description('End the session of tezgah login, here and on the server.')
    .action(async () => {
      const session = readSession(settings.url);
      forgetSession(settings.url);
      if (session) {
        const credential = { kind: 'session', session, from: 'tezgah login' } as const;
        await client.send({ method: 'POST', path: '/v1/auth/logout', body: {}, credential, expects: [401] });
      }
      terminal.answer({ loggedOut: session !== undefined });
      terminal.print(session ? `Logged out of ${settings.url}.` : `There was no session for ${settings.url}.`);
    });
}

async function loginOf(
  { email, passwordStdin, demo }: { email?: string; passwordStdin?: true; demo?: true },
  { terminal, settings }: Context,
): Promise<{ email: string; password: string }> {
  if (demo) {
    const run = readRunFile(path.resolve(process.env.TEZGAH_DATA || '.data'));
    if (!run?.owner || run.api !== settings.url) usage('There is no run.json of a demo at this address.');
    return run.owner;
  }
  if (!email && !terminal.interactive) usage('--email is required.');
  const address = email ?? (await terminal.ask('E-mail:'));
  const password = passwordStdin
    ? readFileSync(0, 'utf8').replace(/\r?\n$/, '')
    : await terminal.askHidden('Password:');
  return { email: address, password };
}
