import { entity } from '../kernel/entity';
import { label } from '../kernel/schema';
import { mediaTitles } from './image/store';
import { mediaSchema } from './image/view';
import { uploadSchema } from './upload/view';

export default [
  entity('media', label('Medya', 'Media')(mediaSchema), {
    titles: { prefix: 'med', field: 'name', find: mediaTitles },
  }),
  entity('upload', label('Yükleme', 'Upload')(uploadSchema)),
];
