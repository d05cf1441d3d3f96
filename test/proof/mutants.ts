/** What a broken mechanism would cost whoever trusts the product. */
export type Stake = 'money' | 'data' | 'rights' | 'truth';

/** A mechanism of the product, and how it is broken. */
export interface Mutant {
  /** The rule that no longer holds. */
  readonly name: string;
  readonly stake: Stake;
  /** A path below the project. */
  readonly file: string;
  /** Text that occurs once in the file. */
  readonly find: string;
  /** The text that takes its place. */
  readonly put: string;
  /** The test that fails then: a file below `test`, and a part of the name of a test in it. */
  readonly caughtBy: { readonly file: string; readonly test: string };
}

/** `npm run prove` breaks one after the other. A mechanism that is not here may be broken and nobody has shown that a test sees it. */
export const mutants: readonly Mutant[] = [
  {
    name: 'A spread amount keeps its odd kuruş',
    stake: 'money',
    file: 'src/checkout/price/spread.ts',
    find: 'byRemainder.slice(0, left)',
    put: 'byRemainder.slice(0, 0)',
    caughtBy: { file: 'checkout/shares.test.ts', test: 'lose no kuruş, and no piece is discounted below nothing' },
  },
  {
    name: 'A checkout sells no piece that is not there',
    stake: 'money',
    file: 'src/order/placing/make.ts',
    find: 'if (after < line.quantity) refusedLine(',
    put: 'if (after < 0) refusedLine(',
    caughtBy: { file: 'order/order.create.test.ts', test: 'two lines of one item take from one stock' },
  },
  {
    name: 'A sale locks the stock that it takes from',
    stake: 'money',
    file: 'src/catalog/stock/sale-store.ts',
    find: 'PRODUCTS} FOR NO KEY UPDATE',
    put: 'PRODUCTS}',
    caughtBy: { file: 'order/races.test.ts', test: 'neither deadlock nor sell what is not there' },
  },
  {
    name: 'A cancelled order brings its pieces back to stock',
    stake: 'money',
    file: 'src/order/order.cancel.ts',
    find: 'isRestocked ? whatIsLeft(lines) : new Map()',
    put: 'isRestocked ? new Map() : new Map()',
    caughtBy: { file: 'order/order.life.test.ts', test: 'brings back what was taken, and nothing twice' },
  },
  {
    name: 'The money of a piece is given back once',
    stake: 'money',
    file: 'src/order/refund/shares.ts',
    find: '!refundedUnits.includes(place) && ',
    put: '',
    caughtBy: { file: 'order/order.refund.test.ts', test: 'is refused beyond what has come' },
  },
  {
    name: 'A refund is no more than the money that has come',
    stake: 'money',
    file: 'src/order/refund/shares.ts',
    find: 'share.amount > left || ',
    put: '',
    caughtBy: { file: 'order/order.refund.test.ts', test: 'is refused beyond what has come' },
  },
  {
    name: 'A notification of a payment is signed by its provider',
    stake: 'money',
    file: 'src/provider/paytr/callback.ts',
    find: 'if (!isSameText(hash, tokenOf(merchantKey, [merchant_oid, merchantSalt, status, total_amount])))',
    put: 'if (!isSameText(hash, hash))',
    caughtBy: { file: 'provider/paytr.test.ts', test: 'that were forged, or are none, are refused' },
  },
  {
    name: 'A change that states an old rev is refused',
    stake: 'data',
    file: 'src/kernel/bus/rev.ts',
    find: 'if (expectedRev === undefined || expectedRev === rev || expectedRev === currentRev) return;',
    put: 'if (expectedRev !== Number.NaN) return;',
    caughtBy: { file: 'catalog/catalog.price.set.test.ts', test: 'the rev is that of the product' },
  },
  {
    name: 'A key that has an outcome answers it and runs nothing',
    stake: 'data',
    file: 'src/kernel/bus/execute.ts',
    find: 'if (stored) return { keep: false, value: stored };',
    put: '',
    caughtBy: { file: 'kernel/command-bus.test.ts', test: 'a key that the product makes is as old as' },
  },
  {
    name: 'A key that was used for another call is refused',
    stake: 'data',
    file: 'src/kernel/bus/claim.ts',
    find: 'if (!isSameCall(known, fingerprint)) await',
    put: 'if (known === fingerprint) await',
    caughtBy: { file: 'kernel/command-bus.test.ts', test: 'a key that was used for another' },
  },
  {
    name: 'A refused command is rolled back',
    stake: 'data',
    file: 'src/kernel/database/transaction.ts',
    find: `    return value;
  } catch (error) {
    await connection.command('ROLLBACK');`,
    put: `    return value;
  } catch (error) {
    await connection.command('COMMIT');`,
    caughtBy: { file: 'kernel/command-bus.test.ts', test: 'a refusal leaves nothing but its audit row' },
  },
  {
    name: 'A dry run changes nothing',
    stake: 'data',
    file: 'src/kernel/call/dispatch.ts',
    find: 'if (stated.dryRun) {',
    put: 'if (stated.dryRun && call.mutation.irreversible) {',
    caughtBy: { file: 'catalog/catalog.price.set.test.ts', test: 'a dry run shows what would change' },
  },
  {
    name: 'An undo puts back what was there before',
    stake: 'data',
    file: 'src/catalog/catalog.price.set.ts',
    find: 'expectedRev: rev, price: before.price, ...compareAtBack',
    put: 'expectedRev: rev, price, ...compareAtBack',
    caughtBy: { file: 'undo/undo.test.ts', test: 'is taken back by its inverse' },
  },
  {
    name: 'An item of a proposal that would do something else by now is held',
    stake: 'data',
    file: 'src/proposal/item/attempt.ts',
    find: 'if (preview.hash !== expected) {',
    put: 'if (preview.hash === undefined) {',
    caughtBy: { file: 'proposal/stale.test.ts', test: 'what it changes may not, nor what it starts' },
  },
  {
    name: 'A step of a workflow that is issued again does nothing more',
    stake: 'data',
    file: 'src/kernel/bus/issue.ts',
    find: 'if (fingerprint !== null) {',
    put: 'if (fingerprint === undefined) {',
    caughtBy: { file: 'proposal/moves.test.ts', test: 'a step of the workflow that is issued again is answered' },
  },
  {
    name: 'A change of what is sold moves the generation of the storefront',
    stake: 'data',
    file: 'src/kernel/trace/audit-store.ts',
    find: 'SET generation = generation + 1, moved_by',
    put: 'SET generation = generation, moved_by',
    caughtBy: { file: 'kernel/command-bus.test.ts', test: 'deferBump leaves the bump to the next command' },
  },
  {
    name: 'A change of a product reaches the projection of the storefront',
    stake: 'data',
    file: 'src/store/projection.ts',
    find: 'sendProduct(tx, storeId, auditId, one, true);',
    put: '',
    caughtBy: { file: 'store/store.syncKv.test.ts', test: 'shows a price before a reduction' },
  },
  {
    name: 'A token does only what its scopes allow',
    stake: 'rights',
    file: 'src/kernel/declaration/authority.ts',
    find: "return kind !== 'anonymous' && scopes.has(scope) && grantable(scope, kind) ? undefined : scopeNeeded(scope);",
    put: "return kind !== 'anonymous' ? undefined : scopeNeeded(scope);",
    caughtBy: { file: 'catalog/catalog.products.get.test.ts', test: 'what is not there, of another store' },
  },
  {
    name: 'A command of the owner is refused to tokens',
    stake: 'rights',
    file: 'src/kernel/declaration/authority.ts',
    find: "if (policy === 'owner' && !(kind === 'developer' && optIn)) return new Refusal('owner_only');",
    put: "if (policy === 'owner' && !(kind === 'developer' && optIn)) return undefined;",
    caughtBy: { file: 'token/token.revoke.test.ts', test: 'a developer does not end another, nor itself' },
  },
  {
    name: 'An agent works in its own workspace alone',
    stake: 'rights',
    file: 'src/kernel/bus/draft.ts',
    find: 'if (own !== null && (asked ?? own) === own) return own;',
    put: 'if (own !== null) return asked ?? own;',
    caughtBy: { file: 'kernel/draft.test.ts', test: 'is refused on every door, and it is in the audit' },
  },
  {
    name: 'A store sees no row of another store',
    stake: 'rights',
    file: 'migrations/isolation.ts',
    find: "} = current_setting('app.store_id', true))\n      WITH CHECK",
    put: '} IS NOT NULL)\n      WITH CHECK',
    caughtBy: { file: 'contract/isolation.test.ts', test: 'no row of the other is visible or writable' },
  },
  {
    name: 'A revoked token is let in no more',
    stake: 'rights',
    file: 'src/token/token.revoke.ts',
    find: 'revokeToken(context, before.id);',
    put: '',
    caughtBy: { file: 'token/token.revoke.test.ts', test: 'a revoked token is refused at its next call' },
  },
  {
    name: 'A log-in needs the password',
    stake: 'rights',
    file: 'migrations/baseline/account.ts',
    find: 'WHERE lower(email) = lower(for_email)) AND l.password_hash = ANY (hashes)\n      ORDER BY l.id`,',
    put: 'WHERE lower(email) = lower(for_email)) AND l.password_hash IS NOT NULL\n      ORDER BY l.id`,',
    caughtBy: { file: 'account/session.test.ts', test: 'a wrong password and an unknown e-mail are one answer' },
  },
  {
    name: 'A session needs its own CSRF token',
    stake: 'rights',
    file: 'src/account/sessions.ts',
    find: 'if (!timingSafeEqual(digestOf(csrfToken), row.csrfDigest))',
    put: "if (csrfToken === '')",
    caughtBy: { file: 'account/session.test.ts', test: 'a session is its cookie and its own CSRF token' },
  },
  {
    name: 'No foreign page frames the panel',
    stake: 'rights',
    file: 'src/surfaces/panel.ts',
    find: `    "frame-ancestors 'none'",\n`,
    put: '',
    caughtBy: { file: 'panel/serving.test.ts', test: 'the page is never kept, runs nothing foreign' },
  },
  {
    name: 'A token makes only so many calls a minute',
    stake: 'rights',
    file: 'src/surfaces/gate.ts',
    find: 'if (waitMs === 0) return;\n  throttled.inc(',
    put: 'if (waitMs >= 0) return;\n  throttled.inc(',
    caughtBy: { file: 'token/tokens.test.ts', test: 'each token has a throttle of its own' },
  },
  {
    name: 'An audit row tells what was changed',
    stake: 'truth',
    file: 'src/kernel/bus/trace.ts',
    find: 'changes: keeping.changes(recorder.changes),',
    put: 'changes: [],',
    caughtBy: { file: 'settings/settings.store.update.test.ts', test: 'names the store anew' },
  },
  {
    name: 'An audit row holds no secret',
    stake: 'truth',
    file: 'src/kernel/bus/trace.ts',
    find: 'withoutSecrets(schema, redact ? redact(payload) : payload)',
    put: '(redact ? redact(payload) : payload)',
    caughtBy: { file: 'secret/secret.set.test.ts', test: 'the value is in no answer, no audit row and no table' },
  },
  {
    name: 'What is kept of a call has the data of a person sealed',
    stake: 'truth',
    file: 'src/kernel/bus/keeping.ts',
    find: 'payload: (payload) => sealedBy(mutation.payload, payload, seal),',
    put: 'payload: (payload) => payload,',
    caughtBy: { file: 'kernel/personal.test.ts', test: 'stands in its row alone' },
  },
  {
    name: 'A cart that a hook refuses is no order',
    stake: 'truth',
    file: 'src/checkout/enclave/checkout.ts',
    find: 'if (first) refuseWith(first, price.notices);',
    put: '',
    caughtBy: { file: 'checkout/rules/rules.test.ts', test: 'that an order is not made, at ' },
  },
];
