import { client } from '../api/client';
import type { Extension } from '../api/types';

/** What a marketplace answers to the keys of a store. */
export interface Tested {
  readonly ok: boolean;
  readonly verdict:
    | 'connected'
    | 'credentials_refused'
    | 'identity_refused'
    | 'not_allow_listed'
    | 'throttled'
    | 'unreachable'
    | 'refused';
  readonly detail: string | null;
}

/** A field of the configuration that has to be filled in. */
export interface Field {
  readonly name: string;
  readonly label: { readonly tr: string; readonly en: string };
  readonly pattern: string | undefined;
}

interface Property {
  readonly 'x-label'?: { readonly tr: string; readonly en: string };
  readonly pattern?: string;
}

/** Those that the extension cannot do without. All others have a default. */
export function neededFields({ configSchema }: Pick<Extension, 'configSchema'>): Field[] {
  const { required = [], properties = {} } = configSchema as {
    required?: readonly string[];
    properties?: Readonly<Record<string, Property>>;
  };
  return required.map((name) => {
    const { 'x-label': label = { tr: name, en: name }, pattern } = properties[name] ?? {};
    return { name, label, pattern };
  });
}

export interface Entered {
  readonly config: Readonly<Record<string, string>>;
  /** Those that were typed: one that is set already and left empty stays. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** What says nothing of the keys: an owner may know better, e.g. while the marketplace has still to let the server in. */
export const mayBeKept = ({ verdict }: Tested): boolean =>
  verdict === 'throttled' || verdict === 'unreachable' || verdict === 'not_allow_listed';

const found = async (key: string): Promise<Extension | undefined> =>
  (await client.get<{ items: Extension[] }>('/v1/extensions')).items.find((extension) => extension.key === key);

/**
 * Asks the marketplace whether it takes what was entered, and only then keeps it and switches the extension on: a slip of the pen takes
 * no working shop down. What was entered is kept in one step; those around it may have been done before, and a page that was closed
 * between two of them goes on where it was.
 * @param untested keeps it whatever the marketplace would say, and switches nothing on
 */
export async function connect(
  storeId: string,
  key: string,
  { config, secrets }: Entered,
  untested = false,
): Promise<Tested | null> {
  const run = (command: string, payload: object) =>
    client.run({ storeId, command, payload: { extension: key, ...payload } });
  let before = await found(key);
  if (!before?.installed) {
    await run('extension.install', {});
    before = await found(key);
  }
  const entered = {
    config: { ...before?.config, ...config },
    secrets: Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== '')),
  };
  const tested = untested ? null : await client.post<Tested>(`/v1/channel/${key}/connect-test`, entered);
  if (tested && !tested.ok) return tested;
  // In one step, and held against what was seen: whatever becomes of this page, the shop has what was tested or what it had.
  await run('extension.configure', { ...entered, expectedRev: before?.installed?.rev });
  if (tested && !before?.installed?.enabled) await run('extension.enable', {});
  return tested;
}
