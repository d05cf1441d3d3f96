import { label, nullable, object, oneOf, type Static, t, typeNamed, words } from '../../kernel/schema/schema';

const faultWords = {
  listing_missing: ['bu pazaryerinde listelemesi yok', 'has no listing at this marketplace'],
  not_offered: ['satışa kapalı ya da ürünü satılmıyor', 'is not offered, or its product is not sold'],
  category_missing: ['pazaryeri kategorisi yok', 'has no category of the marketplace'],
  category_unknown: ['kategorisi pazaryerinde yok', 'has a category that the marketplace does not have'],
  category_not_leaf: ['kategorisi en alt düzeyde değil', 'has a category with others below it'],
  brand_missing: ['pazaryeri markası yok', 'has no brand of the marketplace'],
  brand_unfit: ['marka numarası pazaryerininki gibi değil', 'has an id of a brand that is none of the marketplace'],
  attribute_missing: ['zorunlu özelliği eksik', 'lacks a required attribute'],
  attribute_unknown: ['kategoride olmayan bir özelliği var', 'has an attribute that the category does not have'],
  value_unknown: ['özelliğinin değeri pazaryerinde yok', 'has a value that the attribute does not have'],
  values_too_many: ['özelliği tek değer alır', 'has several values of an attribute that takes one'],
  text_not_allowed: ['özelliği serbest değer almaz', 'has a text of an attribute that takes none'],
  vat_rate: ['KDV oranı pazaryerinde geçerli değil', 'has a VAT rate that the marketplace does not take'],
  barcode_missing: ['barkodu yok', 'has no barcode'],
  barcode_unfit: ['barkodu pazaryerinin kabul etmediği biçimde', 'has a barcode of a form that is not taken'],
  title_too_long: ['adı pazaryeri için uzun', 'has a title that is too long for the marketplace'],
  description_missing: ['açıklaması yok', 'has no description'],
  description_too_long: ['açıklaması pazaryeri için uzun', 'has a description that is too long'],
  origin_missing: ['menşei yok', 'has no country of origin'],
  picture_missing: ['görseli yok', 'has no picture'],
  picture_not_ready: ['görseli henüz işlenmedi', 'has a picture that is not drawn yet'],
  picture_unreadable: ['görseli okunamıyor', 'has a picture that cannot be read'],
  no_public_address: [
    'mağazanın https adresi yok, pazaryeri görselleri alamaz',
    'has pictures that no marketplace reaches: the product has no public https address',
  ],
  price_missing: ['fiyatı yok', 'has no price'],
} as const;
export type FaultName = keyof typeof faultWords;

/** Something for which a marketplace would refuse a listing, found before it is sent. */
export const faultSchema = typeNamed('ListingFault')(
  object({
    fault: label('Eksik', 'Fault')(oneOf(Object.keys(faultWords) as FaultName[], words(faultWords))),
    field: label('Alan', 'Field')(t.String({ description: 'Of the listing or of its product.' })),
    about: t.Optional(
      label('Ayrıntı', 'About')(t.String({ description: 'The attribute, or the number that is allowed.' })),
    ),
  }),
);
export type Fault = Static<typeof faultSchema>;

/** Says a fault in a sentence without its subject. */
export const sayFault = ({ fault, about }: Fault): string =>
  about === undefined ? faultWords[fault][1] : `${faultWords[fault][1]} (${about})`;

/** A listing that is left out, or a product without one, with all its faults. */
export const skippedSchema = typeNamed('SkippedListing')(
  object({
    productId: label('Ürün', 'Product')(t.String()),
    listingId: label('Listeleme', 'Listing')(nullable(t.String({ description: 'Null of a product without one.' }))),
    title: label('Ad', 'Title')(nullable(t.String())),
    faults: label('Eksikler', 'Faults')(t.Array(faultSchema)),
  }),
);
