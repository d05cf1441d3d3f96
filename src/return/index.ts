import type { Noun } from '../noun';
import get from './returns.get';
import list from './returns.list';

export default {
  capabilities: [list, get],
} satisfies Noun;
