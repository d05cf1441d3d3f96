import { command } from '../kernel/declaration/command';
import { object } from '../kernel/schema/schema';
import { forgetOldImports, insertImport } from './import/store';
import { importName, importSchema } from './import/table';

export default command({
  id: 'bulk.import.start',
  label: { tr: 'İçe aktarmayı başlat', en: 'Start an import' },
  summary:
    'Keep an account of an import of products, to which its changes are added, so that it is taken back as one. A store keeps the newest ones.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  // It changes nothing of the shop; what the import changes is taken back by an act of its own.
  irreversible: true,
  payload: object({ name: importName }),
  result: importSchema,
  refuses: [],
  example: { name: 'urunler.xlsx' },
  route: { http: 'POST /v1/account/imports' },

  async run({ payload: { name }, storeId, tx, now, newId, concerns }) {
    const started = { id: newId('imp'), name };
    forgetOldImports(tx, storeId);
    insertImport(tx, storeId, { ...started, auditIds: [] }, now);
    concerns([started.id]);
    return { ...started, createdAt: now.toISOString(), changes: 0 };
  },
});
