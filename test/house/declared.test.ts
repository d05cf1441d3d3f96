import { isId, OBJECTS } from '../../src/kernel/schema/schema';
import { schemaErrors } from '../../src/kernel/schema/validation';
import { type Node, nodesWithin, someNode } from '../../src/kernel/schema/walk';
import type { Column } from '../../src/kernel/table/table';
import { declared } from './aggregates';
import { textOf } from './source';
import { stores } from './statements';
import { tables } from './tables';

const COUNTED = 'is counted by statements that know no row';
const BESIDE = 'tells of what is done beside the store, in a sandbox';
const TRACE = 'is written beside each change, by the kernel alone';

/** Tables of which no declaration tells, and why. The list may only shrink. */
const undeclared: Readonly<Record<string, string>> = {
  amount_drift: COUNTED,
  audit_entity: TRACE,
  audit_generation: TRACE,
  audit_row: TRACE,
  call_count: COUNTED,
  digest_keys: 'of no store',
  channel_budget_pause: COUNTED,
  channel_budget_slot: COUNTED,
  channel_change: COUNTED,
  channel_claim: COUNTED,
  channel_counter: COUNTED,
  channel_cursor: COUNTED,
  channel_news: COUNTED,
  channel_offer: COUNTED,
  channel_package_seen: COUNTED,
  channel_round: COUNTED,
  channel_sending: COUNTED,
  channel_submission: COUNTED,
  channel_unreadable: COUNTED,
  channel_watch: COUNTED,
  channel_webhook: COUNTED,
  command_outcome: TRACE,
  extension_gone: COUNTED,
  login: 'is nothing but the digest of a secret, of which owner_account says whose it is',
  login_factor: 'is what a secret follows from, of which owner_account says since when it is there',
  login_failure: COUNTED,
  login_passkey: 'is a public key of a login, which belongs to no store; the entity tells of it',
  login_recovery_code: 'is nothing but the digest of a secret',
  media_share: COUNTED,
  order_number: COUNTED,
  outbox: TRACE,
  overdue_watch: 'of no store',
  owner_session: 'is nothing but the digest of a secret, and when it ends',
  passkey_challenge: 'is nothing but the digest of a question, and when it ends',
  password_link: 'is nothing but the digest of a secret, and when it ends',
  personal_key: TRACE,
  setup_link: 'is nothing but the digest of a secret',
  storefront_kv: 'is made of the other tables',
  storefront_mark: TRACE,
  storefront_moved: TRACE,
  sealing_key: 'of no store',
  update_look: TRACE,
  upkeep_failure: COUNTED,
  workspace_activity: BESIDE,
  workspace_activity_end: BESIDE,
  workspace_exec_key: BESIDE,
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

test('what stands for a column that came since is what a caller may state, and says so', () => {
  const since = declared.flatMap(({ table: { table, logical } }) =>
    Object.entries<Column>(logical).flatMap(([name, { since, schema, writers = [] }]) =>
      since === undefined ? [] : [{ at: `${table}.${name}`, since, schema, writers }],
    ),
  );
  expect(since.length).toBeGreaterThan(0);
  for (const { at, since: value, schema, writers } of since)
    expect([at, schemaErrors(schema, value), writers]).toEqual([at, [], ['create', 'update']]);
});

const MARKETPLACE = 'is named by the marketplace';
const TEXT = 'is declared as text, and of a kind all the same';

/** Columns that are called like those of identifiers and declare none, and why. The list may only shrink. */
const nameless: Readonly<Record<string, string>> = {
  'access_token.workspaceId': TEXT,
  'bulk_import.auditIds': 'rows of the history are found by those who take them back',
  'cargo_sender.remoteId': 'is the word of a provider of cargo',
  'channel_job_error.remoteId': MARKETPLACE,
  'channel_picture.remoteId': MARKETPLACE,
  'channel_listing.remoteBrandId': MARKETPLACE,
  'channel_listing.remoteCategoryId': MARKETPLACE,
  'channel_listing.remoteProductId': MARKETPLACE,
  'channel_listing.remoteVariantId': MARKETPLACE,
  'channel_question.questionId': MARKETPLACE,
  'channel_settlement.invoiceId': MARKETPLACE,
  'channel_settlement.packageId': MARKETPLACE,
  'channel_settlement.paymentOrderId': MARKETPLACE,
  'channel_settlement.rowId': MARKETPLACE,
  'customer.identityId': 'names a shopper of the identity service',
  'design_version.byId': 'is of whichever kind the actor is',
  'order_package.originPackageIds': MARKETPLACE,
  'order_package.packageId': MARKETPLACE,
  'order_shipment.offerId': 'is the word of a provider of cargo',
  'order_shipment.packageId': MARKETPLACE,
  'order_shipment.remoteId': 'is the word of a provider of cargo',
  'owner_account.loginId': 'names a row that functions alone see',
  'payment.providerId': 'is the word of a payment provider',
  'proposal.tokenId': TEXT,
  'proposal.workspaceId': TEXT,
  'proposal_item.auditId': TEXT,
  'proposal_item.reservedIds': 'are of whatever the call creates',
  'workspace_sandbox.backupId': 'is of no row: the sandbox itself says what its backup is',
};

test('a column that names a thing says of which kind: else nobody who looks for that kind finds it', () => {
  const columns = declared.flatMap(({ table: { table, columns } }) =>
    Object.entries<Column>(columns).map(([name, { schema }]) => ({ name, at: `${table}.${name}`, schema })),
  );
  const found = columns.filter(({ name, schema }) => /(^id|Ids?)$/.test(name) && !someNode(schema, isId));
  expect(found.map(({ at }) => at).toSorted()).toEqual(Object.keys(nameless).toSorted());
});

/** The identifier of a store stands in every row as the one that it belongs to, and is no column of the declared ones. */
const STORES = 'str';

test('an identifier is of a kind that has a table', () => {
  const kinds = declared.flatMap(({ table: { logical: columns } }) =>
    'id' in columns ? prefixesIn(columns.id.schema) : [],
  );
  const named = declared.flatMap(({ table: { logical: columns } }) =>
    Object.values<Column>(columns).flatMap(({ schema }) => prefixesIn(schema)),
  );
  const elsewhere = [OBJECTS, STORES];
  expect(named.filter((prefix) => !kinds.includes(prefix) && !elsewhere.includes(prefix))).toEqual([]);
});

const prefixesIn = (node: Node): readonly string[] => [
  ...(isId(node) ? (/^\^\((.*?)\)/.exec(node.pattern ?? '')?.[1] ?? '').split('|') : []),
  ...nodesWithin(node).flatMap(([, inner]) => prefixesIn(inner)),
];
