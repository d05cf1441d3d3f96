import { folded } from '../../kernel/folded';
import type { Door } from './door';
import { CellError } from './errors';

interface Category {
  readonly id: string;
  readonly name: string;
}

/** The categories of the shop by what people call them. */
export class Categories {
  /** null: more than one is called so. */
  private readonly byName = new Map<string, Category | null>();

  static async read(door: Door): Promise<Categories> {
    const categories = new Categories();
    for (let cursor: string | undefined; ; ) {
      const query = { limit: 100, cursor };
      const { body } = await door.send({ method: 'GET', path: '/v1/catalog/categories', query });
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
    throw new CellError((words) => (found === null ? words.severalCategories(said) : words.noCategory(said)));
  }

  /** Names a category so that it is read again: by its identifier where its name is that of others, too. */
  nameOf(id: string): string {
    for (const category of this.byName.values()) if (category?.id === id) return category.name;
    return id;
  }
}
