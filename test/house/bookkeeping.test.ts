import { sources, textOf } from './source';

test('what a read may write is what it spends of a budget, what a marketplace has told it, the numbers of the ledger and what is done in a sandbox, and nothing else', () => {
  const asking = sources.filter((file) => /\bbookkeeping\(/.test(textOf(file)));
  expect(asking.toSorted()).toEqual([
    'src/catalog/catalog.stockMovements.list.ts',
    'src/catalog/catalog.stockMovements.since.ts',
    'src/channel/channel.buybox.get.ts',
    'src/channel/claim/settle.ts',
    'src/channel/mirror/fresh.ts',
    'src/channel/provider/connect.ts',
    'src/channel/reference/reference.ts',
    'src/channel/submission/ground.ts',
    'src/channel/worker/claim-act.ts',
    'src/kernel/declaration/services.ts',
    'src/stock/account.stock.movements.ts',
    'src/workspace/activity/asked.ts',
    'src/workspace/sandbox/work.ts',
    'src/workspace/workspaces.exec.ts',
  ]);
});
