import { invalid } from '../kernel/call/input-check';
import type { WorkContext } from '../kernel/declaration/context';
import { workRoute } from '../kernel/declaration/route';
import { type Ended, NOT_BEGUN, SandboxError, type Work } from '../kernel/declaration/sandbox';
import type { Services } from '../kernel/declaration/services';
import { digestOf } from '../kernel/digest';
import { refuse } from '../kernel/errors';
import { newId } from '../kernel/ids';
import { nullable, object, oneOf, type Static, t, unit } from '../kernel/schema/schema';
import { forgottenOf, openOutput, outputOf, sealOutput } from './activity/kept-output';
import {
  type Claim,
  type Claimed,
  claimKey,
  findKey,
  freeKey,
  KEPT_BYTES,
  keepAnswer,
  loseKey,
} from './activity/key-store';
import { exampleParams, statedPath, workspaceParams } from './sandbox/fields';
import { openWorkspace, pathAt, refusalOf, withinMsOf, workIn, workRefuses } from './sandbox/work';

const MIB = 1024 * 1024;
const COMMAND_BYTES_MAX = 32 * 1024;
const TIMEOUT_SECONDS = 60;
const TIMEOUT_SECONDS_MAX = 600;
/** More than the longest command, its start and the end of its tree take. */
const ANSWERS_WITHIN_MS = (TIMEOUT_SECONDS_MAX + 180) * 1_000;
const CWD = '/workspace/store';

const cut = (stream: string) =>
  nullable(
    object(
      {
        at: t.Integer({ description: 'So many bytes of what is kept stand before them.', ...unit('bytes') }),
        bytes: t.Integer(unit('bytes')),
      },
      { description: `Bytes that are left out of \`${stream}\`. null: it is whole.` },
    ),
  );

const result = object({
  exitCode: nullable(t.Integer({ description: 'null: the command was ended.' })),
  signal: nullable(t.String()),
  timedOut: t.Boolean(),
  stoppedBy: nullable(
    oneOf(['time', 'memory', 'disk', 'refresh', 'archive'], {
      description: 'The bound that ended the command, or the act of the owner by which its sandbox has ended.',
    }),
  ),
  stdout: t.String({ description: 'Head and tail of what it wrote. 256 KB are kept of both streams together.' }),
  stderr: t.String(),
  encoding: oneOf(['utf8', 'base64'], {
    description: 'Form of `stdout` and `stderr`. `base64`: one of them has bytes that are no UTF-8.',
  }),
  stdoutCut: cut('stdout'),
  stderrCut: cut('stderr'),
  droppedBytes: t.Integer({ description: 'Bytes that are left out of both streams together.', ...unit('bytes') }),
  durationMs: t.Integer(),
  replayed: t.Boolean({ description: 'True: the key was used before, and this is what its command answered.' }),
  outputForgotten: t.Boolean({
    description: `True: of an answer to a key that was used before the output is not kept any more. A store keeps the newest ${KEPT_BYTES / MIB} MiB.`,
  }),
});
type Result = Static<typeof result>;

export default workRoute({
  id: 'workspaces.exec',
  label: { tr: 'Çalışma alanında komut çalıştır', en: 'Run a command in a workspace' },
  http: 'POST /v1/workspaces/{ws}/exec',
  summary:
    'Run one shell command in the sandbox of a workspace, and answer how it ended. Nothing inside reaches the network.',
  policy: 'workspace',
  scope: 'sandbox:use',
  keyed: true,
  answersWithinMs: ANSWERS_WITHIN_MS,
  params: workspaceParams,
  body: object({
    command: t.String({ minLength: 1, maxLength: COMMAND_BYTES_MAX, description: 'A line or a script of a shell.' }),
    cwd: t.Optional(statedPath),
    timeoutSeconds: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: TIMEOUT_SECONDS_MAX,
        description: `The command and all that it has started end then. Left out, it is ${TIMEOUT_SECONDS}.`,
      }),
    ),
  }),
  result,
  refuses: [...workRefuses, 'cwd_not_found', 'exec_running', 'idempotency_conflict'],
  example: { params: exampleParams, body: { command: 'echo merhaba > not.txt && cat not.txt' } },

  async run(context): Promise<Result> {
    const { body, params, storeId, principal, services, key } = context;
    if (Buffer.byteLength(body.command) > COMMAND_BYTES_MAX)
      invalid('/body/command', `must have at most ${COMMAND_BYTES_MAX} bytes`);
    const work = {
      do: 'exec',
      command: body.command,
      cwd: pathAt('/body/cwd', body.cwd ?? CWD),
      timeoutMs: (body.timeoutSeconds ?? TIMEOUT_SECONDS) * 1_000,
    } as const;
    await openWorkspace(context, params.ws);
    const named = { workspaceId: params.ws, work, activityId: newId('wac') };
    // Without a key nobody else can ask how it ended. From within a command it ends with that: its call ends, and this one by that.
    const asked = key === undefined || principal.isInside ? { ...named, gone: context.gone } : named;
    if (key === undefined) return answerOf(await workIn(context, asked));
    const claim = { storeId, principalId: principal.id, key };
    const books = services.bookkeeping(storeId);
    const digest = digestOf([params.ws, work]);
    // Until its end is kept: whoever finds the key meanwhile learns whether there will be one.
    const leave = await services.sandbox.attend(asked.activityId).catch(refuseFault);
    try {
      if (!(await claimKey(books, claim, { activityId: asked.activityId, digest, withinMs: withinMsOf(work) })))
        return await answeredBefore(context, claim, digest);
      return await keyed(context, claim, asked);
    } finally {
      leave();
    }
  },
});

