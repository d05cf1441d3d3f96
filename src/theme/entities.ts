import { entity } from '../kernel/declaration/entity';
import { object } from '../kernel/schema/schema';
import { newestPack } from '../skin/first-party/packs';
import { installedTheme, themePack } from '../skin/store/table';

export default [
  entity(installedTheme.word, installedTheme.label(object(installedTheme.answers)), {
    titles: { titleOf: (theme) => newestPack(theme)?.manifest.name ?? theme },
  }),
  entity(themePack.word, themePack.label(object(themePack.answers)), {
    titles: { titleOf: (named) => named.slice(0, 12) },
  }),
];
