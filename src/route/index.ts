import type { Noun } from '../noun';
import list from './routes.list';

export default {
  capabilities: [list],
} satisfies Noun;
