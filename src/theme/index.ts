import type { Noun } from '../noun';
import { installedTheme, themePack, workspacePack } from '../skin/store/table';
import entities from './entities';
import { refusals } from './refusals';
import install from './theme.install';
import pageReset from './theme.page.reset';
import presetApply from './theme.preset.apply';
import push from './theme.push';
import switchTheme from './theme.switch';
import uninstall from './theme.uninstall';
import upgrade from './theme.upgrade';
import check from './themes.check';
import get from './themes.get';
import list from './themes.list';

export default {
  capabilities: [list, get, check, install, uninstall, push, switchTheme, presetApply, pageReset, upgrade],
  entities,
  tables: [installedTheme, themePack, workspacePack],
  refusals,
} satisfies Noun;
