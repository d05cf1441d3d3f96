import type { Door } from '../../catalog/spreadsheet/door';
import { NotShown, TableError, UnknownColumns } from '../../catalog/spreadsheet/errors';
import { folded } from '../../kernel/folded';
import { newUlid } from '../../kernel/ids';
import type { Context } from '../context';
import { CliError, usage } from '../exit';
import { nearest } from '../nearest';
import { plain } from '../text';
import { bytesOfPicture } from './pictures';

/** So long a table waits for a limit of calls, or for a server that starts again; nobody is told of each time. */
const patient = { retryMs: 10 * 60_000, isQuiet: true } as const;

/** @param file the table, for the pictures beside it */
export function doorOf({ client, registry }: Context, file = ''): Door {
  return {
    declared: registry ?? { routes: [], commands: [] },
    async send(call) {
      const { status, body, headers } = await client.send({ ...call, ...patient });
      return { status, body, isReplayed: headers.get('Idempotent-Replayed') === 'true' };
    },
    refusalOf(error) {
      if (!(error instanceof CliError) || !isOfTheLine(error)) return undefined;
      const { code, message, options } = error;
      return { code, detail: message, errors: options.problem?.errors, isReplayed: options.isReplayed ?? false };
    },
    async bringPicture(from) {
      const bytes = await bytesOfPicture(from, file);
      const key = newUlid();
      const headers = { 'Idempotency-Key': key };
      const { body } = await client.send({
        method: 'POST',
        path: '/v1/media/upload',
        bytes,
        key,
        headers,
        ...patient,
      });
      return body.id;
    },
  };
}

/** True of a refusal of one line, which says nothing of the next. */
const isOfTheLine = ({ ending }: CliError): boolean =>
  ending === 'refused' || ending === 'conflict' || ending === 'missing';

/** @throws {CliError} usage: nothing can be done of a table */
export async function tableFaultsAsUsage(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof UnknownColumns) refuseUnknown(error);
    if (error instanceof NotShown) throw new CliError('auth', 'insufficient_scope', error.message);
    if (error instanceof TableError) usage(plain(error.message));
    throw error;
  }
}

function refuseUnknown({ unknown, words, known }: UnknownColumns): never {
  const inWords = words.map(inOnePiece);
  const said = unknown.map((cell) => {
    const hint = nearest(inOnePiece(cell), inWords)?.replaceAll('\u00a0', ' ');
    return hint ? `“${plain(cell)}” (${hint})` : `“${plain(cell)}”`;
  });
  const columns = known.map(({ name, label }) => (label === undefined ? name : `${name} (${plain(label)})`));
  return usage(
    `No column is called ${said.join(', ')}.`,
    `There are: ${columns.join(', ')}.`,
    `--ignore-unknown imports the table without ${unknown.length === 1 ? 'that column' : 'those columns'}.`,
  );
}

/** Behind a space there would be more than a word. */
const inOnePiece = (text: string): string => folded(text).replaceAll(/\s/g, '\u00a0');
