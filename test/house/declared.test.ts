import { declared } from './aggregates';
import { textOf } from './source';
import { stores } from './statements';
import { tables } from './tables';

const COUNTED = 'is counted by statements that know no row';
const TRACE = 'is written beside each change, by the kernel alone';

/** Tables of which no declaration tells, and why. The list may only shrink. */
const undeclared: Readonly<Record<string, string>> = {
  amount_drift: COUNTED,
  audit_entity: TRACE,
  audit_generation: TRACE,
  audit_row: TRACE,
  call_count: COUNTED,
  channel_budget_slot: COUNTED,
  channel_counter: COUNTED,
  command_outcome: TRACE,
  login_failure: COUNTED,
  mail: 'is a letter that lies ready',
  media_share: COUNTED,
  outbox: TRACE,
  owner_account: 'is opened with its store, and by no command',
  owner_session: 'is nothing but the digest of a secret, and when it ends',
  personal_key: TRACE,
  storefront_kv: 'is made of the other tables',
  storefront_mark: TRACE,
  upkeep_failure: COUNTED,
};

const tablesDeclared = declared.map(({ table: { table } }) => table);

test('every table is declared, or told of as what needs none', () => {
  expect([...new Set(tablesDeclared)].toSorted()).toEqual(tablesDeclared.toSorted());
  expect([...tablesDeclared, ...Object.keys(undeclared)].toSorted()).toEqual(Object.keys(tables).toSorted());
});

test('what is written of a new row follows from its declaration: no store has a list of columns of its own', () => {
  const own = stores.flatMap((file) =>
    [...textOf(file).matchAll(/INSERT INTO (\w+)/g)].map(([, table]) => ({ file, table: table as string })),
  );
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter(({ table }) => tablesDeclared.includes(table))).toEqual([]);
});
