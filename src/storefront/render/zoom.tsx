import type { Picture, Product } from '../read/shown';
import { plain } from '../text/text';
import type { Page } from './page';
import { Image } from './parts';

/** The place on the page to which a large picture leads back. */
export const PICTURES_PLACE = 'resimler';

/** Pictures of a product that are drawn by now. */
export const drawnOf = ({ media }: Pick<Product, 'media'>): readonly Picture[] =>
  media.filter(({ variants }) => variants.some(({ format }) => format === 'webp'));

const placeOf = (nth: number): string => `resim-${nth + 1}`;

interface PictureProps {
  readonly page: Page;
  readonly picture: Picture;
  /** Its place among the pictures of the product. */
  readonly nth: number;
  readonly title: string;
}

/** A picture that leads to itself in large. */
export const Zoomable = ({
  page,
  picture,
  nth,
  title,
  sizes,
  ratio,
  first = false,
}: PictureProps & Pick<Parameters<typeof Image>[0], 'sizes' | 'ratio' | 'first'>) => (
  <a data-zooms="" href={`#${placeOf(nth)}`}>
    <Image
      page={page}
      picture={picture}
      alt={altOf(picture, title)}
      sizes={sizes}
      ratio={ratio}
      first={first}
      leads={first}
    />
    <span data-hidden="">Büyük göster</span>
  </a>
);

const altOf = ({ alt }: Picture, title: string): string => alt || title;

/**
 * Pictures in large, each over the whole window while the address names it. So the button back, a link and a key lead out of one, without
 * a script. They stand behind all of the page: what a skin says of them is taken away.
 */
export const LargePictures = ({ page }: { readonly page: Page }) => {
  if (page.main?.kind !== 'product') return null;
  const { title } = page.main.value;
  const pictures = drawnOf(page.main.value);
  return (
    <>
      {pictures.map((picture, nth) => (
        <section key={picture.mediaId} data-zoom="" id={placeOf(nth)} aria-label={labelOf(title, nth, pictures)}>
          <nav aria-label="Görseller">
            <a href={`#${PICTURES_PLACE}`}>Kapat</a>
            {nth > 0 ? <a href={`#${placeOf(nth - 1)}`}>Önceki</a> : null}
            {nth < pictures.length - 1 ? <a href={`#${placeOf(nth + 1)}`}>Sonraki</a> : null}
            <span>
              {nth + 1} / {pictures.length}
            </span>
            <a href={page.links.to(largestOf(picture))}>Tam boy</a>
          </nav>
          <a data-close="" href={`#${PICTURES_PLACE}`} tabindex={-1}>
            <Image page={page} picture={picture} alt={altOf(picture, title)} sizes="100vw" />
          </a>
        </section>
      ))}
    </>
  );
};

const labelOf = (title: string, nth: number, { length }: readonly Picture[]): string =>
  `${plain(title)}: ${nth + 1}. görsel, toplam ${length}`;

const largestOf = ({ variants }: Picture): string => variants.findLast(({ format }) => format === 'webp')?.url ?? '';
