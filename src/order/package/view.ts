import { label, object, t, unit } from '../../kernel/schema/schema';
import { orderPackage } from './table';

/** Pieces of lines, as orders show them. */
export const piecesOversold = label(
  'Stokta olmayan',
  'Oversold',
)(
  t.Integer({
    minimum: 0,
    description: 'Pieces that were not there when they were sold, and that are not cancelled there.',
    ...unit('count'),
  }),
);
export const piecesUnmapped = label(
  'Eşleşmeyen',
  'Unmapped',
)(
  t.Integer({
    minimum: 0,
    description: 'Pieces of lines without product that are not cancelled there.',
    ...unit('count'),
  }),
);

/** A package as its order shows it. */
export const shownPackageSchema = orderPackage.label(
  object({
    ...orderPackage.answers,
    stillOpenThere: label(
      'Pazaryerinde hâlâ açık',
      'Still open there',
    )(t.Boolean({ description: 'The order is cancelled here, and the package goes on at the marketplace.' })),
  }),
);
