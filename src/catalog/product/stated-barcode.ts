import { form, nullable, otherLine, t } from '../../kernel/schema/schema';
import { NO_BARCODE, ROUNDED_BARCODE } from '../barcode/mistaken';
import { sharedLabels } from './aggregate';

/**
 * A barcode as callers state it. A kept one may be older than this rule, or come from a marketplace, whose key it is: a search would take
 * two products with a barcode "0" for one.
 */
export const statedBarcode = t.Optional(
  sharedLabels.barcode(
    nullable(
      otherLine(64, `${ROUNDED_BARCODE}|${NO_BARCODE}`, {
        description: 'Unique in the store over products and variants.',
        ...form(
          'tek satırda, basıldığı gibi bütün bir barkod: 8,69E+12, 0, yok gibi değerler barkod değildir',
          'a barcode in one line, whole as it is printed: neither rounded as 8,69E+12, nor 0 or a word for nothing',
        ),
      }),
    ),
  ),
);
