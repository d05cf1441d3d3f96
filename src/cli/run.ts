import { Command } from 'commander';
import { type Answer, keyOf } from './client';
import { confirmWhatIsFinal } from './confirm';
import type { Context } from './context';
import { addFields, type Field, fieldNames, readDocument, requireFields, valuesOf, withSecrets } from './flags';
import type { Schema } from './json-schema';
import type { RemoteCommand } from './remote';
import { ulid } from './typed';
import { addWait, noteEnd, preferring } from './wait';

interface RunOptions {
  readonly payload?: string;
  readonly dryRun?: true;
  readonly deferBump?: true;
  readonly idempotencyKey?: string;
  readonly wait?: number;
}

/** A command as `POST /v1/commands` takes it. */
export interface Run {
  readonly command: string;
  readonly payload: unknown;
  readonly dryRun?: boolean | undefined;
  readonly deferBump?: boolean | undefined;
  readonly key?: string | undefined;
  readonly asOwner?: boolean;
  readonly expects?: readonly number[];
  /** For so many seconds, for the end of the work that it starts. */
  readonly wait?: number | undefined;
}

export async function runCommand({ client, remote, settings }: Context, run: Run): Promise<Answer> {
  const key = keyOf(run.key);
  const credential = (run.asOwner ? settings.ownerCredential : undefined) ?? settings.credential;
  const body = {
    command: run.command,
    storeId: credential?.kind === 'session' ? credential.session.storeId : await remote.storeId(),
    payload: run.payload,
    idempotencyKey: key,
    ...(run.dryRun ? { dryRun: true } : {}),
    ...(run.deferBump ? { deferBump: true } : {}),
  };
  return client.send({
    method: 'POST',
    path: '/v1/commands',
    body,
    headers: preferring(run.wait),
    ...(run.dryRun ? {} : { key }),
    ...(run.asOwner ? { asOwner: true } : {}),
    ...(run.expects ? { expects: run.expects } : {}),
  });
}

/**
 * `tezgah run <command>`: a sub-command with the flags of its payload for each command of the server.
 * @param wanted the id on the command line: one that this credential is not shown takes --payload, and the server decides
 */
export function addRun(
  program: Command,
  context: Context,
  commands: readonly RemoteCommand[],
  wanted: string | undefined,
): void {
  const run = program
    .command('run')
    .description('Run a command, or preview it with --dry-run.')
    .usage('<command> [options]');
  for (const command of commands) run.addCommand(subCommand(command, context));
  if (wanted !== undefined && /^[a-z]\w*(\.\w+)+$/.test(wanted) && !commands.some(({ id }) => id === wanted))
    run.addCommand(unlisted(wanted, context), { hidden: true });
}

/** The server refuses one that this credential is not shown, and says what a misspelt one was perhaps meant to be. */
function unlisted(id: string, context: Context): Command {
  const command = new Command(id).description('Not in the list of this credential.').usage('[options]');
  addRunOptions(command, []);
  return command.action(() =>
    perform({ id, flags: [], irreversible: false, policy: 'owner', result: {} }, command, [], context),
  );
}

function subCommand(declared: RemoteCommand, context: Context): Command {
  const schema = declared.payload as Schema;
  const command = new Command(declared.id).description(declared.summary).usage('[options]');
  const fields = addFields(command, schema);
  addRunOptions(command, fieldNames(schema));
  if (declared.waits) addWait(command);
  const scope = declared.scope && `scope ${declared.scope}`;
  const facts = [declared.policy, scope, ...declared.flags, declared.irreversible && 'irreversible'].filter(Boolean);
  const refuses = declared.refuses.length > 0 ? `\nRefuses with: ${declared.refuses.join(', ')}` : '';
  command.addHelpText('after', `\n${declared.id}: ${facts.join(', ')}${refuses}`);
  return command.action(() => perform(declared, command, fields, context));
}

function addRunOptions(command: Command, taken: readonly string[]): void {
  const key = taken.includes('key') ? '--idempotency-key' : '--key, --idempotency-key';
  command
    .option('--payload <json>', 'the payload as JSON, @file or - for stdin; flags win over it')
    .option('--dry-run', 'show what would change, and change nothing')
    .option(`${key} <ulid>`, 'the same key answers the same outcome for 30 days', ulid)
    .option('--defer-bump', 'leave the storefront generation to the next command without it');
}

async function perform(
  {
    id,
    flags,
    irreversible,
    policy,
    result,
  }: Pick<RemoteCommand, 'id' | 'flags' | 'irreversible' | 'policy' | 'result'>,
  command: Command,
  fields: readonly Field[],
  context: Context,
): Promise<void> {
  const options = command.opts<RunOptions>();
  const given = options.payload ? readDocument(options.payload, '--payload') : {};
  const payload = await withSecrets(fields, { ...given, ...valuesOf(command, fields) }, context.terminal);
  requireFields(fields, payload);
  const run: Run = {
    command: id,
    payload,
    deferBump: options.deferBump,
    key: options.idempotencyKey,
    asOwner: policy === 'owner',
    wait: options.wait,
  };
  if (options.dryRun) return context.show(await runCommand(context, { ...run, dryRun: true }));
  const weighed = { id, policy, irreversible, destructive: flags.includes('destructive') };
  await confirmWhatIsFinal(weighed, () => runCommand(context, { ...run, dryRun: true }), context);
  const answer = await runCommand(context, run);
  context.show(answer, { properties: { result } });
  noteEnd(answer, options.wait, context);
}
