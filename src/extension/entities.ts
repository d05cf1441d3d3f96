import { entity } from '../kernel/entity';
import { installedSchema, secretSchema } from './view';

export default [
  entity('extension', installedSchema),
  entity('secret', secretSchema, { partOf: ['extension'], byShop: ['setAt'] }),
];
