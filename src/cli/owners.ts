import type { Command } from 'commander';
import { readRunFile } from '../supervisor/run-file';
import type { Context } from './context';
import { CliError } from './exit';

/** For who runs the product on this machine: it asks no API, but the database. */
export function addOwners(program: Command, { terminal }: Context): void {
  const owners = program.command('owners').description('Owners who cannot log in any more.');

  owners
    .command('reset')
    .description('Make a link by which an owner who has lost the password sets another one; it works once, 15 minutes.')
    .argument('[email]', 'of the owner; default: the only one who logs in here')
    .option(
      '--second-factor',
      'the link also turns the two-step log-in off, of an owner who has lost the authenticator',
    )
    .action(async (email: string | undefined, { secondFactor = false }: { readonly secondFactor?: boolean }) => {
      const issued = await issuedFor({ email, endsSecondFactor: secondFactor });
      terminal.print(issued.link);
      terminal.note(
        `For ${issued.email}, until ${issued.expiresAt}. Whoever opens it sets the password: hand it over to the owner alone. All sessions of the owner end then.`,
      );
      terminal.answer(issued);
    });
}

async function issuedFor(asked: { readonly email: string | undefined; readonly endsSecondFactor: boolean }) {
  try {
    const { loadConfig } = await import('../config/index.js');
    const config = loadConfig();
    const run = readRunFile(config.dataFolder);
    const databaseUrl = config.databaseUrl || run?.databaseUrl || '';
    const { resetOwner } = await import('../account/operating.js');
    return await resetOwner({ config, databaseUrl, api: run?.api ?? null }, asked);
  } catch (error) {
    if (error instanceof Error && /^(Owners|Config)Error$/.test(error.constructor.name))
      throw new CliError('refused', 'owners', error.message);
    throw error;
  }
}
