import { contentSchema } from '../../src/kernel/declaration/content';
import { id, label, nullable, object, objectName, t } from '../../src/kernel/schema/schema';
import { identity, table } from '../../src/kernel/table/table';

const once = { kept: 'once', compared: false } as const;

/** A noun that is still to come, with files of its own: a contract, the pages of its scan, and what was sent along with it. */
export const contract = table({
  word: 'contract',
  label: label('Sözleşme', 'Contract'),
  table: 'contract',
  columns: {
    id: identity('cnt'),
    document: { type: 'text', schema: nullable(objectName), ...once },
    pages: { type: 'text[]', schema: t.Array(objectName), ...once },
    enclosed: {
      type: 'jsonb',
      schema: object({ title: t.String(), files: t.Array(contentSchema) }),
      ...once,
    },
    orderId: { type: 'text', schema: nullable(id('ord')), ...once },
  },
});

/** As its migration would make it. */
export const CONTRACT = `
  CREATE TABLE contract (
    store_id text NOT NULL, id text NOT NULL, document text, pages text[] NOT NULL, enclosed jsonb NOT NULL, order_id text,
    PRIMARY KEY (store_id, id)
  );
  GRANT SELECT, INSERT, UPDATE, DELETE ON contract TO tezgah_runtime;`;
