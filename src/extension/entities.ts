import { entity } from '../kernel/declaration/entity';
import { closed, label, object, t } from '../kernel/schema/schema';
import { extension } from './aggregate';
import { manifestOf, published, secretsOf } from './provider/providers';
import { secret } from './secret/table';
import { installedSchema, secretSchema } from './view';

/** Names of the settings, of whichever extension in whichever version. */
const settings = closed('store:admin')(label('Ayarlar', 'Settings')(t.Union(published.map(({ config }) => config))));

export default [
  entity(extension.word, extension.label(object({ ...installedSchema.properties, config: settings })), {
    titles: { titleOf: titleOfExtension },
  }),
  entity(secret.word, secretSchema, {
    titles: {
      titleOf(id) {
        const [extension = '', key = ''] = id.split('/');
        return `${titleOfExtension(extension)} · ${secretsOf(extension).get(key)?.label ?? key}`;
      },
    },
    partOf: ['extension'],
    byShop: ['setAt'],
  }),
];

function titleOfExtension(key: string): string {
  return manifestOf(key)?.name ?? key;
}
