import type { Projection, ProjectionNews } from '../kernel/database/projection';
import type { Transaction } from '../kernel/database/queryable';
import type { Change } from '../kernel/trace/change';
import {
  awaitMove,
  holdMarked,
  holdWholes,
  isPartOfOther,
  type ShownProduct,
  sendMarks,
  sendNewProducts,
  sendProduct,
  sendProjection,
  shownKinds,
} from './projection-store';

const SHOWN: ReadonlyMap<string, 'own' | 'store'> = new Map(shownKinds.map(({ kind, under }) => [kind.word, under]));

/**
 * Keeps the projection that storefronts read in step with the shop. A call that moves the generation projects its changes, with all
 * that were left to a later bump; a call that leaves its bump marks its changes. Changes that the contract allows without a bump
 * (stock, categories, delivery) are projected at once, unless something else of the same thing still waits for one.
 */
export const storefrontProjection: Projection = {
  follow(tx, left, move) {
    const { storeId, auditId, changes, bump, generationDue } = left;
    const names = namesOf(storeId, changes);
    const one = generationDue ? undefined : productIn(changes, names);
    if (one && bump.due && !bump.defer) {
      // A change of a product holds its row, so nobody has to be kept from moving the generation meanwhile.
      sendProduct(tx, storeId, auditId, one, true);
      return move();
    }
    if (!generationDue && bump.due && !bump.defer && areNewProducts(changes)) {
      // Nor does anybody else see products that are new.
      sendNewProducts(tx, storeId, auditId, names);
      return move();
    }
    const parts = names.filter(isPartOfOther);
    if (parts.length > 0) holdWholes(tx, storeId, parts);
    const moved = move();
    followMove(tx, left, names, one);
    return moved;
  },
};

function followMove(
  tx: Transaction,
  { storeId, auditId, bump, generationDue }: ProjectionNews,
  names: readonly string[],
  one: ShownProduct | undefined,
): void {
  if (bump.due && bump.defer) {
    sendMarks(tx, storeId, auditId, names.length > 0 ? names : [storeId]);
    return;
  }
  if (bump.defer) {
    if (names.length === 0) return;
    awaitMove(tx, storeId);
  }
  if (one) sendProduct(tx, storeId, auditId, one, false);
  // A repair marks what it moves the generation for.
  else if (generationDue || bump.due || names.length > 0) {
    holdMarked(tx, storeId, auditId);
    sendProjection(tx, storeId, auditId, names);
  }
}

/** Identifiers of what is shown otherwise now, and keys that were given up. */
function namesOf(storeId: string, changes: ProjectionNews['changes']): string[] {
  const shown = changes.filter(({ entity }) => SHOWN.has(entity));
  return [...new Set(shown.flatMap((change) => [shownUnder(storeId, change), ...keysGivenUp(change)]))];
}

const shownUnder = (storeId: string, { entity, id }: Change): string => (SHOWN.get(entity) === 'store' ? storeId : id);

/**
 * The one thing that is shown otherwise now, if it is a product, or a variant of one, that was there and has kept its key. A new one may
 * have taken a key that another one gave up a moment ago: it is to be marked then, see sendNewProducts.
 */
function productIn(changes: readonly Change[], names: readonly string[]): ShownProduct | undefined {
  const [first] = changes.filter(({ id }) => id === names[0]);
  if (!first || names.length !== 1) return undefined;
  const { entity, id, before, after } = first;
  if ((entity !== 'product' && entity !== 'variant') || !before || !after || 'status' in after) return undefined;
  return { entity, id } as const;
}

/** Whether all that is shown otherwise now is products that have come, as of a page of an import; a repair shows nothing itself. */
function areNewProducts(changes: readonly Change[]): boolean {
  const shown = changes.filter(({ entity }) => SHOWN.has(entity));
  return shown.length > 0 && shown.every(({ entity, before }) => entity === 'product' && before === null);
}

const keysGivenUp = ({ entity, before, after }: Change): string[] =>
  typeof before?.handle === 'string' && after ? [`${entity}:${before.handle}`] : [];
