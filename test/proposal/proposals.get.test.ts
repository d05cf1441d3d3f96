import { wholeProposal } from '../../src/proposal/pages';
import { type Agents, worldWithAgents } from './agents';

describe('the items of a proposal', () => {
  let agents: Agents;
  let proposalId: string;
  const ITEMS = 7;
  beforeAll(async () => {
    agents = await worldWithAgents();
    for (let seq = 1; seq <= ITEMS; seq += 1)
      ({ proposalId } = await agents.propose('catalog.product.create', { title: `Ürün ${seq}`, price: seq }));
  });
  afterAll(() => agents.close());

  const page = (query: object) =>
    agents.world.read('proposals.get', { params: { prp: proposalId }, query: query as never });
  const seqs = ({ list }: { list: { seq: number }[] }) => list.map(({ seq }) => seq);

  test('come in pages that follow one another, and all say which content they are of', async () => {
    const first = await page({ limit: 3 });
    const second = await page({ limit: 3, cursor: first.nextCursor });
    const third = await page({ limit: 3, cursor: second.nextCursor });
    expect([first, second, third].map(seqs)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(third.nextCursor).toBeNull();
    expect(new Set([first, second, third].map(({ hash }) => hash)).size).toBe(1);
    expect(first.items.total).toBe(ITEMS);
  });

  test('end a page by their weight, and one is always answered', async () => {
    const text = 'x'.repeat(700_000);
    await agents.world.sql(
      `UPDATE proposal_item SET payload = to_jsonb('${text}'::text) WHERE proposal_id = '${proposalId}' AND seq IN (2, 3, 4)`,
    );
    const reads: number[][] = [];
    const whole = await wholeProposal(async (query) => {
      const read = await page(query);
      reads.push(seqs(read));
      return read;
    });
    expect(reads).toEqual([[1, 2], [3], [4, 5, 6, 7]]);
    expect(seqs(whole)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const heavier = 'x'.repeat(1_200_000);
    await agents.world.sql(
      `UPDATE proposal_item SET payload = to_jsonb('${heavier}'::text) WHERE proposal_id = '${proposalId}' AND seq = 1`,
    );
    expect(seqs(await page({}))).toEqual([1]);
  });

  test('are read again from the start when the content moves between two pages', async () => {
    const asked: unknown[] = [];
    const items = { total: 2 };
    const answers = [
      { items, state: 'open', hash: 'a', list: [1], references: { a: 'A' }, nextCursor: 'x' },
      { items, state: 'open', hash: 'b', list: [2], references: {}, nextCursor: null },
      { items, state: 'open', hash: 'b', list: [1], references: { a: 'A' }, nextCursor: 'y' },
      { items, state: 'open', hash: 'b', list: [3], references: { c: 'C' }, nextCursor: null },
    ];
    const whole = await wholeProposal(async (query) => {
      asked.push(query);
      return answers.shift() as (typeof answers)[number];
    });
    expect(whole).toMatchObject({ hash: 'b', list: [1, 3], references: { a: 'A', c: 'C' }, nextCursor: null });
    expect(asked).toHaveLength(4);
  });

  test('are not read beyond the first page where that is too many', async () => {
    const first = { items: { total: 3 }, state: 'open', hash: 'a', list: [1], references: {}, nextCursor: 'x' };
    const read = async () => first;
    expect(await wholeProposal(read, 2)).toBe(first);
  });

  test.each([
    ['another list', Buffer.from('["products","x"]').toString('base64url')],
    ['nothing', 'AAAA'],
  ])('a cursor of %s is refused', async (_name, cursor) => {
    await expect(page({ cursor })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  const forged = async (at: unknown): Promise<string> => {
    const { nextCursor } = await page({ limit: 1 });
    const [shape] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
    return Buffer.from(JSON.stringify([shape, at])).toString('base64url');
  };

  test('a forged position is an answer and no failure', async () => {
    expect((await page({ cursor: await forged('x'), limit: 1 })).list).toHaveLength(1);
  });

  test.each([[Number.MAX_VALUE], [-1], [null]])('a position that is no item (%p) is refused', async (at) => {
    await expect(page({ cursor: await forged(at) })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
