import type { Noun } from '../noun';
import { refusals } from './refusals';
import pageReset from './theme.page.reset';
import presetApply from './theme.preset.apply';
import switchTheme from './theme.switch';
import upgrade from './theme.upgrade';
import check from './themes.check';
import get from './themes.get';
import list from './themes.list';

export default {
  capabilities: [list, get, check, switchTheme, presetApply, pageReset, upgrade],
  refusals,
} satisfies Noun;
