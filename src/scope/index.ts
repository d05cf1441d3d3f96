import type { Noun } from '../noun';
import list from './scopes.list';

export default {
  capabilities: [list],
} satisfies Noun;
