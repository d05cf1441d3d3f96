import type { Bundle } from '../../design/bundle/bundle';
import type { Place } from '../../design/bundle/places';
import { useCategories, useCollections, useProducts } from '../api/shop';

/** The address of a page within a shop; of kinds that show a thing, that of the first thing that there is. */
export function usePathOf(): (body: Bundle, place: Place | { readonly of: 'extPage'; readonly key: string }) => string {
  const product = useProducts({}).data?.pages[0]?.items[0];
  const collection = useCollections({}).data?.pages[0]?.items[0];
  const category = useCategories().data?.find(({ status }) => status === 'active');
  return ({ pages }, place) => {
    if (place.of === 'extPage') return `/ek/${place.key}`;
    const page = place.of === 'page' ? pages[place.key] : undefined;
    switch (page?.kind) {
      case 'product':
        return product ? `/urun/${product.handle}` : '/';
      case 'collection':
        return collection ? `/koleksiyon/${collection.handle}` : '/';
      case 'category':
        return category ? `/kategori/${category.id}` : '/';
      case 'search':
        return '/ara';
      case 'cart':
        return '/sepet';
      case 'notFound':
        return '/bulunamadi';
      case 'page':
        return `/sayfa/${page.path ?? ''}`;
      default:
        return '/';
    }
  };
}
