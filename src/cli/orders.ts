import type { Command } from 'commander';
import { BYTE_ORDER_MARK, linesOf } from '../kernel/table-text';
import { orderSheet } from '../order/answer/sheet';
import type { Context } from './context';
import { addFields, valuesOf } from './flags';
import type { Schema } from './json-schema';
import { Progress } from './terminal';
import { WrittenFile } from './written-file';

/** Fields of a list that are no filter. */
const OF_PAGES = ['limit', 'cursor', 'total'];

/** `tezgah orders export`: the list of orders as an accountant wants it. It goes with the filters of `tezgah orders list`. */
export function addOrders(program: Command, context: Context): void {
  const list = context.registry?.routes.find(({ id }) => id === 'orders.list')?.query as Schema | undefined;
  const filters = Object.entries(list?.properties ?? {}).filter(([name]) => !OF_PAGES.includes(name));
  const orders = program.commands.find((command) => command.name() === 'orders') ?? program.command('orders');
  const command = orders
    .command('export')
    .description('Orders as a table for an accountant: buyers, amounts by rate of VAT, refunds. Of the owner alone.');
  const fields = addFields(command, { properties: Object.fromEntries(filters) });
  command
    .option('--out <file>', 'where to (default: stdout)')
    .option('--identities', 'also the identity numbers that buyers have stated; the audit log tells of it')
    .action(async ({ out, identities = false }: { readonly out?: string; readonly identities?: boolean }) => {
      const { client, terminal, meanings } = context;
      const door: Parameters<typeof orderSheet>[0] = {
        get: async (path, { cursor, ...query }) =>
          (
            await client.send({
              method: 'GET',
              path,
              query: cursor === null ? query : { ...query, cursor },
              asOwner: true,
            })
          ).body,
        post: async (path, body) => (await client.send({ method: 'POST', path, body, asOwner: true })).body,
      };
      const query = valuesOf(command, fields) as Record<string, string>;
      const file = new WrittenFile(out);
      const progress = new Progress();
      let written = 0;
      await file.write(BYTE_ORDER_MARK);
      for await (const page of orderSheet(door, { query, withIdentities: identities, meanings })) {
        await file.write(linesOf(page.rows));
        written += page.orders;
        if (out !== undefined) progress.show(`${written} orders`);
      }
      progress.end();
      await file.end();
      if (out === undefined) return;
      terminal.print(`${out}: ${written} orders.`);
      terminal.answer({ file: out, orders: written });
    });
}
