import type { Bundle } from '../../design/bundle/bundle';
import type { SectionPlace } from '../../design/bundle/places';
import { useCategories, useCollections, useProducts } from '../api/shop';

/** A page of a design, as far as its address follows from it. */
interface Addressed {
  readonly kind?: string | undefined;
  readonly path?: string | null | undefined;
}

/** The address of a page within a shop; of kinds that show a thing, that of the first thing that there is. */
export function usePagePath(): (page: Addressed) => string {
  const product = useProducts({}).data?.pages[0]?.items[0];
  const collection = useCollections({}).data?.pages[0]?.items[0];
  const category = useCategories().data?.find(({ status }) => status === 'active');
  return ({ kind, path }) => {
    switch (kind) {
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
        return `/sayfa/${path ?? ''}`;
      case 'extPage':
        return `/ek/${path ?? ''}`;
      default:
        return '/';
    }
  };
}

/** The same by the place in a design. */
export function usePathOf(): (
  body: Bundle,
  place: SectionPlace | { readonly of: 'extPage'; readonly key: string },
) => string {
  const pathOf = usePagePath();
  return ({ pages }, place) =>
    pathOf(
      place.of === 'extPage'
        ? { kind: 'extPage', path: place.key }
        : place.of === 'page'
          ? (pages[place.key] ?? {})
          : {},
    );
}