/** Runs the command of a key, and keeps how it ended. */
async function keyed(
  context: Pick<WorkContext, 'db' | 'principal' | 'services' | 'storeId'>,
  claim: Claim,
  asked: Parameters<typeof workIn<Exec>>[1] & { readonly activityId: string },
): Promise<Result> {
  const { services, storeId } = context;
  const books = services.bookkeeping(storeId);
  try {
    const ended = await workIn(context, { ...asked, isAttended: true });
    const answer = answerOf(ended);
    await keepAnswer(books, claim, {
      activityId: asked.activityId,
      answer: JSON.stringify({ ...answerOf(ended), ...forgottenOf(ended), outputForgotten: true }),
      output: await sealOutput(services.secretBox, claim, outputOf(ended)),
    });
    return answer;
  } catch (error) {
    // After any other fault nobody knows whether the command ran: its key tells of that for a day.
    const code = String((error as { code?: string }).code);
    if (NOT_BEGUN.includes(code)) await freeKey(books, claim, asked.activityId);
    if (code === 'exec_lost') await loseKey(books, claim, asked.activityId);
    throw error;
  }
}

type Exec = Extract<Work, { do: 'exec' }>;

function refuseFault(error: unknown): never {
  throw error instanceof SandboxError ? refusalOf(error) : error;
}

const answerOf = (ended: Ended): Result => ({
  exitCode: ended.exitCode,
  signal: ended.signal,
  timedOut: ended.stoppedBy === 'time',
  stoppedBy: ended.stoppedBy,
  ...outputOf(ended),
  durationMs: ended.durationMs,
  replayed: false,
  outputForgotten: false,
});

/** @throws {Refusal} idempotency_conflict, exec_running, exec_lost, sandbox_unavailable */
async function answeredBefore(
  { services }: Pick<WorkContext, 'services'>,
  claim: Claim,
  digest: string,
): Promise<Result> {
  const books = services.bookkeeping(claim.storeId);
  const found = await findKey(books, claim);
  if (found && found.digest !== digest) refuse('idempotency_conflict');
  if (found?.answer) return replayOf(services, claim, found);
  if (found?.overdue) refuse('exec_lost');
  if (found && (await services.sandbox.attended([found.activityId]).catch(refuseFault)).length === 0) {
    // The process that attended to the command has stored its end before it left.
    const now = await findKey(books, claim);
    if (now?.answer && now.digest === digest) return replayOf(services, claim, now);
    if (now?.activityId === found.activityId) {
      await loseKey(books, claim, found.activityId);
      refuse('exec_lost');
    }
  }
  return refuse('exec_running', 'The command of this key still runs.', {
    retryAfterSeconds: 2,
    facts: { state: 'running' },
  });
}

async function replayOf({ secretBox }: Pick<Services, 'secretBox'>, claim: Claim, kept: Claimed): Promise<Result> {
  const output = kept.output && (await openOutput(secretBox, claim, kept.output));
  const ended = JSON.parse(String(kept.answer)) as Result;
  // An answer that an earlier version has stored has neither encoding nor cuts.
  const whole = { encoding: 'utf8', stdoutCut: null, stderrCut: null } as const;
  return { ...whole, ...ended, ...(output ? { ...output, outputForgotten: false } : {}), replayed: true };
}
