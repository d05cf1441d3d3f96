import { entity } from '../kernel/entity';
import { manifestOf } from '../provider/providers';
import { extension } from './aggregate';
import { secret } from './secret/table';
import { installedSchema, secretSchema } from './view';

export default [
  entity(extension.word, installedSchema, { titles: { titleOf: titleOfExtension } }),
  entity(secret.word, secretSchema, {
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
