// tier: all
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { connectTo } from '../surfaces/tool-client';
import { dataFolder, start } from './started';

jest.setTimeout(300_000);

/** For each tool that is listed. */
const TOOL_TOKENS_MAX = 180;
/** Beside the list of tools, of a session of an agent that reads, changes one price and submits: instructions, questions and answers. */
const SESSION_TOKENS_MAX = 3_000;

// biome-ignore lint/suspicious/noExplicitAny: tool results are whatever the tool answers
type Answer = any;

test('the protocol’s own client goes through a whole session with the product as it is started', async () => {
  const product = start(dataFolder());
  const run = await product.ready();
  const client = await connectTo({ url: run.api }, run.tokens?.agent as string, '/mcp/tools');
  let tokens = countTokens(client.getInstructions() as string);

  const { tools } = await client.listTools();
  const listed = countTokens(JSON.stringify({ tools }));
  expect(listed / tools.length).toBeLessThan(TOOL_TOKENS_MAX);

  async function call(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    expect(tools.map((tool) => tool.name)).toContain(name);
    const result = (await client.callTool({ name, arguments: args })) as Awaited<ReturnType<Client['callTool']>> & {
      content: { text: string }[];
    };
    const said = result.content.map(({ text }) => text).join('');
    expect([name, result.isError, said]).toEqual([name, undefined, said]);
    tokens += countTokens(JSON.stringify(args)) + countTokens(said);
    return JSON.parse(result.content[0]?.text as string);
  }

  expect(await call('tokens_whoami')).toMatchObject({ kind: 'agent', storeId: run.storeId, throttlePerMinute: 120 });
  const [cezve] = (await call('catalog_products_list', { text: 'cezve' })).items;
  const price = { targetId: cezve.id, price: cezve.price + 100 };
  const { preview } = await call('catalog_price_set', { payload: price, dryRun: true });
  const change = await call('catalog_price_set', { payload: price, expectedRev: cezve.rev });
  expect(change).toMatchObject({ proposed: true, seq: 1, preview: { hash: preview.hash } });
  expect((await call('catalog_products_get', { prd: cezve.id })).price).toBe(cezve.price);
  const { proposalId } = change;
  await call('proposal_submit', { payload: { proposalId, note: 'Bakır zammı' } });
  expect(await call('proposals_get', { prp: proposalId })).toMatchObject({ state: 'submitted', items: { total: 1 } });
  await client.close();
  expect(tokens).toBeLessThan(SESSION_TOKENS_MAX);

  product.child.kill('SIGTERM');
  expect(await product.exited).toEqual({ code: 0, signal: null });
});
