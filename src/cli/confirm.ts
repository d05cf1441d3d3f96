import type { Answer } from './client';
import type { Context } from './context';
import { usage } from './exit';
import type { RemoteRoute } from './remote';

/** The facts of a call that decide whether somebody is asked. */
interface Weighed {
  readonly id: string;
  readonly policy: RemoteRoute['policy'];
  readonly irreversible: boolean;
  /** The call takes something away. */
  readonly destructive: boolean;
}

/**
 * Asks before a call that nobody takes back or that takes something away, with its preview in sight. Work in a workspace does
 * nothing to the shop and ends by itself: nobody is asked about it.
 * @param preview the same call as a dry run; not made where nobody is there to see it
 * @throws {CliError} usage: not confirmed
 */
export async function confirmWhatIsFinal(
  { id, policy, irreversible, destructive }: Weighed,
  preview: () => Promise<Answer>,
  context: Context,
): Promise<void> {
  const { terminal, settings } = context;
  if (policy === 'workspace' || !(irreversible || destructive)) return;
  if (!settings.yes && terminal.interactive) {
    const { body } = await preview();
    if (body?.preview) terminal.note(context.preview(body.preview));
  }
  const question = `${id} ${irreversible ? 'cannot be taken back' : 'is destructive'}. Run it?`;
  if (!(await terminal.confirm(question, settings.yes))) usage('Not confirmed: nothing has changed.');
}
