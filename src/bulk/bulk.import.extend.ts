import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, label, object, t } from '../kernel/schema/schema';
import { IMPORT_CHANGES_MAX, IMPORT_NOTED_MAX } from './import/limits';
import { lockImport, saveImportChanges } from './import/store';
import { changesCount, importId } from './import/table';

export default command({
  id: 'bulk.import.extend',
  label: { tr: 'İçe aktarmanın değişikliklerini ekle', en: 'Add changes to an import' },
  summary: 'Note what an import has changed, by the rows of the history. A row that is noted already counts once.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  irreversible: true,
  payload: object({
    importId,
    auditIds: label(
      'Değişiklikler',
      'Changes',
    )(t.Array(id('aud'), { minItems: 1, maxItems: IMPORT_NOTED_MAX, uniqueItems: true })),
  }),
  result: object({ importId, changes: changesCount }),
  refuses: ['not_found', 'limit_exceeded'],
  example: { importId: exampleId('imp', 'TABLO'), auditIds: [exampleId('aud', 'FIYAT')] },
  route: { http: 'POST /v1/account/imports/{imp}/changes', names: { imp: 'importId' } },

  async run({ payload, storeId, tx, concerns }) {
    const { importId: name, auditIds } = payload;
    const known = await lockImport(tx, storeId, name);
    if (!known) return refuse('not_found', 'There is no such import; a store keeps the newest ones alone.');
    const all = [...new Set([...known.auditIds, ...auditIds])];
    if (all.length > IMPORT_CHANGES_MAX)
      refuse('limit_exceeded', `An import has at most ${IMPORT_CHANGES_MAX} changes: start another one for the rest.`);
    saveImportChanges(tx, storeId, name, all);
    concerns([name]);
    return { importId: name, changes: all.length };
  },
});
