import { invalid } from '../kernel/call/input-check';
import { digestOf } from '../kernel/canonical';
import { readRoute } from '../kernel/declaration/declare';
import { type Ended, NOT_BEGUN } from '../kernel/declaration/sandbox';
import { refuse } from '../kernel/errors';
import { newId } from '../kernel/ids';
import { nullable, object, oneOf, type Static, t, unit } from '../kernel/schema/schema';
import { claimKey, findKey, freeKey, keepAnswer, loseKey } from './activity/key-store';
import { exampleParams, statedPath, workspaceParams } from './sandbox/fields';
import { openWorkspace, pathAt, withinMsOf, workIn, workRefuses } from './sandbox/work';

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
      return answeredBefore(await findKey(books, claim), digest);
    try {
      const answer = answerOf(await workIn(context, asked));
      await keepAnswer(books, claim, asked.activityId, JSON.stringify(answer));
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
});

/** @throws {Refusal} idempotency_conflict, exec_running, exec_lost */
function answeredBefore(claimed: Awaited<ReturnType<typeof findKey>>, digest: string): Result {
  if (claimed && claimed.digest !== digest) refuse('idempotency_conflict');
  if (claimed?.answer) return { ...(JSON.parse(claimed.answer) as Result), replayed: true };
  return claimed?.overdue
    ? refuse('exec_lost')
    : refuse('exec_running', 'The command of this key still runs.', {
        retryAfterSeconds: 2,
        facts: { state: 'running' },
      });
}
