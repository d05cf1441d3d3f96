import { label, nullable, object, oneOf, type Static, t, typeNamed, words } from '../../kernel/schema/schema';
import { faultWords } from './fault-words';

export type FaultName = keyof typeof faultWords;

/** A fault for which a marketplace would refuse a listing, found before it is sent. */
const faultSchema = typeNamed('ListingFault')(
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
