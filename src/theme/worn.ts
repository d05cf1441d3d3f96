import { readableDraft } from '../access/workspace/readable';
import type { Queryable } from '../kernel/database/queryable';
import type { Principal } from '../kernel/declaration/principal';
import { findBody, findDraft, findLive } from '../store/design/store';

/** The part of a body that says which theme it wears. */
interface Wearing {
  readonly theme: { readonly key: string; readonly version: string; readonly preset?: string };
}

/** A theme as a design wears it. */
export interface Worn {
  readonly key: string;
  readonly version: string;
  readonly preset: string | null;
}

interface Reader {
  readonly db: Queryable;
  readonly storeId: string;
  readonly principal: Principal;
}

/** Themes of the live design, and of the draft that a caller works on: where nothing is drafted, that is the live one. */
export async function wornBy({ db, storeId, principal }: Reader, workspace: string | undefined) {
  const name = await readableDraft(db, principal, storeId, workspace);
  const [live, draft] = [await findLive(db, storeId), await findDraft(db, storeId, name)];
  const hash = draft?.hash ?? live?.hash;
  const text = hash === undefined ? undefined : await findBody(db, storeId, hash);
  return {
    workspace: name,
    live: live === undefined ? null : { key: live.theme, version: live.themeVersion },
    active: text === undefined ? null : refOf(JSON.parse(text) as Wearing),
  };
}

const refOf = ({ theme: { key, version, preset } }: Wearing): Worn => ({ key, version, preset: preset ?? null });
