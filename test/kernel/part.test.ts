import type { Transaction } from '../../src/kernel/database/queryable';
import { Refusal } from '../../src/kernel/errors';
import { isNullable, kurus, label, line, nullable, object } from '../../src/kernel/schema/schema';
import { aggregate } from '../../src/kernel/table/aggregate';
import { part } from '../../src/kernel/table/part';
import { partsAsJson, partsOf, statementsOfPart } from '../../src/kernel/table/part-store';

const parcel = aggregate({
  word: 'parcel',
  prefix: 'prc',
  label: label('Koli', 'Parcel'),
  table: 'parcel',
  columns: {},
});

const content = part({
  word: 'content',
  prefix: 'cnt',
  label: label('İçerik', 'Content'),
  table: 'parcel_content',
  of: parcel,
  partOf: 'parcelId',
  unknown: 'not_found',
  columns: {
    title: { type: 'text', schema: line(9), writers: ['create', 'update'] },
    orderNote: { type: 'text', schema: nullable(line(9)), writers: ['create', 'update'] },
    insuredFor: {
      type: 'bigint',
      schema: nullable(kurus()),
      writers: ['create'],
      kept: 'once',
      setBy: 'parcel.content.insure',
    },
  },
});

const cup = { id: 'cnt_cup', title: 'Fincan', orderNote: 'kırılır', insuredFor: 900 };
const pot = { id: 'cnt_pot', title: 'Cezve', orderNote: null, insuredFor: null };
const newId = (prefix: string) => `${prefix}_new`;

describe('what follows from the columns of a part', () => {
  test('calls state a new one without what may be null, and one that stays by what may change of it', () => {
    expect(object(content.creates).required).toEqual(['title']);
    expect(Object.keys(content.creates)).toEqual(['title', 'orderNote', 'insuredFor']);
    expect(content.restated(cup)).toEqual({ id: 'cnt_cup', title: 'Fincan', orderNote: 'kırılır' });
    expect(content.planned({ title: 'Tepsi', insuredFor: 5 }, newId)).toEqual({
      id: 'cnt_new',
      title: 'Tepsi',
      orderNote: null,
      insuredFor: 5,
    });
  });

  test('answers show it without its whole and its place', () => {
    expect(Object.keys(content.answers)).toEqual(['id', 'title', 'orderNote', 'insuredFor']);
    expect(isNullable(content.answers.orderNote)).toBe(true);
  });

  test('in a list that replaces another, what is named stays with what is not stated of it', () => {
    const wanted = [{ id: 'cnt_pot', title: 'Bakır cezve' }, { title: 'Tepsi' }, { id: 'cnt_cup', orderNote: null }];
    expect(content.replaced([cup, pot], wanted, '/contents', newId)).toEqual([
      { ...pot, title: 'Bakır cezve' },
      { id: 'cnt_new', title: 'Tepsi', orderNote: null, insuredFor: null },
      { ...cup, orderNote: null },
    ]);
  });

  test('each fault of such a list is named by its place', () => {
    const wanted = [{ id: 'cnt_cup' }, { id: 'cnt_cup', insuredFor: null }, { id: 'cnt_tray', title: 'Tepsi' }];
    const refused = (): unknown => {
      try {
        return content.replaced([cup, pot], wanted, '/contents', newId);
      } catch (error) {
        return error instanceof Refusal && error.options.errors;
      }
    };
    expect(refused()).toEqual([
      { pointer: '/contents/1/id', message: 'is named twice', code: 'invalid_request' },
      {
        pointer: '/contents/1/insuredFor',
        message: 'of an existing content is set by parcel.content.insure',
        code: 'invalid_request',
      },
      { pointer: '/contents/2/id', message: 'is not a content of this parcel', code: 'not_found' },
    ]);
  });

  test('what comes, goes and stays', () => {
    const tray = { ...pot, id: 'cnt_tray' };
    const glazed = { ...pot, title: 'Sırlı' };
    expect(content.replacement([cup, pot], [tray, glazed])).toEqual({ gone: [cup], stayed: [glazed], added: [tray] });
  });

  test('one that is written without what is hidden of it is refused: null would be written over that', () => {
    const tx = { send: () => {} } as unknown as Transaction;
    const { insert, update } = partsOf(content);
    const placed = { ...cup, parcelId: 'prc_1', position: 0 };
    const { position: _hidden, ...shown } = placed;
    expect(() => insert(tx, 'str_1', [placed])).not.toThrow();
    expect(() => insert(tx, 'str_1', [shown as typeof placed])).toThrow('without its position');
    expect(() => update(tx, 'str_1', [placed], [placed])).not.toThrow();
    expect(() => update(tx, 'str_1', [placed], [shown as typeof placed])).toThrow('without its position');
  });

  test('its statements', () => {
    const { insert, update, remove } = statementsOfPart(content);
    const columns = 'id, parcel_id, position, title, order_note, insured_for';
    expect(insert).toContain(`INSERT INTO parcel_content (store_id, ${columns}) SELECT $1, row.id, row."parcelId",`);
    expect(update).toContain('SET position = row.position, title = row.title, order_note = row."orderNote"\n');
    expect(update).toContain(
      '(v.position, v.title, v.order_note) IS DISTINCT FROM (row.position, row.title, row."orderNote")',
    );
    expect(remove).toContain('RETURNING parcel_content.id AS id');
    expect(partsAsJson(content, 'p.id')).toMatch(
      /v\.id AS id, v\.title AS title, v\.order_note AS "orderNote", v\.insured_for AS "insuredFor" FROM parcel_content v WHERE .* v\.parcel_id = p\.id ORDER BY v\.position/,
    );
  });
});
