import { label, nullable, object, oneOf, type Static, type TSchemaOptions, t } from '../../kernel/schema/schema';
import { PAGE_PRODUCTS_MAX } from '../../provider/port';
import { catalogPullTerms, importModeWords } from '../contract/import';
import { type JobOf, jobKind } from '../job/declaration';
import { counter } from '../job/table';
import { unchangedOf } from '../job/tally';

export const importMode = (options: TSchemaOptions = {}) =>
  label('Biçim', 'Mode')(oneOf(['preview', 'import'], { 'x-words': importModeWords, ...options }));

/** One product as a preview shows what the import would do. */
const sampleRow = object({
  remoteId: t.String(),
  title: t.String(),
  action: oneOf(['create', 'update', 'unchanged', 'fail']),
});

export const catalogPull = jobKind({
  name: 'catalog.pull',
  terms: catalogPullTerms,
  input: { mode: importMode() },
  counters: {
    created: counter('Yeni', 'Created'),
    updated: counter('Güncellenen', 'Updated'),
    pictures: counter('Görsel', 'Pictures'),
    picturesFetched: counter('Alınan görsel', 'Pictures fetched'),
    picturesFailed: counter('Alınamayan görsel', 'Pictures that failed'),
    /** Pictures at addresses from which none are fetched. */
    picturesElsewhere: counter('Başka adresteki görsel', 'Pictures elsewhere'),
    /** The number of fresh starts of the list, each after the marketplace had lost the place in it: see page-part.ts. */
    begunAnew: counter('Baştan okunma', 'Begun anew'),
  },
  details: { sample: t.Array(sampleRow) },
  position: {
    cursor: nullable(t.String()),
    /** Rows of the page at the cursor that are booked already. */
    pageRows: t.Integer(),
    /** Rows that come before what is to be counted next, since the list was begun anew. */
    again: t.Integer(),
    /** Rows that the next page is asked for. */
    pageSize: t.Integer(),
    /** Pages written so far, and a cursor among theirs: see page-check.ts. */
    pages: t.Integer(),
    /** True when every page is written: only pictures are left. */
    listed: t.Boolean(),
    /** Address of a picture that was answered last: while it is, one that is not is so by its own fault. */
    answered: nullable(t.String()),
    markedCursor: nullable(t.String()),
  },
  initial: {
    created: 0,
    updated: 0,
    pictures: 0,
    picturesFetched: 0,
    picturesFailed: 0,
    picturesElsewhere: 0,
    begunAnew: 0,
    sample: [],
    cursor: null,
    pageRows: 0,
    again: 0,
    pageSize: PAGE_PRODUCTS_MAX,
    pages: 0,
    listed: false,
    answered: null,
    markedCursor: null,
  },
  result: {
    fields: { created: t.Integer(), updated: t.Integer(), unchanged: t.Integer(), failed: t.Integer() },
    of({ done, failed, progress: { created, updated } }) {
      return { created, updated, unchanged: unchangedOf({ done, created, updated, failed }), failed };
    },
  },
});

export type ImportJob = JobOf<typeof catalogPull>;
export type SampleRow = Static<typeof sampleRow>;
