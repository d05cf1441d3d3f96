import { entity } from '../kernel/entity';
import { manifestOf } from '../provider/providers';
import { installedSchema, secretSchema } from './view';

export default [
  entity('extension', installedSchema, { titles: { titleOf: titleOfExtension } }),
  entity('secret', secretSchema, {
    titles: {
      titleOf(id) {
        const [extension = '', key = ''] = id.split('/');
        return `${titleOfExtension(extension)} · ${key}`;
      },
    },
    partOf: ['extension'],
    byShop: ['setAt'],
  }),
];

function titleOfExtension(key: string): string {
  return manifestOf(key)?.name ?? key;
}
