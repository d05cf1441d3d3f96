import { entity } from '../kernel/declaration/entity';
import { media, mediaSchema } from './image/aggregate';
import { mediaPictures, mediaTitles } from './image/store';
import { uploadPictures, uploadTitles } from './upload/store';
import { UPLOADS, upload } from './upload/table';
import { uploadSchema } from './upload/view';

export default [
  entity(media.word, media.label(mediaSchema), {
    titles: { prefix: media.prefix, field: 'name', find: mediaTitles },
    pictures: { prefix: media.prefix, find: mediaPictures },
  }),
  entity(upload.word, uploadSchema, {
    titles: { prefix: UPLOADS, find: uploadTitles },
    pictures: { prefix: UPLOADS, find: uploadPictures },
  }),
];
