import { cursorsOf } from '../../kernel/call/cursor';
import type { Database } from '../../kernel/database/database';
import { refuse } from '../../kernel/errors';
import { JsonText } from '../../kernel/json-text';
import { findShown, findShownStore, listMembers, listShown, type Shown, type ShownKind } from './read-store';

/** The query of a list, as it was validated. */
export interface AskedPage {
  readonly cursor?: string;
  readonly limit?: number;
}

/** Answers the shop as storefronts show it. Every command keeps the projection in step. */
export class Storefront {
  constructor(private readonly database: Pick<Database, 'reader'>) {}

  /** @throws {Refusal} not_found */
  async store(storeId: string): Promise<JsonText> {
    const found = await findShownStore(this.database.reader(storeId));
    return found ? new JsonText(found.json) : refuseStore();
  }

  /** @param name its handle; of a category, its identifier @throws {Refusal} not_found */
  async one(storeId: string, kind: ShownKind, name: string): Promise<JsonText> {
    const found = await findShown(this.database.reader(storeId), kind, name);
    return found ? new JsonText(found.json) : refuse('not_found', `The shop shows no such ${kind}.`);
  }

  /** @throws {Refusal} not_found; invalid_request of a cursor of another list */
  async page(storeId: string, kind: ShownKind, asked: AskedPage & { readonly category?: string }): Promise<JsonText> {
    const cursors = cursorsOf(`storefront.${kind}`, { params: { storeId }, query: { ...asked } });
    const { category: categoryId } = asked;
    const { items, nextCursor } = await cursors.page({
      kinds: ['text'],
      position: ({ key }: Shown) => [key],
      rows: async (after, most) => {
        const narrowed = categoryId === undefined ? {} : { categoryId };
        const found = await listShown(this.database.reader(storeId), storeId, kind, {
          after: after?.[0] ?? null,
          most,
          ...narrowed,
        });
        return found ?? refuseStore();
      },
      view: ({ json }) => json,
    });
    return pageText(items, nextCursor);
  }

  /** Answers the products of a collection, in its order. @throws {Refusal} as page does */
  async members(storeId: string, handle: string, asked: AskedPage): Promise<JsonText> {
    const cursors = cursorsOf('storefront.members', { params: { storeId, handle }, query: { ...asked } });
    const { items, nextCursor } = await cursors.page({
      kinds: ['int4', 'text'],
      position: ({ place, handle }) => [place, handle],
      rows: async (after, most) =>
        (await listMembers(this.database.reader(storeId), storeId, handle, after, most)) ??
        refuse('not_found', 'The shop shows no such collection.'),
      view: ({ json }) => json,
    });
    return pageText(
      items.filter((json) => json !== null),
      nextCursor,
    );
  }
}

const pageText = (items: readonly string[], nextCursor: string | null): JsonText =>
  new JsonText(['{"items":[', items.join(','), `],"nextCursor":${JSON.stringify(nextCursor)}}`]);

const refuseStore = (): never => refuse('not_found', 'There is no such store.');
