import type { Action } from '../provider/action';
import { actionsFor, publishedAs } from './provider/providers';
import { beyond, type KeptRights, type Rights, rightsOf } from './rights';

interface Granted {
  readonly key: string;
  readonly version: string;
  readonly granted: KeptRights | null;
}

/** Reads the granted rights. Where they were not kept, they are those of the installed version; an unknown version has none. */
export function grantedTo({ key, version, granted }: Granted): Rights {
  const installed = publishedAs(key, version);
  const asked = installed ? rightsOf(installed) : NONE;
  return granted ? { ...granted, actions: granted.actions ?? asked.actions } : asked;
}

const NONE: Rights = { scopes: [], personalData: [], actions: [], secrets: [] };

/** The actions behind these operations that the store has not granted. */
export function ungranted(extension: Granted, operations: readonly string[]): Action[] {
  const asked = actionsFor(extension.key, operations);
  return asked.length === 0 ? [] : beyond(grantedTo(extension).actions, asked);
}
