import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { type Answer, keyOf } from './client';
import type { Context } from './context';
import { CliError, usage } from './exit';
import { surroundings } from './surroundings';
import { ulid, whole } from './typed';

const TIMEOUT_SECONDS = 60;
const TIMEOUT_SECONDS_MAX = 600;
/** More than its start and the end of its tree take. */
const BESIDE_MS = 60_000;
const POLL_MS = 1_000;
/** As shells and `timeout` tell of what was ended. */
const [KILLED, TIMED_OUT] = [137, 124];
/** No exit code that commands usually have: the command did not run, or nobody knows how it ended. */
const NOT_RUN = 125;

interface Options {
  readonly cwd?: string;
  readonly timeout: number;
  readonly idempotencyKey?: string;
}

/** `tezgah workspaces exec <ws> -- <command>`: its streams and its exit code are those of the command. */
export function addExec(program: Command, context: Context): void {
  const workspaces = program.command('workspaces');
  workspaces
    .command('exec')
    .description('Run a command in the sandbox of a workspace. Its output and its exit code are passed on.')
    .usage('<ws> [options] -- <command>')
    .argument('[ws]', 'the workspace')
    .argument('[command...]', 'one word is a line for the shell; several are a program and its arguments, as they are')
    .option('--cwd <path>', 'where it runs (default: /workspace/store)')
    .option(
      '--timeout <seconds>',
      `the command ends then, ${TIMEOUT_SECONDS_MAX} at most (default: ${TIMEOUT_SECONDS})`,
      seconds,
      TIMEOUT_SECONDS,
    )
    .option('--key, --idempotency-key <ulid>', 'the same key runs it once, and answers the same for a day', ulid)
    .addHelpText(
      'after',
      `\nExit codes: that of the command; ${KILLED} killed; ${TIMED_OUT} timed out; ${NOT_RUN} it did not run, or nobody knows how it ended.`,
    )
    .action(async (ws: string | undefined, words: readonly string[], options: Options) => {
      const line = lineOf(words);
      if (!ws || line === '') usage('A workspace and a command are needed: tezgah workspaces exec <ws> -- ls');
      const { body } = await ran(context, ws, line, options).catch((error: unknown) => {
        throw error instanceof CliError ? error.exitingWith(NOT_RUN) : error;
      });
      context.terminal.answer(body);
      if (!context.settings.json) await passOn(body);
      if (!context.settings.json && !body.outputForgotten) noteCuts(context, body);
      if (body.outputForgotten) context.terminal.note('The command ran before. Its output is not kept any more.');
      if (body.timedOut) context.terminal.note(`The command had ${options.timeout} s, and was ended.`);
      else if (body.stoppedBy) context.terminal.note(endOf(body.stoppedBy));
      context.exitCode = body.exitCode ?? (body.timedOut ? TIMED_OUT : KILLED);
    });
}

/** Asks until it has ended: an answer that is lost is asked for again by its key, and the command runs once. */
async function ran(
  { client }: Context,
  ws: string,
  command: string,
  { cwd, timeout, idempotencyKey }: Options,
): Promise<Answer> {
  const key = keyOf(idempotencyKey);
  const withinMs = timeout * 1_000 + BESIDE_MS;
  const request = {
    method: 'POST',
    path: `/v1/workspaces/${encodeURIComponent(ws)}/exec`,
    body: { command, timeoutSeconds: timeout, ...(cwd === undefined ? {} : { cwd }) },
    headers: { 'Idempotency-Key': key },
    key,
    withinMs,
  };
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await client.send(request);
    } catch (error) {
      const runs = error instanceof CliError && error.code === 'exec_running';
      if (!runs || Date.now() > deadline) throw error;
      await sleep(POLL_MS);
    }
  }
}

const endOf = (stoppedBy: string): string =>
  stoppedBy === 'refresh' || stoppedBy === 'archive'
    ? `The command was ended with its workspace: ${stoppedBy}.`
    : `The command was ended: it reached its bound of ${stoppedBy}.`;

interface ExecOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly encoding: 'utf8' | 'base64';
  readonly stdoutCut: Cut | null;
  readonly stderrCut: Cut | null;
}

interface Cut {
  readonly at: number;
  readonly bytes: number;
}

/** The bytes as the command has written them. */
async function passOn({ stdout, stderr, encoding }: ExecOutput): Promise<void> {
  const { out, err, isGuest } = surroundings();
  const [said, complained] = [Buffer.from(stdout, encoding), Buffer.from(stderr, encoding)];
  if (!isGuest) return void (await Promise.all([written(process.stdout, said), written(process.stderr, complained)]));
  out.write(said);
  err.write(complained);
}

function noteCuts({ terminal }: Context, { stdoutCut, stderrCut }: ExecOutput): void {
  for (const [stream, cut] of Object.entries({ stdout: stdoutCut, stderr: stderrCut }))
    if (cut) terminal.note(`${cut.bytes} bytes of ${stream} are left out behind its first ${cut.at}.`);
}

const written = (stream: NodeJS.WriteStream, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => stream.write(bytes, () => resolve()));

/**
 * Writes the words as a line. One word is the line as it is. Several are quoted, so that the shell inside reads them as they were typed.
 */
const lineOf = (words: readonly string[]): string =>
  words.length === 1 ? (words[0] as string) : words.map(quoted).join(' ');

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

function seconds(text: string): number {
  const stated = whole(text);
  if (stated < 1 || stated > TIMEOUT_SECONDS_MAX)
    throw new InvalidArgumentError(`must be from 1 to ${TIMEOUT_SECONDS_MAX}`);
  return stated;
}
