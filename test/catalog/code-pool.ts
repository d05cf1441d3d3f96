import type { World } from '../world/world';

/** A new product that is sold as codes of a pool. @returns its id */
export async function pooledProduct(world: World): Promise<string> {
  const { id } = await world.done('catalog.product.create', { title: 'Oyun Kodu', price: 1 });
  await world.done('catalog.product.setDigital', {
    productId: id,
    requiresShipping: false,
    digital: { kind: 'code_pool' },
  });
  return id;
}

/** How its pool stands. */
export const codesIn = async (world: World, productId: string) =>
  (await world.read('catalog.products.get', { params: { prd: productId } })).digital.codes;
