import { label, nullable, object, t } from '../../kernel/schema/schema';
import { media } from './aggregate';
import { mediaVariant } from './table';

/** The address of a drawing that everybody may see. */
const address = (description: string) => label('Adres', 'Address')(t.String({ description }));

const { format, width, height } = mediaVariant.answers;

/** A picture as it is shown of something that names it. */
export const pictureSchema = {
  mediaId: media.reference,
  state: media.answers.state,
  width: media.answers.width,
  height: media.answers.height,
  variants: label(
    'Boyutlar',
    'Sizes',
  )(
    t.Array(
      object({
        format,
        width,
        height,
        url: address('Path on the address of the API. What is there never changes.'),
      }),
      { description: 'Small to large; none before it is drawn.' },
    ),
  ),
};

/** The same in lists, where one address is enough. */
export const listedPictureSchema = {
  mediaId: media.reference,
  width: media.answers.width,
  height: media.answers.height,
  url: nullable(address('Path of its smallest size on the address of the API; null before it is drawn.')),
};
