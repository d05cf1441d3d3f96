import { extensionKey } from '../../extension/aggregate';
import { exampleMarketplace } from '../../extension/example';
import { kurus, label, line, nullable, object, time } from '../../kernel/schema/schema';
import { importFields } from '../package/payload';

const remoteId = line(100);

/** A piece that a marketplace has accepted back from its buyer. */
export const acceptedPiece = object({
  extension: { ...extensionKey, description: `Key of the marketplace, e.g. ${exampleMarketplace}.` },
  externalNumber: importFields.externalNumber,
  itemId: label('İade kalemi', 'Item of the claim')(remoteId),
  claimedAt: label('İade istendi', 'Claimed')(time()),
  pieceId: label('Parça', 'Piece')(nullable({ ...remoteId, description: 'As packages name it.' })),
  lineId: label('Satır', 'Line')(nullable({ ...remoteId, description: 'As packages name it.' })),
  barcode: label('Barkod', 'Barcode')(nullable(line(64))),
  price: label(
    'Fiyat',
    'Price',
  )(nullable(kurus({ description: 'Of one piece of the line; what packages say of the piece goes before it.' }))),
});
