import { invalid } from '../kernel/call/input-check';
import { digestOf } from '../kernel/canonical';
import { type ReadContext, readRoute } from '../kernel/declaration/declare';
import { type Ended, NOT_BEGUN } from '../kernel/declaration/sandbox';
import { refuse } from '../kernel/errors';
import { newId } from '../kernel/ids';
import { nullable, object, oneOf, type Static, t, unit } from '../kernel/schema/schema';
import { openOutput, sealOutput } from './activity/kept-output';
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
import { openWorkspace, pathAt, withinMsOf, workIn, workRefuses } from './sandbox/work';

const MIB = 1024 * 1024;
const COMMAND_BYTES_MAX = 32 * 1024;
const TIMEOUT_SECONDS = 60;
const TIMEOUT_SECONDS_MAX = 600;
/** More than the longest command, its start and the end of its tree take. */
const ANSWERS_WITHIN_MS = (TIMEOUT_SECONDS_MAX + 180) * 1_000;
const CWD = '/workspace/store';

const result = object({
  exitCode: nullable(t.Integer({ description: 'null: the command was ended.' })),
  signal: nullable(t.String()),
  timedOut: t.Boolean(),
  stoppedBy: nullable(oneOf(['time', 'memory', 'disk'], { description: 'The bound that ended the command.' })),
  stdout: t.String(),
  stderr: t.String(),
  droppedBytes: t.Integer({
    description: 'Bytes of output between its head and its tail that are left out: 256 KB are kept of both streams.',
    ...unit('bytes'),
  }),
  durationMs: t.Integer(),
  replayed: t.Boolean({ description: 'True: the key was used before, and this is what its command answered.' }),
  outputForgotten: t.Boolean({
    description: `True: of an answer to a key that was used before the output is not kept any more. A store keeps the newest ${KEPT_BYTES / MIB} MiB.`,
  }),
});
type Result = Static<typeof result>;

export default readRoute({
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
    const asked = { workspaceId: params.ws, work, activityId: newId('wac') };
    // Nobody else can ask how it ended.
    if (key === undefined) return answerOf(await workIn(context, { ...asked, gone: context.gone }));
    const claim = { storeId, principalId: principal.id, key };
    const books = services.bookkeeping(storeId);
    const digest = digestOf([params.ws, work]);
    if (!(await claimKey(books, claim, { activityId: asked.activityId, digest, withinMs: withinMsOf(work) })))
      return answeredBefore(context, claim, await findKey(books, claim), digest);
    try {
      const ended = await workIn(context, asked);
      const answer = answerOf(ended);
      await keepAnswer(books, claim, {
        activityId: asked.activityId,
        answer: JSON.stringify({ ...answer, ...withoutOutput(ended) }),
        output: await sealOutput(services.secretBox, claim, answer),
      });
      return answer;
    } catch (error) {
      // After any other fault nobody knows whether the command ran: its key tells of that for a day.
      const code = String((error as { code?: string }).code);
      if (NOT_BEGUN.includes(code)) await freeKey(books, claim, asked.activityId);
      if (code === 'exec_lost') await loseKey(books, claim, asked.activityId);
      throw error;
    }
  },
});

const answerOf = (ended: Ended): Result => ({
  exitCode: ended.exitCode,
  signal: ended.signal,
  timedOut: ended.stoppedBy === 'time',
  stoppedBy: ended.stoppedBy,
  stdout: ended.stdout.toString('utf8'),
  stderr: ended.stderr.toString('utf8'),
  droppedBytes: ended.droppedBytes,
  durationMs: ended.durationMs,
  replayed: false,
  outputForgotten: false,
});

/** The answer names the size of an output that is not kept any more. */
const withoutOutput = ({ stdout, stderr, droppedBytes }: Ended) => ({
  stdout: '',
  stderr: '',
  droppedBytes: stdout.length + stderr.length + droppedBytes,
  outputForgotten: true,
});

/** @throws {Refusal} idempotency_conflict, exec_running, exec_lost */
async function answeredBefore(
  { services }: Pick<ReadContext, 'services'>,
  claim: Claim,
  claimed: Claimed | undefined,
  digest: string,
): Promise<Result> {
  if (claimed && claimed.digest !== digest) refuse('idempotency_conflict');
  if (claimed?.answer) {
    const output = claimed.output && (await openOutput(services.secretBox, claim, claimed.output));
    const ended = JSON.parse(claimed.answer) as Result;
    return { ...ended, ...(output ? { ...output, outputForgotten: false } : {}), replayed: true };
  }
  return claimed?.overdue
    ? refuse('exec_lost')
    : refuse('exec_running', 'The command of this key still runs.', {
        retryAfterSeconds: 2,
        facts: { state: 'running' },
      });
}
