import { folded } from '../../kernel/folded';
import type { Context } from '../context';
import { CellError } from './cell';
import { patient } from './options';

interface Category {
  readonly id: string;
  readonly name: string;
}

/** The categories of the shop by what people call them. */
export class Categories {
  /** null: more than one is called so. */
  private readonly byName = new Map<string, Category | null>();

  static async read({ client }: Context): Promise<Categories> {
    const categories = new Categories();
    for (let cursor: string | undefined; ; ) {
      const query = { limit: 100, cursor };
      const { body } = await client.send({ method: 'GET', path: '/v1/catalog/categories', query, ...patient });
      for (const category of body.items as Category[]) {
        const name = folded(category.name.trim());
        categories.byName.set(name, categories.byName.has(name) ? null : category);
      }
      cursor = body.nextCursor ?? undefined;
      if (cursor === undefined) return categories;
    }
  }

  /** @param said an identifier, or a name, whatever its case @throws {CellError} */
  idOf(said: string): string {
    if (/^cat_/.test(said)) return said;
    const found = this.byName.get(folded(said.trim()));
    if (found) return found.id;
    throw new CellError(
      found === null
        ? `several categories are called “${said}”: name one by its identifier`
        : `no category is called “${said}”`,
    );
  }

  /** What is read as this category again: its name, or its identifier where that does not tell it from others. */
  nameOf(id: string): string {
    for (const category of this.byName.values()) if (category?.id === id) return category.name;
    return id;
  }
}
