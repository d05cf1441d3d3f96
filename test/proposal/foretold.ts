import type { Reply } from '../../src/kernel/call/dispatch';
import { Refusal } from '../../src/kernel/errors';
import type { Preview } from '../../src/kernel/trace/recorder';
import type { RunOptions, World } from '../world/world';

interface Verdict {
  readonly code: string | null;
  readonly proposed: boolean;
}

interface Told {
  readonly code?: string;
  readonly proposed?: true;
  readonly wouldPropose?: true;
  readonly preview?: Preview;
}

/** Runs a command after its dry run, which must have said what became of it. */
export const foretold = (
  world: World,
  command: string,
  payload: unknown,
  options: Omit<RunOptions, 'dryRun' | 'key'> = {},
): Promise<Reply> => foretoldCall(command, (dryRun) => world.run(command, payload, { ...options, dryRun }));

/** The same of any call. */
export async function foretoldCall(name: string, call: (dryRun: boolean) => Promise<Reply>): Promise<Reply> {
  const said = await replyOf(call(true));
  const reply = await replyOf(call(false));
  expect([name, verdictOf(said)]).toEqual([name, verdictOf(reply)]);
  const [preview, recorded] = [said, reply].map(({ body }) => (body as Told).preview);
  if (recorded) expect([preview?.hash, preview?.bumpsGeneration]).toEqual([recorded.hash, recorded.bumpsGeneration]);
  return reply;
}

/** What stops before the bus is thrown to callers inside the process. */
const replyOf = (reply: Promise<Pick<Reply, 'status' | 'body'>>): Promise<Pick<Reply, 'status' | 'body'>> =>
  reply.catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: { code: error.code } };
  });

function verdictOf({ status, body }: Pick<Reply, 'status' | 'body'>): Verdict {
  const { code, proposed, wouldPropose } = body as Told;
  return { code: status >= 400 ? (code ?? '') : null, proposed: proposed === true || wouldPropose === true };
}
