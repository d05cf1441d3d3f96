import { inversesOf, type ServedInverse } from '../audit/inverses';
import { calledIn, doneRows, rowsAbout } from '../audit/store';
import { exampleId } from '../kernel/declaration/example';
import { Refusal, refuse } from '../kernel/errors';
import { type BulkCall, bulkAct, changedSince } from './act';
import { IMPORT_CHANGES_MAX } from './import/limits';
import { type MadeProduct, madeProducts } from './import/made';
import { importChanges } from './import/store';
import { importId } from './import/table';

const CREATE = 'catalog.product.create';
/** Pictures that an import has brought stay among the files of the shop. */
const STAYS = 'catalog.media.commit';

/** A change of an import, by which an act names it. */
const thingOf = (importedBy: string, auditId: string): string => `${importedBy}/${auditId}`;
const importOf = (thing: string): string => thing.slice(0, thing.indexOf('/'));
const auditIdOf = (thing: string): string => thing.slice(thing.indexOf('/') + 1);

export default bulkAct({
  id: 'bulk.imports.undo',
  label: { tr: 'İçe aktarmayı geri al', en: 'Take an import back' },
  summary:
    'Take back all that an import of products has changed, newest first. New products are archived and give their codes up; what has been changed again since is left out with its reason.',
  path: 'import-undos',
  of: importId,
  terms: {},
  example: { ids: [exampleId('imp', 'TABLO')] },
  appliesAtOnce: true,

  async thingsOf({ db, storeId, ids }) {
    const imports = await importChanges(db, storeId, ids);
    if (imports.length < ids.length)
      refuse('not_found', 'There is no such import; a store keeps the newest ones alone.');
    const importedBy = new Map(imports.flatMap(({ id, auditIds }) => auditIds.map((each) => [each, id] as const)));
    if (importedBy.size > IMPORT_CHANGES_MAX)
      refuse('limit_exceeded', `More than ${IMPORT_CHANGES_MAX} changes are to be taken back: name fewer imports.`);
    const auditIds = [...importedBy.keys()];
    const rows = await doneRows(db, storeId, auditIds);
    const made = rows.flatMap(({ command, entityId }) => (command === CREATE && entityId !== null ? [entityId] : []));
    // A new product goes as a whole: nothing that the import did to it afterwards is taken back by itself.
    const within = new Set((await rowsAbout(db, storeId, made, auditIds)).map(({ id }) => id));
    return rows
      .filter(({ id, command }) => command === CREATE || (command !== STAYS && !within.has(id)))
      .map(({ id }) => thingOf(importedBy.get(id) as string, id));
  },

  async plan({ db, storeId, services, ownerId, ids }) {
    const auditIds = ids.map(auditIdOf);
    const principal = { id: ownerId, storeId };
    const [imports, rows, inverses] = await Promise.all([
      importChanges(db, storeId, [...new Set(ids.map(importOf))]),
      doneRows(db, storeId, auditIds),
      inversesOf({ db, services, principal }, auditIds),
    ]);
    const ofImports = imports.flatMap(({ auditIds: each }) => each);
    const made = await madeProducts(
      db,
      storeId,
      rows.flatMap(({ command, entityId }) => (command === CREATE && entityId !== null ? [entityId] : [])),
      ofImports,
    );
    const final = rows.filter(({ command, isReversible }) => command !== CREATE && !isReversible);
    const called = new Map(
      (
        await calledIn(
          db,
          storeId,
          final.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return auditIds.flatMap((id): BulkCall[] => {
      const row = byId.get(id);
      const product = row?.command === CREATE ? made.get(row.entityId ?? '') : undefined;
      if (product) return takeProductBack(product);
      const call = called.get(id);
      if (call) return [{ command: call.command, payload: call.payload, refused: nothingTakesBack() }];
      const inverse = inverses.get(id);
      return inverse ? [callOf(inverse)] : [];
    });
  },
});

/** A product that somebody has archived meanwhile is where it was to go. */
function takeProductBack({ id, rev, isActive, isChanged }: MadeProduct): BulkCall[] {
  if (!isActive) return [];
  const call = { command: 'catalog.product.takeBack', payload: { productId: id, expectedRev: rev } };
  return [isChanged ? { ...call, refused: changedSince() } : call];
}

/** Several lines may have changed one thing. Its values are compared, since each of them has moved its rev. */
function callOf({
  command,
  payload: { expectedRev: _expectedRev, ...payload },
  key,
  changes,
}: ServedInverse): BulkCall {
  return { command, payload, key, takesBack: changes };
}

const nothingTakesBack = (): Refusal =>
  new Refusal('invalid_state', 'No command takes it back, e.g. because variants were added.', {
    facts: { state: 'irreversible' },
  });
