import type { Noun } from '../noun';
import get from './themes.get';
import list from './themes.list';

export default {
  capabilities: [list, get],
} satisfies Noun;
