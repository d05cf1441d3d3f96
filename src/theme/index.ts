import type { Noun } from '../noun';
import check from './themes.check';
import get from './themes.get';
import list from './themes.list';

export default {
  capabilities: [list, get, check],
} satisfies Noun;
