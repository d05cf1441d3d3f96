import type { Verdict } from '../../provider/port';
import { client } from '../api/client';
import type { Extension } from '../api/types';

/** The answer of a marketplace to the keys of a store. */
export interface Tested {
  readonly ok: boolean;
  readonly verdict: Verdict;
  readonly detail: string | null;
}

/** Routes that test whether the provider accepts the entered keys, by the kind of extension. Other kinds cannot be tested. */
const tests: Readonly<Partial<Record<NonNullable<Extension['kind']>, (key: string) => string>>> = {
  channel: (key) => `/v1/channel/${key}/connect-test`,
};

const testOf = ({ kind, key }: Pick<Extension, 'kind' | 'key'>): string | undefined =>
  kind === null ? undefined : tests[kind]?.(key);

/** Whether what is entered can be tried before it is kept. */
export const isTested = (extension: Pick<Extension, 'kind' | 'key'>): boolean => testOf(extension) !== undefined;

export interface Entered {
  readonly config: Readonly<Record<string, unknown>>;
  /** The secrets that were typed: one that is set already and left empty stays. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Tells whether a verdict says nothing of the keys. An owner may know better, e.g. while the marketplace has still to let the server in.
 */
export const mayBeKept = ({ verdict }: Tested): boolean =>
  verdict === 'throttled' || verdict === 'unreachable' || verdict === 'not_allow_listed';

const findExtension = async (key: string): Promise<Extension | undefined> =>
  (await client.get<{ items: Extension[] }>('/v1/extensions')).items.find((extension) => extension.key === key);

/**
 * Tests the entered values, where their kind can be tested, and only then keeps them and switches the extension on: a slip of
 * the pen takes no working shop down. The values are kept in one step; those around it may have been done before, and a page that was
 * closed between two of them goes on where it was.
 * @param extension as it was seen: a change that somebody else made since is not overwritten
 * @param untested keeps it whatever the answer would be, and switches nothing on
 * @returns the answer; null: nobody was asked
 */
export async function connect(
  storeId: string,
  extension: Extension,
  entered: Entered,
  untested = false,
): Promise<Tested | null> {
  const { key } = extension;
  const run = (command: string, payload: object) =>
    client.run({ storeId, command, payload: { extension: key, ...payload } });
  let { installed } = extension;
  if (!installed) {
    installed = (await findExtension(key))?.installed ?? null;
    if (!installed) await run('extension.install', {});
    installed ??= (await findExtension(key))?.installed ?? null;
  }
  const secrets = Object.fromEntries(Object.entries(entered.secrets).filter(([, value]) => value !== ''));
  const test = untested ? undefined : testOf(extension);
  const tested = test === undefined ? null : await client.post<Tested>(test, { config: entered.config, secrets });
  if (tested && !tested.ok) return tested;
  // In one step, and held against what was seen: whatever becomes of this page, the shop has what was tested or what it had.
  await run('extension.configure', { config: entered.config, secrets, expectedRev: installed?.rev });
  if (tested && !installed?.enabled) await run('extension.enable', {});
  return tested;
}
