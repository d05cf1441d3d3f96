import type { Noun } from '../noun';
import list from './audit.list';

export default {
  capabilities: [list],
} satisfies Noun;
